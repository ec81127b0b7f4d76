// The table of operators by compilers: filters, what a cell shows, and the means of what is shown.

const Overview = (() => {
  const heat = one('#heat');
  const rows = all('tbody tr', heat).map((element) => ({
    element,
    data: element.dataset,
    cells: all('td', element),
  }));
  for (const row of rows) for (const cell of row.cells) cell.dataset.text = cell.textContent;
  const columns = all('thead tr:first-child th[data-c]', heat);
  const means = all('[data-mean]', heat);
  const BUCKETS = { over: [1.02, 1.25, 2, 4, 10], eager: [0.5, 0.8, 0.95, 1.05, 2], limit: [0.8, 0.6, 0.4, 0.2, 0.1] };
  const LEGENDS = {
    over: 'Median time over the fastest of the case: 1 is the fastest, ~ is not known to be slower, = is known to be the same.',
    eager: "Median time over that of the frontend's eager compiler: below 1 is faster than eager.",
    limit: 'Share of the nearest measured roof: 100 % is all that this machine was seen to do.',
    median: 'Median time of one call; colours compare within a case.',
  };

  function bucket(metric, cell) {
    const key = metric === 'median' ? 'over' : metric;
    const value = Number(cell.dataset[key]);
    if (!value) return '';
    const reached = key === 'limit' ? (limit) => value >= limit : (limit) => value <= limit;
    const index = BUCKETS[key].findIndex(reached);
    return `h${index < 0 ? 5 : index}`;
  }

  function text(metric, cell) {
    const value = Number(cell.dataset[metric]);
    if (metric === 'over') return cell.dataset.text;
    if (!value) return '–';
    if (metric === 'limit') return `${Math.round(100 * value)} %`;
    if (metric === 'eager') return value >= 10 ? value.toFixed(0) : value.toFixed(2);
    return duration(value);
  }

  function duration(ns) {
    for (const [factor, unit] of [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']]) {
      if (ns >= factor) return `${Number((ns / factor).toPrecision(3))} ${unit}`;
    }
    return `${Math.round(ns)} ns`;
  }

  function matches(row) {
    const words = one('#f-text').value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.every((word) => row.data.text.includes(word))) return false;
    return all('select[data-filter]').every((s) => !s.value || row.data[s.dataset.filter] === s.value);
  }

  // Means cover the cases that every compiler shown completed. One that completed fewer than half
  // of them is left out, or it would shrink the comparison to its few.
  function showMeans(metric, shown, chosen) {
    const value = (row, c, name) => Number(row.cells[c].dataset[name]) || 0;
    const fair = chosen.filter((c) => 2 * shown.filter((row) => value(row, c, 'over')).length >= shown.length);
    const common = shown.filter((row) => fair.every((c) => value(row, c, 'over')));
    const key = metric === 'eager' ? 'eager' : 'over';
    means.forEach((cell, c) => {
      const values = common.map((row) => value(row, c, key)).filter(Boolean);
      const used = fair.includes(c) && values.length && (metric === 'over' || metric === 'eager');
      cell.textContent = used ? Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length).toFixed(2) : '';
    });
    const left = chosen.length - fair.length;
    one('#mean-of').textContent = `of ${common.length} of ${shown.length}` + (left ? `, ${left} left out` : '');
  }

  function apply() {
    const metric = one('#f-metric').value;
    const chosen = all('[data-compiler]').map((box, c) => (box.checked ? c : -1)).filter((c) => c >= 0);
    const shown = rows.filter((row) => {
      row.element.hidden = !matches(row);
      return !row.element.hidden;
    });
    [...columns, ...means].forEach((cell) => { cell.hidden = !chosen.includes(Number(cell.dataset.c)); });
    for (const row of rows) {
      row.cells.forEach((cell, c) => {
        cell.hidden = !chosen.includes(c);
        if (!cell.dataset.over) return;
        cell.className = bucket(metric, cell);
        cell.textContent = text(metric, cell);
      });
    }
    showMeans(metric, shown, chosen);
    one('#legend-text').textContent = LEGENDS[metric];
    one('#count').textContent = shown.length === rows.length ? '' : `${shown.length} of ${rows.length} cases`;
  }

  const form = one('#filters');
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  heat.addEventListener('click', (event) => {
    const row = event.target.closest('tbody tr');
    if (row && !event.target.closest('a')) one('a', row).click();
  });
  apply();

  return {
    mark(index) { rows.forEach((row, i) => row.element.classList.toggle('current', i === index)); },
    // The next shown case in a direction, from ``index``; the same one at the end.
    step(index, by) {
      let next = index;
      do next += by; while (rows[next] && rows[next].element.hidden);
      return rows[next] ? next : index;
    },
  };
})();
