import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../packages/server/src/store/database/open.ts';
import { findDueWork, listDueTurns } from '../packages/server/src/store/targets/turns.ts';
import { platform } from './connections.mjs';
import { sendAtFixedRate } from './load.mjs';
import { inMilliseconds } from './report.mjs';
import { show } from './scale-report.mjs';
import { storeScheduled } from './scheduled-posts.mjs';
import { median } from './statistics.mjs';

const NAMES = { postgres: 'Postgres', sqlite: 'SQLite' };
const FEW = 1_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const SETTLE_MS = 3_000;
const STARTS = 3;
const PAGES = 40;
const LOOKS = 100;

/** An idle server with many posts scheduled for the months ahead, and the same server with a thousand. */
export async function measureAhead(world, { ahead: { posts, idleMs } }) {
  await storeScheduled(world.place, plan(world.channels, { from: 0, to: FEW }));
  const before = await measureIdle(world, idleMs);
  await world.serveWith(0);
  process.stderr.write(`  storing ${posts} posts …\n`);
  await storeScheduled(world.place, plan(world.channels, { from: FEW, to: posts }));
  if (world.dialect === 'postgres') await world.query('analyze');
  const after = await measureIdle(world, idleMs);
  const count = posts.toLocaleString('en');
  return Object.entries(after).map(([metric, value]) =>
    show(
      `${NAMES[world.dialect]}, ${count} posts ahead: ${metric}`,
      `${inMilliseconds(value)}, with 1,000 ${inMilliseconds(before[metric])}`,
    ),
  );
}

function* plan(channels, { from, to }) {
  const firstDueAt = Date.now() + DAY_MS;
  for (let n = from; n < to; n++) {
    const text = `Release 1.${n} is out, with notes on the website.`;
    yield { channel: channels[n % channels.length], text, dueAt: firstDueAt + n * SECOND_MS };
  }
}

/** Milliseconds of one server and its database, each by what it was measured for. */
async function measureIdle(world, idleMs) {
  const readyMs = [];
  for (let n = 0; n < STARTS; n++) {
    await world.serveWith(0);
    const [server] = await world.serveWith(1);
    readyMs.push(server.readyMs);
  }
  await delay(SETTLE_MS);
  const [used, begun] = [world.cpu(), performance.now()];
  await delay(idleMs);
  const seconds = (performance.now() - begun) / 1000;
  const now = world.cpu();
  const ofDatabase = world.dialect === 'postgres' && {
    'processor of a second, idle Postgres': (now.database - used.database) / seconds,
  };
  return {
    ready: median(readyMs),
    'processor of a second, idle server': (now.servers - used.servers) / seconds,
    ...ofDatabase,
    ...(await timeLooks(world)),
    'first page of posts': await timePage(world, '/api/v1/posts'),
    'first page of scheduled posts': await timePage(world, '/api/v1/posts?status=scheduled'),
  };
}

/** Times the queries of a look for what is due, on a connection of this process. */
async function timeLooks({ dialect, place, channels: [{ profileId, workspaceId }] }) {
  const config =
    dialect === 'postgres' ? { dialect, url: place.url } : { dialect, path: join(place.dataDir, 'social.db') };
  const db = openDatabase(config);
  const channel = { profile_id: profileId, workspace_id: workspaceId, platform };
  const now = new Date().toISOString();
  try {
    return {
      'query for due turns': await timeQuery(() => listDueTurns(db, now, { limit: 500, perWorkspace: 50 })),
      'query for what is due in a channel': await timeQuery(() => findDueWork(db, channel, now, [])),
    };
  } finally {
    await db.destroy();
  }
}

async function timeQuery(run) {
  const times = [];
  for (let n = 0; n < LOOKS; n++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function timePage({ running, channels: [{ headers }] }, path) {
  const [{ url }] = running();
  const build = () => ({ method: 'GET', path, headers });
  return median(await sendAtFixedRate(url, { count: PAGES, intervalMs: 50, build }));
}
