// Two stages side by side, each under the operator's source that it came from, tied together by the
// compilers' own line data. Where the two sides are different implementations of the operator, a
// line's counterpart is found by the names of what it computes, and drawn as such.

const Code = (() => {
  const section = one('#code');
  const FIRST_CHOICE = ['output-code', 'hlo-optimized', 'ptx', 'stablehlo', 'graphdef-optimized'];
  const wanted = { a: {}, b: {} }; // what the reader last chose, kept from case to case
  const sides = {};
  let entries = [];
  let pinned = null;
  let serial = 0;

  for (const element of all('.side', section)) {
    const side = { element, name: element.dataset.side, data: null, stage: null };
    const react = (pane) => ({
      onPoint: (n) => light((n ? origin(side, pane, n) : null) || pinned),
      onPick: (n) => pin(side, pane, n),
    });
    side.source = new Pane(one('.source', element), react('source'));
    side.text = new Pane(one('.stage', element), react('stage'));
    side.compilers = one('.s-compiler', element);
    side.stages = one('.s-stage', element);
    side.made = one('.made', element);
    side.find = one('.s-find', element);
    sides[side.name] = side;
    side.compilers.addEventListener('change', () => {
      wanted[side.name].compiler = side.compilers.selectedOptions[0].textContent;
      open(side);
    });
    side.stages.addEventListener('change', () => {
      wanted[side.name][side.compilers.selectedOptions[0].textContent] = side.stages.value;
      showStage(side);
    });
    side.find.addEventListener('input', () => findIn(side));
    side.find.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      side.text.nextHit(event.shiftKey ? -1 : 1);
      tellHits(side);
    });
    one('.copy', element).addEventListener('click', async (event) => {
      const button = event.target;
      button.textContent = await copied(side) ? 'copied' : 'not allowed';
      setTimeout(() => { button.textContent = 'copy'; }, 1200);
    });
    side.text.root.addEventListener('scroll', () => follow(side));
  }
  const other = (side) => sides[side.name === 'a' ? 'b' : 'a'];

  async function copied(side) {
    try {
      await navigator.clipboard.writeText(side.stage?.text || '');
      return true;
    } catch {
      return false; // a browser may forbid it to a file; selecting and copying still works
    }
  }

  function findIn(side) {
    side.text.find(side.find.value);
    tellHits(side);
  }

  function tellHits(side) {
    const { hits, hit } = side.text;
    one('.found', side.element).textContent = side.find.value ? `${hits.length ? hit + 1 : 0} of ${hits.length}` : '';
  }

  // Show the code of one case: ``list`` holds [block number, compiler, target].
  async function show(list, ranking) {
    entries = list;
    pinned = null;
    section.hidden = !list.length;
    if (!list.length) return;
    const order = [...list].sort((x, y) => rank(ranking, x) - rank(ranking, y));
    const picks = { a: order[0], b: order.find((e) => family(e) !== family(order[0])) || order[1] || order[0] };
    for (const side of Object.values(sides)) {
      side.compilers.replaceChildren(...list.map((entry) => {
        const option = make('option', '', `${entry[1]} · ${entry[2]}`);
        option.value = entry[0];
        return option;
      }));
      const kept = list.find((e) => `${e[1]} · ${e[2]}` === wanted[side.name].compiler);
      side.compilers.value = (kept || picks[side.name])[0];
    }
    await Promise.all(Object.values(sides).map(open));
  }

  const rank = (ranking, entry) => {
    const place = ranking.indexOf(entry[1]);
    return (place < 0 ? 99 : place) + (entry[1].endsWith('eager') ? 50 : 0);
  };
  const family = (entry) => entry[1].split('-')[0];

  async function open(side) {
    const mine = serial += 1;
    side.opening = mine;
    const data = await unpack(`code-${side.compilers.value}`);
    if (side.opening !== mine) return; // the reader has chosen something else meanwhile
    side.data = data;
    side.stages.replaceChildren(...data.stages.map((stage) => {
      const option = make('option', '', stage.id + (stage.absent ? ' (absent)' : ''));
      option.value = stage.id;
      return option;
    }));
    const present = data.stages.filter((stage) => !stage.absent).map((stage) => stage.id);
    const ids = data.stages.map((stage) => stage.id);
    const chosen = [wanted[side.name][side.compilers.selectedOptions[0].textContent], ...FIRST_CHOICE]
      .find((id) => ids.includes(id)) || present.at(-1) || ids[0];
    if (chosen) side.stages.value = chosen;
    side.source.root.hidden = !data.source;
    if (data.source) side.source.show(data.source.lines.join('\n'), 'python', data.source.first);
    showStage(side);
  }

  function showStage(side) {
    const stage = side.data.stages.find((candidate) => candidate.id === side.stages.value);
    side.stage = stage;
    describe(side, stage);
    if (!stage || stage.absent) side.text.say(stage ? `There is no ${stage.id} here: ${stage.absent}` : 'No stages.');
    else side.text.show(stage.text, stage.id === 'jaxpr' ? 'jaxpr' : stage.language);
    const inStage = new Map();
    const inSource = new Map();
    for (const [line, spans] of side.data.links) {
      for (const [id, first, last, shared] of spans) {
        if (!stage || id !== stage.id) continue;
        inSource.set(line, { sources: [line], shared: Math.min(shared, inSource.get(line)?.shared || 99) });
        for (let n = first; n <= last; n += 1) {
          const known = inStage.get(n);
          if (known) known.sources.push(line); else inStage.set(n, { sources: [line], shared });
        }
      }
    }
    side.text.setLinks(inStage);
    side.source.setLinks(inSource);
    side.anchors = null;
    other(side).anchors = null;
    findIn(side);
    light(pinned);
  }

  function describe(side, stage) {
    const parts = [];
    if (stage?.title) parts.push(stage.title);
    if (stage?.tool) parts.push(`from ${stage.tool}`);
    if (stage && !stage.absent) parts.push(stage.exact ? 'exact' : 'derived, not taken from the executable');
    if (stage?.linked) parts.push(`${stage.linked[0]} of ${stage.linked[1]} lines linked to the source (${stage.linked[2]})`);
    if (stage?.note && !(side.data.label && stage.note.startsWith('compiled for'))) parts.push(stage.note);
    if (side.data.versions) parts.push(side.data.versions);
    side.made.replaceChildren();
    if (side.data.label) side.made.append(make('b', '', side.data.label), ' · ');
    side.made.append(parts.join(' · '));
  }

  // The source lines that a line stands for: itself, or those that it is linked to.
  function origin(side, pane, n) {
    const lines = pane === 'source' ? [n] : side.text.links.get(n)?.sources || [];
    return lines.length ? { side, lines: new Set(lines) } : null;
  }

  function sameSource(x, y) {
    return x.data?.source && y.data?.source && x.data.source.file === y.data.source.file
      && x.data.source.first === y.data.source.first;
  }

  // The lines of the other implementation whose operations agree best by name, if any do.
  function counterparts(from, to, lines) {
    const a = from.data?.source;
    const b = to.data?.source;
    if (!a || !b) return new Set();
    const names = new Set([...lines].flatMap((n) => a.operations[n - a.first] || []));
    const scores = b.operations.map((found) => {
      const shared = found.filter((name) => names.has(name)).length;
      return shared / (names.size + found.length - shared || 1);
    });
    const best = Math.max(0, ...scores);
    return new Set(scores.flatMap((score, i) => (best && score === best ? [b.first + i] : [])));
  }

  function light(what) {
    for (const side of Object.values(sides)) {
      if (!side.data) continue;
      const inSource = new Map();
      const inStage = new Map();
      if (what) {
        const direct = what.side === side || sameSource(what.side, side);
        const lines = direct ? what.lines : counterparts(what.side, side, what.lines);
        const pin = what === pinned ? ' pinned' : '';
        for (const n of lines) inSource.set(n, (direct ? 'on' : 'named') + pin);
        for (const [n, link] of side.text.links) {
          if (link.sources.some((source) => lines.has(source))) inStage.set(n, (direct ? 'on' : 'named') + pin);
        }
      }
      side.source.light(inSource);
      side.text.light(inStage);
    }
  }

  function pin(side, pane, n) {
    const what = origin(side, pane, n);
    const again = pinned && what && [...pinned.lines].join() === [...what.lines].join();
    pinned = again ? null : what;
    light(pinned);
    if (!pinned) return;
    const clicked = pane === 'source' ? side.source : side.text;
    for (const each of Object.values(sides)) {
      for (const target of [each.source, each.text]) {
        const first = Math.min(...target.lit.keys());
        if (target !== clicked && Number.isFinite(first)) target.reveal(first);
      }
    }
  }

  // Scrolling together: lines that come from the same source line are held level, and what lies
  // between is stretched. Without such lines the panes keep the same share of their heights.
  function anchors(from, to) {
    const first = (side) => {
      const found = new Map();
      for (const [n, link] of side.text.links) for (const s of link.sources) if (!found.has(s) || n < found.get(s)) found.set(s, n);
      return found;
    };
    const there = sameSource(from, to) ? first(to) : new Map();
    const pairs = [...first(from)].filter(([s]) => there.has(s)).map(([s, n]) => [n, there.get(s)]).sort((x, y) => x[0] - y[0]);
    const rising = [[0, 0]];
    for (const pair of pairs) if (pair[0] > rising.at(-1)[0] && pair[1] > rising.at(-1)[1]) rising.push(pair);
    rising.push([Math.max(from.text.last, rising.at(-1)[0] + 1), Math.max(to.text.last, rising.at(-1)[1] + 1)]);
    return rising;
  }

  function follow(side) {
    if (!side.text.movedByReader) return;
    side.text.moved = -9;
    if (!one('#sync').checked || !side.text.colours || !other(side).text.colours) return;
    const target = other(side);
    side.anchors ||= anchors(side, target);
    const at = (side.text.root.scrollTop + side.text.root.clientHeight / 3) / LINE_PX;
    const next = Math.max(1, side.anchors.findIndex(([n]) => n > at));
    const [a, b] = [side.anchors[next - 1], side.anchors[next]];
    const share = Math.min(1, (at - a[0]) / (b[0] - a[0]));
    const line = a[1] + share * (b[1] - a[1]);
    const top = side.text.root.scrollTop < 2 ? 0 : line * LINE_PX - target.text.root.clientHeight / 3;
    target.text.moveTo(Math.max(0, top));
  }

  return { show };
})();
