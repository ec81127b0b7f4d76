// Which case is shown: the address names it (#/operator/case/target), so a view can be sent along.

const Main = (() => {
  const index = JSON.parse(one('#index').textContent);
  const section = one('#case');
  let current = 0;
  let serial = 0;

  async function show(number, scroll) {
    const mine = serial += 1;
    if (number !== current) {
      const html = await unpack(`case-${number}`);
      if (mine !== serial) return;
      section.innerHTML = html; // made by our own escaping templates; the CSP lets nothing in it run
      current = number;
    }
    Overview.mark(number);
    if (scroll) section.scrollIntoView();
    const ranking = all('.results tbody tr:not(.bad):not(.na) th', section).map((th) => th.textContent.trim());
    await Code.show(index.code[number] || [], ranking);
    document.body.dataset.shown = number; // for tests, and for nothing else
  }

  function route(scroll) {
    const key = decodeURIComponent(location.hash.slice(2));
    const number = location.hash.startsWith('#/') ? index.keys.indexOf(key) : current;
    return show(Math.max(0, number), scroll && location.hash.startsWith('#/')).catch((error) => {
      section.append(make('p', 'problem', String(error.message || error)));
    });
  }

  function go(by) {
    const next = Overview.step(current, by);
    if (next !== current) location.hash = `#/${encodeURI(index.keys[next])}`;
  }

  window.addEventListener('hashchange', () => { if (location.hash.startsWith('#/')) route(true); });
  one('.top nav').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault(); // the address keeps naming the case
    one(link.getAttribute('href')).scrollIntoView();
  });
  section.addEventListener('click', (event) => {
    const button = event.target.closest('[data-step]');
    if (button) go(Number(button.dataset.step));
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
    if (event.key === 'j') go(1);
    if (event.key === 'k') go(-1);
    if (event.key === '/') { event.preventDefault(); one('#f-text').focus(); }
  });
  if (index.keys.length) route(true);
  return {};
})();
