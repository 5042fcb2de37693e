import { sendRequests } from './load.mjs';
import { cpuMs } from './processor.mjs';
import { buildPublish } from './publish-request.mjs';
import { takeTurns } from './take-turns.mjs';

const CONCURRENCY = 4;

/**
 * Server CPU per authenticated list request, in milliseconds, one value per window and side.
 * @param {{ours: object, reference: object, workspace: object}} contenders
 * @param {{cycles: number, settleMs: number, listRequests: number}} size
 */
export function measureListCpu(contenders, { listRequests: count, ...size }) {
  const call = { method: 'GET', path: '/api/keys', headers: authorization(contenders) };
  return measure(contenders, size, { count, build: () => call });
}

/** Server CPU per publish to one platform with an Idempotency-Key, in milliseconds, one value per window and side. */
export function measurePublishCpu(contenders, { publishes: count, ...size }) {
  return measure(contenders, size, { count, build: () => buildPublish(contenders) });
}

function measure(contenders, size, { count, build }) {
  return takeTurns(['ours', 'reference', 'reference', 'ours'], size, async (side) => {
    const { pid, url } = contenders[side];
    const before = cpuMs(pid);
    await sendRequests(url, { count, concurrency: CONCURRENCY, build });
    return (cpuMs(pid) - before) / count;
  });
}

function authorization({ workspace }) {
  return { authorization: `Bearer ${workspace.apiKey}` };
}
