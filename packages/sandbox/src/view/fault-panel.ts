import { networkFacts } from '../generated/networks.ts';
import { type Html, html } from '../pages/html.ts';
import { type Fault, type FaultKind, faultKinds } from '../world/faults.ts';
import { networkIds } from '../world/network-ids.ts';
import { operations } from '../world/operation.ts';
import type { World } from '../world/world.ts';
import { pageLink, type Selection } from './selection.ts';

const meanings: Record<FaultKind, string> = {
  'rate-limit': '429, nothing done',
  'server-error': '500, nothing done',
  'bad-gateway': '502 with HTML, nothing done',
  timeout: 'never answers, nothing done',
  drop: 'connection cut, nothing done',
  'accept-then-hang': 'done, but never answers',
  'accept-then-half': 'done, half an answer',
  'accept-then-drop': 'done, connection cut',
  'accept-then-error': 'done, answers 500',
  'no-id': 'done, answer without an id',
  huge: 'done, 64 MiB answer',
  drip: 'done, answer byte by byte',
  slow: 'done, answers late',
  garbage: '200 with HTML, nothing done',
  'invalid-grant': '400, code or refresh token invalid',
  unauthorized: '401 until cleared',
  'expired-token': '401, token expired',
  'revoked-token': '401, token revoked',
  'version-sunset': '426, version gone',
  'credits-depleted': '402, no credits',
  forbidden: '403',
};

/** The form that adds a fault; it works without a script. */
export function faultForm(selection: Selection): Html {
  return html`<form class="faults" method="post" action="/_sandbox/view/faults${pageLink(selection).slice(1)}">
<label>Network <select name="network">${networkIds.map((id) => option(id, { label: networkFacts[id].label, isChosen: id === selection.network }))}</select></label>
<label>Operation <select name="operation">${operations.map((each) => option(each, {}))}</select></label>
<label class="wide">Kind <select name="kind">${faultKinds.map((kind) => option(kind, { label: `${kind}: ${meanings[kind]}` }))}</select></label>
<label>Times <input name="times" type="number" min="1" max="1000000" placeholder="1"></label>
<label>Retry after (s) <input name="retryAfterSeconds" type="number" min="0" placeholder="60"></label>
<button class="primary">Add fault</button>
</form>`;
}

/** The faults that wait for a call. */
export function waitingFaults(world: World, selection: Selection): Html {
  const faults = world.faults.all();
  if (faults.length === 0) return html`<p class="quiet">No faults are waiting: valid calls succeed.</p>`;
  return html`<ul class="waiting">${faults.map(waiting)}</ul>
<form method="post" action="/_sandbox/view/faults${pageLink(selection).slice(1)}"><button name="clear" value="all">Clear faults</button></form>`;
}

function waiting(fault: Fault): Html {
  const times = fault.times === null ? 'until cleared' : `${fault.times} more ${fault.times === 1 ? 'time' : 'times'}`;
  return html`<li><strong>${fault.kind}</strong> on ${networkFacts[fault.network].label} ${fault.operation} <span class="quiet">${times}</span></li>
`;
}

function option(value: string, { label = value, isChosen = false }: { label?: string; isChosen?: boolean }): Html {
  return html`<option value="${value}"${isChosen ? html` selected` : undefined}>${label}</option>`;
}
