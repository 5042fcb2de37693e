import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendAtFixedRate } from './load.mjs';
import { seedPosts } from './seed.mjs';
import { createWorkspace, startSocialServer } from './social-server.mjs';
import { median } from './statistics.mjs';

const INTERVAL_MS = 20;
const ORDER = ['large', 'small', 'small', 'large'];

/** The calls whose time must not depend on how many rows there are. */
export const PAGES = {
  posts: () => '/api/v1/posts',
  logs: () => '/api/logs?limit=50',
  lastLogs: (rows) => `/api/logs?limit=50&offset=${rows - 50}`,
};

/**
 * Makes two databases of so many posts and starts a server on each.
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
export async function measurePage(servers, pathFor, { cycles, settleMs, pageRequests: count }) {
  const values = { large: [], small: [] };
  const load = (side) => ({
    count,
    intervalMs: INTERVAL_MS,
    build: () => ({
      method: 'GET',
      path: pathFor(servers[side].rows),
      headers: { authorization: `Bearer ${servers[side].workspace.apiKey}` },
    }),
  });
  for (const side of ORDER) await sendAtFixedRate(servers[side].url, load(side));
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const side of ORDER) {
      await delay(settleMs);
      values[side].push(median(await sendAtFixedRate(servers[side].url, load(side))));
    }
  }
  return values;
}
