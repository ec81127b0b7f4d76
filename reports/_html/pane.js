// A pane of numbered lines. Lines stand in chunks of fixed height; a chunk is plain text until it
// comes near the window, then it gets its colours. So the browser's own search and copying work on
// all of it, and an assembly of fifty thousand lines opens at once.

const LINE_PX = 18;
const CHUNK = 120;

class Pane {
  constructor(root, { onPoint = () => {}, onPick = () => {} } = {}) {
    this.root = root;
    this.first = 1;
    this.links = new Map(); // line number -> { sources: [source lines], shared: number }
    this.lit = new Map(); // line number -> class names
    this.hits = [];
    this.hit = -1;
    this.cursor = 0;
    this.moved = 0;
    this.observer = new IntersectionObserver((seen) => {
      for (const entry of seen) if (entry.isIntersecting) this.paint(entry.target);
    }, { root, rootMargin: '600px 0px' });
    const numberOf = (event) => Number(event.target.closest?.('.ln')?.dataset.n || 0);
    root.addEventListener('mouseover', (event) => onPoint(numberOf(event)));
    root.addEventListener('mouseleave', () => onPoint(0));
    root.addEventListener('click', (event) => { const n = numberOf(event); if (n) onPick(n); });
    root.addEventListener('keydown', (event) => this.key(event, onPoint, onPick));
  }

  show(text, language, first = 1) {
    this.observer.disconnect();
    this.first = first;
    this.colours = new Colours(text, language);
    this.links = new Map();
    this.lit = new Map();
    this.hits = [];
    this.cursor = 0;
    this.chunks = [];
    for (let start = 0; start < this.colours.lines; start += CHUNK) {
      const end = Math.min(start + CHUNK, this.colours.lines);
      const chunk = make('div', 'chunk', text.slice(this.colours.line(start)[0], this.colours.line(end - 1)[1]));
      chunk.dataset.start = start;
      chunk.style.height = `${(end - start) * LINE_PX}px`;
      this.chunks.push(chunk);
    }
    this.root.replaceChildren(...this.chunks);
    this.moveTo(0);
    for (const chunk of this.chunks) this.observer.observe(chunk);
  }

  say(message) {
    this.observer.disconnect();
    this.colours = null;
    this.chunks = [];
    this.links = new Map();
    this.root.replaceChildren(make('div', 'absent', message));
  }

  get last() { return this.colours ? this.first + this.colours.lines - 1 : 0; }

  paint(chunk) {
    if (chunk.dataset.painted) return;
    chunk.dataset.painted = '1';
    const start = Number(chunk.dataset.start);
    const end = Math.min(start + CHUNK, this.colours.lines);
    const lines = [];
    for (let index = start; index < end; index += 1) {
      const line = make('div', 'ln');
      line.dataset.n = index + this.first;
      for (const [text, name] of this.colours.pieces(index)) line.append(name ? make('span', name, text) : text);
      if (index + 1 < end) line.append('\n');
      lines.push(line);
    }
    chunk.replaceChildren(...lines);
    for (const line of lines) this.dress(line);
  }

  dress(line) {
    const n = Number(line.dataset.n);
    const link = this.links.get(n);
    const names = ['ln'];
    if (link) {
      names.push('linked', `u${link.sources[0] % 6}`);
      if (link.shared > 1) names.push('shared');
    }
    if (this.lit.has(n)) names.push(this.lit.get(n));
    if (this.hits.includes(n)) names.push(n === this.hits[this.hit] ? 'hit here' : 'hit');
    if (n === this.cursor) names.push('cursor');
    line.className = names.join(' ');
  }

  element(n) {
    const chunk = this.chunks?.[Math.floor((n - this.first) / CHUNK)];
    return chunk?.dataset.painted ? chunk.children[(n - this.first) % CHUNK] : null;
  }

  redress(numbers) {
    for (const n of numbers) {
      const line = this.element(n);
      if (line) this.dress(line);
    }
  }

  setLinks(links) {
    this.links = links;
    for (const line of all('.ln', this.root)) this.dress(line);
  }

  light(lit) {
    const changed = new Set([...this.lit.keys(), ...lit.keys()]);
    this.lit = lit;
    this.redress(changed);
  }

  reveal(n) {
    const top = (n - this.first) * LINE_PX;
    const { scrollTop, clientHeight } = this.root;
    if (top >= scrollTop + LINE_PX && top <= scrollTop + clientHeight - 3 * LINE_PX) return;
    this.moveTo(Math.max(0, top - clientHeight / 3));
  }

  // Scroll by the page's own will: ``moved`` lets the scroll event be told from a reader's.
  moveTo(top) {
    this.root.scrollTop = top;
    this.moved = this.root.scrollTop;
  }

  get movedByReader() { return Math.abs(this.root.scrollTop - this.moved) > 1; }

  // Lines that hold ``words``, in any case; returns how many there are.
  find(words) {
    const before = this.hits;
    this.hits = [];
    this.hit = -1;
    if (words && this.colours) {
      const wanted = words.toLowerCase();
      const text = this.colours.text.toLowerCase();
      let at = text.indexOf(wanted);
      while (at >= 0) {
        const index = this.colours.lineAt(at);
        this.hits.push(index + this.first);
        at = text.indexOf(wanted, Math.max(this.colours.line(index)[1], at + 1));
      }
    }
    this.redress(new Set([...before, ...this.hits]));
    if (this.hits.length) this.nextHit(1);
    return this.hits.length;
  }

  nextHit(by) {
    if (!this.hits.length) return;
    const before = this.hits[this.hit];
    this.hit = (this.hit + by + this.hits.length) % this.hits.length;
    this.redress([before, this.hits[this.hit]].filter(Boolean));
    this.reveal(this.hits[this.hit]);
  }

  key(event, onPoint, onPick) {
    if (event.key === 'Enter' && this.cursor) { onPick(this.cursor); event.preventDefault(); return; }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !this.colours || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const before = this.cursor;
    this.cursor = Math.min(this.last, Math.max(this.first, (before || this.first - 1) + by));
    this.redress([before, this.cursor]);
    this.reveal(this.cursor);
    onPoint(this.cursor);
  }
}
