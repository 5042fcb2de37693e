import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { platform } from './connections.mjs';
import { sendAtFixedRateUntil } from './load.mjs';
import { cpuMs } from './processor.mjs';
import { makeTemporaryDirectory } from './programs.mjs';
import { describeMachine, inMilliseconds } from './report.mjs';
import { schedule, startScheduleWorld } from './schedule-world.mjs';
import { quantile } from './statistics.mjs';

const MINUTE_MS = 60_000;
const IDLE_MS = 10_000;
/** Upper bound of the time to store a scheduled post, also on a slow machine. */
const STORING_MS = 12;
const LATE_TARGET_MS = 1_500;

const { values: options } = parseArgs({
  options: { posts: { type: 'string', default: '6000' }, accounts: { type: 'string', default: '100' } },
});
const count = Number(options.posts);
const accounts = Number(options.accounts);
const directory = makeTemporaryDirectory('social-schedule');

/** Plans posts of all accounts in turn, due evenly within `withinMs` from the given instant. */
function plan(name, firstDueAt, withinMs) {
  return Array.from({ length: count }, (_, n) => ({
    account: n % accounts,
    text: `${name} ${n}: a note that was written before it was due`,
    dueAt: firstDueAt + Math.floor((n * withinMs) / count),
  }));
}

/** Stores the posts, waits until every post was sent, and compares them with the posts that each account has accepted. */
async function run(world, name, withinMs) {
  const posts = plan(name, Date.now() + count * STORING_MS + 5_000, withinMs);
  const firstDueAt = posts[0].dueAt;
  process.stderr.write(`storing ${count} posts: ${name} …\n`);
  await schedule(world, posts);
  if (Date.now() > firstDueAt) throw new Error('the posts were stored too slowly to be due later');
  await delay(firstDueAt - Date.now());
  const before = cpuMs(world.server.pid);
  const probes = probe(world);
  await delay(posts.at(-1).dueAt - Date.now());
  await untilNoneWaits(world);
  const latencies = await probes.end();
  const cpu = (cpuMs(world.server.pid) - before) / count;
  return { ...(await compareWithNetwork(world, posts)), latencies, cpu, firstDueAt };
}

/** Sends requests of another workspace at a fixed rate until `end`. */
function probe({ server, bystander: headers }) {
  const over = new AbortController();
  const read = { method: 'GET', path: '/api/v1/posts', headers };
  const publish = () => ({
    method: 'POST',
    path: '/api/v1/posts',
    headers,
    body: JSON.stringify({ text: `Meanwhile ${crypto.randomUUID()}`, platforms: [platform] }),
  });
  const answers = Promise.all([
    sendAtFixedRateUntil(server.url, { signal: over.signal, intervalMs: 50, build: () => read }),
    sendAtFixedRateUntil(server.url, { signal: over.signal, intervalMs: 200, build: publish }),
  ]);
  return {
    async end() {
      over.abort();
      const [reads, publishes] = await answers;
      return { reads, publishes };
    },
  };
}

async function untilNoneWaits({ server, headers }) {
  for (const status of ['scheduled', 'publishing']) {
    for (;;) {
      const answer = await fetch(`${server.url}/api/v1/posts?status=${status}&limit=1`, { headers });
      const { posts } = await answer.json();
      if (posts.length === 0) break;
      await delay(250);
    }
  }
}

async function compareWithNetwork(world, posts) {
  const accepted = await world.accepted();
  const lateness = [];
  const wrong = [];
  let last = 0;
  for (const [account, planned] of Map.groupBy(posts, (post) => post.account)) {
    const texts = new Set(planned.map(({ text }) => text));
    const taken = (accepted.get(`account_${account}`) ?? []).filter(({ text }) => texts.has(text));
    const isAsPlanned = taken.length === planned.length && taken.every(({ text }, n) => text === planned[n].text);
    if (!isAsPlanned) wrong.push(`account_${account}: ${taken.length} of ${planned.length} posts, or not in order`);
    for (const [n, post] of taken.entries()) {
      lateness.push(Date.parse(post.createdAt) - (planned[n]?.dueAt ?? 0));
      last = Math.max(last, Date.parse(post.createdAt));
    }
  }
  return { lateness, wrong, last };
}

function line(name, values) {
  const of = (share) => inMilliseconds(quantile(values, share)).padStart(10);
  return `${name.padEnd(44)} p50 ${of(0.5)}  p99 ${of(0.99)}  max ${of(1)}  (${values.length})`;
}

function report(name, { lateness, wrong, last, latencies, cpu, firstDueAt }) {
  const late = quantile(lateness, 0.99);
  console.log(`\n${name}`);
  console.log(line('  late by', lateness));
  console.log(line('  GET /api/v1/posts of another workspace', latencies.reads));
  console.log(line('  POST /api/v1/posts of another workspace', latencies.publishes));
  const seconds = (last - firstDueAt) / 1000;
  console.log(`  all sent ${seconds.toFixed(1)} s after the first was due, ${cpu.toFixed(2)} ms of server CPU each`);
  console.log(`  each once and in order: ${wrong.length === 0 ? 'yes' : `NO: ${wrong.join('; ')}`}`);
  if (wrong.length > 0) process.exitCode = 1;
  return late;
}

console.log(describeMachine());
const world = await startScheduleWorld({ dataDir: join(directory, 'data'), accounts });
try {
  const idle = probe(world);
  await delay(IDLE_MS);
  const { reads, publishes } = await idle.end();
  console.log(`\nidle`);
  console.log(line('  GET /api/v1/posts', reads));
  console.log(line('  POST /api/v1/posts', publishes));
  const spread = `${count} posts of ${accounts} accounts, due within a minute`;
  const late = report(spread, await run(world, 'Spread', MINUTE_MS));
  console.log(`  99 % late by at most ${LATE_TARGET_MS} ms: ${late <= LATE_TARGET_MS ? 'met' : 'MISSED'}`);
  report(`${count} posts of ${accounts} accounts, due at the same second`, await run(world, 'Burst', 1_000));
} finally {
  await world.stop();
}
console.log(describeMachine());
