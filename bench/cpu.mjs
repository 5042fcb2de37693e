import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { platform } from './contenders.mjs';
import { sendRequests } from './load.mjs';
import { cpuMs } from './processor.mjs';

const CONCURRENCY = 4;
/** Once around: whatever drifts during a run weighs on both sides alike. */
const ORDER = ['ours', 'reference', 'reference', 'ours'];

/**
 * Server CPU per authenticated list request, in milliseconds, one value per window and side.
 * @param {{ours: object, reference: object, workspace: object}} contenders
 * @param {{cycles: number, settleMs: number, listRequests: number}} size
 */
export function measureListCpu(contenders, { listRequests: count, ...size }) {
  const call = { method: 'GET', path: '/api/keys', headers: authorization(contenders) };
  return measure(contenders, { ...size, count, build: () => call });
}

/** Server CPU per publish to one platform under an Idempotency-Key, in milliseconds, one value per window and side. */
export function measurePublishCpu(contenders, { publishes: count, ...size }) {
  const headers = { ...authorization(contenders), 'content-type': 'application/json' };
  const build = () => {
    // Networks refuse a text that they have just published.
    const key = randomUUID();
    const body = JSON.stringify({ text: `Release ${key} is out, with notes on the website.`, platforms: [platform] });
    return { method: 'POST', path: '/api/v1/posts', headers: { ...headers, 'idempotency-key': key }, body };
  };
  return measure(contenders, { ...size, count, build });
}

async function measure(contenders, { cycles, settleMs, count, build }) {
  const load = { count, concurrency: CONCURRENCY, build };
  const values = { ours: [], reference: [] };
  // Compiled and warm, as a server is that has run for a while.
  for (const side of ORDER) await sendRequests(contenders[side].url, load);
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const side of ORDER) {
      const { pid, url } = contenders[side];
      await delay(settleMs);
      const before = cpuMs(pid);
      await sendRequests(url, load);
      values[side].push((cpuMs(pid) - before) / count);
    }
  }
  return values;
}

function authorization({ workspace }) {
  return { authorization: `Bearer ${workspace.apiKey}` };
}
