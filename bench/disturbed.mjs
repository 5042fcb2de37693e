import { setTimeout as delay } from 'node:timers/promises';
import { atMost, inSeconds, show, spreadOf, unbroken } from './report.mjs';
import { compareWithNetwork, schedule, untilAllEnded } from './scheduled-posts.mjs';

const NETWORK_MS = 300;
const SERVERS = 4;
const ACCOUNTS = 200;
const POSTS_A_SECOND = 40;
/** Time of the schedule before the disturbance, and time after it in which others are watched. */
const BEFORE_MS = 5_000;
const WATCHED_MS = 10_000;
const TAKE_OVER_MS = 7_000;
const PAUSE_MS = 1_000;
const LOOK_MS = 50;

/** The schedule while one of four servers is killed. */
export function measureKilled(world, { killedMs }) {
  return disturb(world, { name: 'one of 4 servers killed', lastsMs: killedMs }, async (victim) => {
    await untilItSends(world, victim.worker);
    process.kill(victim.pid, 'SIGKILL');
    return watchTakeOver(world, victim.worker);
  });
}

/** The schedule while one of four servers is frozen, and after it has continued. */
export function measureFrozen(world, { frozenMs }) {
  const name = `one of 4 servers frozen for ${inSeconds(frozenMs)}`;
  return disturb(world, { name, lastsMs: frozenMs + WATCHED_MS }, async (victim) => {
    await untilItSends(world, victim.worker);
    process.kill(victim.pid, 'SIGSTOP');
    const thawed = delay(frozenMs);
    try {
      return await watchTakeOver(world, victim.worker);
    } finally {
      await thawed;
      process.kill(victim.pid, 'SIGCONT');
    }
  });
}

async function disturb(world, { name, lastsMs }, act) {
  await world.answerAfter(NETWORK_MS);
  const servers = await world.serveWith(SERVERS);
  const victim = servers.at(-1);
  const withinMs = BEFORE_MS + lastsMs;
  const count = Math.round((withinMs / 1000) * POSTS_A_SECOND);
  const channels = world.channels.slice(0, ACCOUNTS);
  const posts = await schedule(world, { name, channels, count, withinMs });
  await delay(BEFORE_MS);
  const at = Date.now();
  const { takenMs, held } = await act(victim);
  await delay(posts.at(-1).dueAt - Date.now());
  await untilAllEnded(world);
  const sent = await compareWithNetwork(world, posts, NETWORK_MS);
  // The next measurement begins with new servers.
  world.forget(victim);
  await victim.stop();
  const others = sent.acceptedAt.filter(
    ({ dueAt, channel }) => dueAt >= at && dueAt < at + WATCHED_MS && !held.has(channel.profileId),
  );
  return [
    show(`${name}, ${POSTS_A_SECOND} posts a second: late by`, spreadOf(sent.late)),
    atMost(`${name}: its ${held.size} channels taken over after`, takenMs, TAKE_OVER_MS),
    atMost(`${name}: others late by, at most`, Math.max(...others.map((post) => post.at - post.dueAt)), PAUSE_MS),
    unbroken(name, sent),
  ];
}

/** Waits until a worker has leased channels. */
async function untilItSends(world, worker) {
  while ((await world.query(`select 1 from channel where worker_id = '${worker}'`)).length < 2) await delay(LOOK_MS);
}

/** Waits until nothing in the database belongs to a worker. Returns the time this took, and the channels that it had leased. */
async function watchTakeOver(world, worker) {
  const begun = Date.now();
  const of = `where worker_id = '${worker}'`;
  const leased = await world.query(`select id from channel ${of}`);
  const left = `select 1 from channel ${of} union all select 1 from post_target ${of} and state in ('pending', 'sending')
    union all select 1 from worker where id = '${worker}'`;
  while ((await world.query(left)).length > 0) await delay(LOOK_MS);
  return { takenMs: Date.now() - begun, held: new Set(leased.map(({ id }) => id)) };
}
