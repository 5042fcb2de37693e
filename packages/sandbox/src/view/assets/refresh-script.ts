/** The page's only script: fetches the parts that changed, and shows times in the reader's time zone. */
export const refreshScript = `'use strict';
const everyMs = 1500;
const regions = new Map([...document.querySelectorAll('[data-live]')].map((element) => [element.dataset.live, element]));
const shown = new Map();

function localize(root) {
  for (const element of root.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    const isToday = at.toDateString() === new Date().toDateString();
    element.textContent = at.toLocaleString([], isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' });
    element.title = at.toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
  }
}

async function refresh() {
  if (document.hidden) return;
  const response = await fetch('/_sandbox/view' + location.search);
  if (!response.ok) return;
  for (const [name, markup] of Object.entries(await response.json())) {
    const region = regions.get(name);
    if (!region || shown.get(name) === markup) continue;
    if (region.contains(document.activeElement)) continue;
    shown.set(name, markup);
    region.innerHTML = markup;
    localize(region);
  }
}

localize(document);
setInterval(() => refresh().catch(() => {}), everyMs);
`;
