import { buildPublish, headersOf, sendRequests } from './load.mjs';
import { cpuMs } from './processor.mjs';
import { takeTurns } from './statistics.mjs';

const CONCURRENCY = 4;

/** The measured lists. The pages of posts and logs are full ones. */
export const LISTS = { keys: '/api/keys', posts: '/api/v1/posts', logs: '/api/logs' };

/** Posts, each with a log entry, that fill the first page of both lists. */
export const LISTED_POSTS = 100;

/**
 * Server CPU per authenticated list request, in milliseconds, one value per window and side.
 * @param {{ours: object, reference: object, workspace: object}} contenders
 * @param {string} path
 * @param {{cycles: number, settleMs: number, listRequests: number}} size
 */
export function measureListCpu(contenders, path, { listRequests: count, ...size }) {
  const call = { method: 'GET', path, headers: headersOf(contenders.workspace) };
  return measure(contenders, size, { count, buildFor: () => () => call });
}

/** Server CPU per publish to one platform, in milliseconds, one value per window and side. */
export function measurePublishCpu(contenders, { publishes: count, ...size }) {
  return measure(contenders, size, {
    count,
    buildFor: (side) => {
      const { workspace = contenders.workspace, isKeyless } = contenders[side];
      return () => buildPublish({ workspace }, { isKeyless });
    },
  });
}

function measure(contenders, size, { count, buildFor }) {
  return takeTurns(size, async (side) => {
    const { pid, url } = contenders[side];
    const before = cpuMs(pid);
    await sendRequests(url, { count, concurrency: CONCURRENCY, build: buildFor(side) });
    return (cpuMs(pid) - before) / count;
  });
}
