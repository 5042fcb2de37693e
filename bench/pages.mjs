import { join } from 'node:path';
import { sendAtFixedRate } from './load.mjs';
import { seedPosts } from './seed.mjs';
import { createWorkspace, startSocialServer } from './social-server.mjs';
import { median } from './statistics.mjs';
import { takeTurns } from './take-turns.mjs';

const INTERVAL_MS = 20;

/** The calls whose time must not depend on how many rows there are. */
export const PAGES = {
  posts: () => '/api/v1/posts',
  logs: () => '/api/logs?limit=50',
  lastLogs: (rows) => `/api/logs?limit=50&offset=${rows - 50}`,
};

/**
 * Creates two databases with `rows` posts and starts a server on each.
 * @param {{directory: string, rows: {small: number, large: number}}} options
 */
export async function startPageServers({ directory, rows }) {
  const start = async (side) => {
    const dataDir = join(directory, side);
    const workspace = createWorkspace(dataDir);
    seedPosts({ dataDir, ...workspace, count: rows[side] });
    return { ...(await startSocialServer({ dataDir })), workspace, dataDir, rows: rows[side] };
  };
  const small = await start('small');
  const large = await start('large');
  return { small, large, stop: () => Promise.all([small.stop(), large.stop()]) };
}

/**
 * Median time to answer a page on each side, in milliseconds, one value per window; requests arrive at a fixed rate.
 * @param {object} servers of `startPageServers`
 * @param {(rows: number) => string} pathFor
 * @param {{cycles: number, settleMs: number, pageRequests: number}} size
 */
export function measurePage(servers, pathFor, { pageRequests: count, ...size }) {
  return takeTurns(['large', 'small', 'small', 'large'], size, async (side) => {
    const { url, rows, workspace } = servers[side];
    const headers = { authorization: `Bearer ${workspace.apiKey}` };
    const build = () => ({ method: 'GET', path: pathFor(rows), headers });
    return median(await sendAtFixedRate(url, { count, intervalMs: INTERVAL_MS, build }));
  });
}
