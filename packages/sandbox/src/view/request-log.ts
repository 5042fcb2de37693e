import { networkFacts } from '../generated/networks.ts';
import { type Html, html } from '../pages/html.ts';
import { time } from '../pages/post-card.ts';
import type { RequestEntry, World } from '../world/world.ts';
import type { Selection } from './selection.ts';

const shownRequests = 50;

/** The latest calls, newest first, with the status of each answer. */
export function requestLog(world: World, selection: Selection): Html {
  const wanted = world.requests.filter(
    ({ network }) => selection.network === undefined || network === selection.network,
  );
  if (wanted.length === 0) return html`<p class="quiet">No requests yet. Every call to a network is listed here.</p>`;
  const latest = wanted.slice(-shownRequests).reverse();
  return html`<ol class="requests">${latest.map(row)}</ol>
${wanted.length > shownRequests ? html`<p class="quiet">The latest ${shownRequests} of ${wanted.length} requests.</p>` : undefined}`;
}

function row(entry: RequestEntry): Html {
  return html`<li><div><span class="status ${statusClass(entry.status)}">${statusWord(entry.status)}</span> <strong>${entry.operation}</strong> <span class="quiet">${networkFacts[entry.network].label}</span> <span class="when">${time(entry.at)}</span></div>
<code title="${entry.path}">${entry.method} ${entry.path}</code></li>
`;
}

function statusWord(status: number): string {
  if (status === 0) return '∅ no answer';
  return status < 400 ? `✓ ${status}` : `✕ ${status}`;
}

function statusClass(status: number): string {
  return status > 0 && status < 400 ? 'fine' : 'wrong';
}
