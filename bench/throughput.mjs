import { availableParallelism } from 'node:os';
import { buildPublish, sendAtFixedRateUntil } from './load.mjs';
import { atMost, show, spreadOf, unbroken } from './report.mjs';
import { compareWithNetwork, firstDue, schedule, untilAllEnded } from './scheduled-posts.mjs';
import { quantile } from './statistics.mjs';

const NETWORK_MS = 300;
const SERVERS = 4;
const ACCOUNTS = 200;
/** Scheduled posts of the neighbour of a flood, which publishes others at once, and when they are due after it has begun. */
const SINGLES = { count: 5, afterMs: 3_000, withinMs: 5_000 };

/** Lateness where networks take 300 ms: one post of each account at once, and as many accounts as half of the machine can serve. */
export async function measureLateness(world, { postsOfAccount }) {
  const once = async (name) => {
    const { posts, cost } = await send(world, { name, accounts: ACCOUNTS, count: ACCOUNTS });
    return { cost, sent: await compareWithNetwork(world, posts, NETWORK_MS) };
  };
  await once('To warm up');
  const { cost, sent: atOnce } = await once('At once');
  const processorMs = availableParallelism() * NETWORK_MS;
  const accounts = Math.max(1, Math.min(ACCOUNTS, Math.floor((0.5 * processorMs) / cost.all)));
  const count = accounts * postsOfAccount;
  // The due times order the posts of an account, which are stored beside each other.
  const { posts } = await send(world, { name: 'Half of the machine', accounts, count, withinMs: postsOfAccount });
  const sent = await compareWithNetwork(world, posts, NETWORK_MS);
  const many = `${count} posts of ${accounts} accounts due at once, half of the processors`;
  return [
    show(`${ACCOUNTS} accounts, 1 post each, due at once: late by`, `${spreadOf(atOnce.late)}; ${cost.text}`),
    atMost(`${ACCOUNTS} due at once, 99 % late by`, quantile(atOnce.late, 0.99), 300),
    unbroken(`${ACCOUNTS} due at once`, atOnce),
    show(`${many}: late beyond order by`, spreadOf(sent.beyondOrder)),
    atMost('99 % of these late beyond order by', quantile(sent.beyondOrder, 0.99), 3_000),
    unbroken('half of the processors', sent),
  ];
}

/** Many posts due within one second where networks take 300 ms, and what a neighbour notices, which has few. */
export async function measureFlood(world, { posts: count }) {
  await startAll(world);
  const firstDueAt = firstDue(count + SINGLES.count);
  const [few, others] = [world.neighbours.slice(0, SINGLES.count), world.neighbours.slice(SINGLES.count)];
  const plan = { name: 'Single', channels: few, ...SINGLES, firstDueAt: firstDueAt + SINGLES.afterMs };
  const singles = schedule(world, plan);
  const over = new AbortController();
  const publishMeanwhile = () =>
    sendAtFixedRateUntil(world.running()[0].url, {
      ...{ signal: over.signal, intervalMs: 1_000 },
      build: (n) => buildPublish(others[n % others.length], { profile: others[n % others.length].profile }),
    });
  const flood = send(
    world,
    { name: 'Flood', accounts: ACCOUNTS, count, withinMs: 1_000, firstDueAt },
    publishMeanwhile,
  );
  const { posts, cost, beside } = await flood.finally(() => over.abort());
  const immediate = await beside;
  const sent = await compareWithNetwork(world, posts, NETWORK_MS);
  const neighbour = await compareWithNetwork(world, await singles, NETWORK_MS);
  const seconds = (Math.max(...sent.acceptedAt.map(({ at }) => at)) - posts[0].dueAt) / 1000;
  const possible = ((1000 * ACCOUNTS) / NETWORK_MS).toFixed(0);
  const metric = `${count} posts of ${ACCOUNTS} accounts due in one second`;
  return [
    show(`${metric}: sent a second`, `${(count / seconds).toFixed(1)} of ${possible} that order allows; ${cost.text}`),
    show(`${metric}: late beyond order by`, spreadOf(sent.beyondOrder)),
    show('immediate posts of a neighbour meanwhile, answered after', spreadOf(immediate)),
    unbroken(metric, sent),
    atMost("a neighbour's single posts meanwhile, all late by", Math.max(...neighbour.late), 1_000),
    unbroken("a neighbour's single posts", neighbour),
  ];
}

/** Sends posts with all servers. `begin` is called when the first is due, and its result is returned as it is. */
async function send(world, { accounts, ...plan }, begin = () => undefined) {
  await startAll(world);
  const posts = await schedule(world, { ...plan, channels: world.channels.slice(0, accounts) });
  const before = world.cpu();
  const beside = begin();
  await untilAllEnded(world);
  return { posts, cost: costOf(before, world.cpu(), plan.count), beside };
}

async function startAll(world) {
  await world.answerAfter(NETWORK_MS);
  await world.serveWith(SERVERS);
}

/** Processor time of a post: all of it, and in words. */
function costOf(before, after, posts) {
  const of = (name) => (after[name] - before[name]) / posts;
  const [servers, database, networks] = [of('servers'), of('database'), of('networks')];
  const text = `${servers.toFixed(1)} ms of processor each in servers, ${database.toFixed(1)} ms in Postgres`;
  return { all: servers + database + networks, text };
}
