import { availableParallelism } from 'node:os';
import { publishMeanwhile } from './neighbour.mjs';
import { atLeast, atMost, show, spreadOf, unbroken } from './scale-report.mjs';
import { compareWithNetwork, schedule, untilAllEnded } from './sent-posts.mjs';
import { quantile } from './statistics.mjs';

const NETWORK_MS = 300;
/** Most turns of a server at a time. */
const TURNS = 50;
const SERVERS = 4;
/** Least throughput of so many servers, as a multiple of that of one. */
const LEAST_RATIO = { 2: 1.8, 4: 3.5 };
const ACCOUNTS = 200;

/**
 * Throughput of several servers where networks take long, so that the number of turns limits it. In `waves` network times from
 * the due time on, no account runs out of posts.
 */
export async function measureServers(world, { servers: counts, waves, slowMs }) {
  const lines = [];
  const rates = {};
  await world.answerAfter(slowMs);
  for (const servers of counts) {
    await world.serveWith(servers);
    const count = servers * TURNS * (waves + 2);
    const name = `With ${servers}`;
    const before = world.cpu();
    const posts = await schedule(world, { name, channels: world.channels, count });
    await untilAllEnded(world);
    const cost = costOf(before, world.cpu(), count);
    const sent = await compareWithNetwork(world, posts, slowMs);
    const end = posts[0].dueAt + waves * slowMs;
    const inTime = sent.acceptedAt.filter(({ at }) => at < end).length;
    rates[servers] = (1000 * inTime) / (waves * slowMs);
    const possible = ((1000 * servers * TURNS) / slowMs).toFixed(1);
    const metric = `networks of ${slowMs / 1000} s, servers: ${servers}`;
    lines.push(show(`${metric}, posts a second`, `${rates[servers].toFixed(1)} of ${possible}; ${cost.text}`));
    lines.push(unbroken(metric, sent));
  }
  for (const servers of counts.slice(1)) {
    const metric = `networks of ${slowMs / 1000} s, throughput of ${servers} servers ÷ 1`;
    lines.push(atLeast(metric, rates[servers] / rates[1], LEAST_RATIO[servers]));
  }
  return lines;
}

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
  const { posts } = await send(world, { name: 'Half of the machine', accounts, count });
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
  await world.answerAfter(NETWORK_MS);
  await world.serveWith(SERVERS);
  const singles = world.neighbours.slice(0, 5);
  const meanwhile = new AbortController();
  const besideIt = () =>
    Promise.all([
      schedule(world, { name: 'Single', channels: singles, count: singles.length, withinMs: 5_000 }),
      publishMeanwhile(world.running()[0].url, world.neighbours.slice(singles.length), {
        signal: meanwhile.signal,
        intervalMs: 1_000,
      }),
    ]);
  const flood = send(world, { name: 'Flood', accounts: ACCOUNTS, count, withinMs: 1_000 }, besideIt);
  const { posts, cost, beside } = await flood.finally(() => meanwhile.abort());
  const [single, immediate] = await beside;
  const sent = await compareWithNetwork(world, posts, NETWORK_MS);
  const neighbour = await compareWithNetwork(world, single, NETWORK_MS);
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

/** Sends posts with all servers. `beside` begins when the first is due, and its result is returned as it is. */
async function send(world, { name, accounts, count, withinMs }, beside = () => undefined) {
  await world.answerAfter(NETWORK_MS);
  await world.serveWith(SERVERS);
  const channels = world.channels.slice(0, accounts);
  const posts = await schedule(world, { name, channels, count, withinMs });
  const before = world.cpu();
  const begun = beside();
  await untilAllEnded(world);
  return { posts, cost: costOf(before, world.cpu(), count), beside: begun };
}

/** Processor time of a post: all of it, and in words. */
function costOf(before, after, posts) {
  const of = (name) => (after[name] - before[name]) / posts;
  const [servers, database, networks] = [of('servers'), of('database'), of('networks')];
  const text = `${servers.toFixed(1)} ms of processor each in servers, ${database.toFixed(1)} ms in Postgres`;
  return { all: servers + database + networks, text };
}
