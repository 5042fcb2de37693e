import { setTimeout as delay } from 'node:timers/promises';
import { buildPublish, sendRequests } from './load.mjs';

/** Time in which posts can be stored before the first is due, and of it for each post. */
const STORING_MS = 3_000;
const STORING_EACH_MS = 30;
const STORED_AT_ONCE = 8;
const LOOK_MS = 250;
/** Longest time that the posts of a measurement may take. */
const LONGEST_MS = 600_000;

/**
 * Schedules posts of the channels in turn, due evenly within `withinMs`, and waits until the first is due.
 * @returns the posts, each with its channel, text and due time, in the order of their due times
 */
export async function schedule(world, { name, channels, count, withinMs = 0, firstDueAt = firstDue(count) }) {
  const posts = Array.from({ length: count }, (_, n) => ({
    channel: channels[n % channels.length],
    text: `${name} ${n}: a note that was written before it was due`,
    dueAt: firstDueAt + Math.floor((n * withinMs) / count),
  }));
  process.stderr.write(`  ${count} posts: ${name} …\n`);
  const servers = world.running();
  const shareOf = (server) => posts.filter((_, n) => n % servers.length === server);
  await Promise.all(servers.map(({ url }, server) => store(url, shareOf(server))));
  await delay(firstDueAt - Date.now());
  return posts;
}

/** The first due time of so many posts that have yet to be stored. */
export function firstDue(count) {
  return Date.now() + STORING_MS + count * STORING_EACH_MS;
}

function store(url, posts) {
  const build = (n) => {
    if (Date.now() > posts[0].dueAt) throw new Error('this machine is too busy: posts were due before all were stored');
    const { channel, text, dueAt } = posts[n];
    const scheduledFor = new Date(dueAt).toISOString();
    return buildPublish(channel, { profile: channel.profile, isKeyless: true, text, scheduledFor });
  };
  return sendRequests(url, { count: posts.length, concurrency: STORED_AT_ONCE, build });
}

/** Waits until no scheduled post waits for its time or for its end, also while the database does not answer. */
export async function untilAllEnded({ query }) {
  const open = `select id from post where status in ('scheduled', 'publishing') and scheduled_for is not null limit 1`;
  const until = Date.now() + LONGEST_MS;
  while ((await query(open).catch(() => [undefined])).length > 0) {
    if (Date.now() > until) throw new Error('some posts have not ended');
    await delay(LOOK_MS);
  }
}

/**
 * Compares posts with those that the network has accepted from each account.
 * - `late`: milliseconds from the due time of each post to its acceptance;
 * - `beyondOrder`: the same from the earliest instant that order allows: a post begins when the one before it has ended;
 * - `broken`: numbers of posts that were sent twice, lost, or sent before an earlier one; all have to be 0;
 * - `unknown`: number of posts whose outcome nobody knows, since an answer was lost.
 */
export async function compareWithNetwork(world, posts, networkMs = 0) {
  const accepted = await world.accepted();
  const unknown = new Set(
    (await world.query(`select post_id from post_target where state = 'unknown'`)).map(({ post_id }) => post_id),
  );
  const unknownTexts = new Set(
    (await world.query('select id, text from post')).filter(({ id }) => unknown.has(id)).map(({ text }) => text),
  );
  const found = { late: [], beyondOrder: [], acceptedAt: [], broken: { twice: 0, lost: 0, disordered: 0 }, unknown: 0 };
  for (const [channel, planned] of Map.groupBy(posts, (post) => post.channel)) {
    const taken = Map.groupBy(accepted.get(channel.username) ?? [], ({ text }) => text);
    let earliest = 0;
    let last = 0;
    for (const { text, dueAt } of planned) {
      const [first, ...again] = taken.get(text) ?? [];
      found.broken.twice += again.length;
      if (unknownTexts.has(text)) found.unknown++;
      if (first === undefined) {
        if (!unknownTexts.has(text)) found.broken.lost++;
        continue;
      }
      const at = Date.parse(first.createdAt);
      if (at < last) found.broken.disordered++;
      last = at;
      earliest = Math.max(dueAt, earliest);
      found.late.push(at - dueAt);
      found.beyondOrder.push(at - earliest);
      found.acceptedAt.push({ at, dueAt, channel });
      earliest += networkMs;
    }
  }
  return found;
}
