import { setTimeout as delay } from 'node:timers/promises';
import { type Stack, startStack, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;
const RACES = 100;
/** A clock that stands still until it is let go, and then runs as clocks do. */
const clock = {
  standsAt: Date.now(),
  runsSince: null as number | null,
  now: () => Math.floor(clock.standsAt + (clock.runsSince === null ? 0 : performance.now() - clock.runsSince)),
  /** Puts the clock at an instant and lets it go. */
  run: (from: number) => {
    clock.standsAt = from;
    clock.runsSince = performance.now();
  },
  stop: () => {
    clock.standsAt = clock.now();
    clock.runsSince = null;
  },
};
let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  stack = await startStack({ clock });
  workspace = await stack.createWorkspace({ connect: ['profnet'] });
});

afterEach(() => clock.stop());
afterAll(() => stack.close());

interface Scheduled {
  readonly id: string;
  readonly text: string;
  readonly dueAt: number;
}

async function schedule(dueAt: number, profile = 'default'): Promise<Scheduled> {
  const text = uniqueText('Due');
  const scheduledFor = new Date(dueAt).toISOString();
  const body = { text, platforms: ['profnet'], profile, scheduledFor };
  const answer = await workspace.api('POST', '/api/v1/posts', { body });
  expect(answer).toMatchObject({ status: 201, body: { status: 'scheduled' } });
  return { id: answer.body.id, text, dueAt };
}

async function scheduleSeries(everyMs: number): Promise<Scheduled[]> {
  const first = clock.now() + 10 * MINUTE_MS;
  const posts: Scheduled[] = [];
  for (let index = 0; index < RACES; index += 1) posts.push(await schedule(first + index * everyMs));
  return posts;
}

const creditsOf = async () => (await workspace.api('GET', '/api/usage')).body.credits;

/** Cancels each post so many milliseconds after it is due, and checks that what it was told is what happened. */
async function cancelEach(posts: readonly Scheduled[], afterMs: (index: number) => number): Promise<number> {
  const before = await creditsOf();
  clock.run((posts[0]?.dueAt ?? 0) - 300);
  const cancels = posts.map(async ({ id, dueAt }, index) => {
    await delay(dueAt + afterMs(index) - clock.now());
    return (await workspace.api('DELETE', `/api/v1/posts/${id}`)).status;
  });
  const statuses = await Promise.all(cancels);
  const open = "select id from post where status in ('scheduled', 'publishing')";
  await vi.waitFor(async () => expect(await stack.query(open)).toEqual([]), 15_000);

  const accepted = (await stack.sandbox.posts('linkedin')).map(({ text }) => text);
  for (const [index, { id, text }] of posts.entries()) {
    const isCanceled = statuses[index] === 200;
    if (!isCanceled) expect(statuses[index]).toBe(409);
    const { body } = await workspace.api('GET', `/api/v1/posts/${id}`);
    expect(body).toMatchObject({ status: isCanceled ? 'canceled' : 'published', credits: isCanceled ? 0 : 1 });
    expect(accepted.filter((each) => each === text)).toHaveLength(isCanceled ? 0 : 1);
  }
  const sent = statuses.filter((status) => status === 409).length;
  expect(await creditsOf()).toMatchObject({ balance: before.balance - sent, held: 0 });
  return sent;
}

test('what is canceled within two milliseconds of its time is canceled and not sent, or sent and not canceled', async () => {
  const posts = await scheduleSeries(15);
  await cancelEach(posts, (index) => (index % 5) - 2);
});

test('the same holds at every moment between its time and its sending', async () => {
  let sent = 0;
  // A busy machine claims late: the moments are spread until one comes after a claim.
  for (let spreadMs = 300; sent === 0 && spreadMs <= 20_000; spreadMs *= 4) {
    const posts = await scheduleSeries(15);
    sent = await cancelEach(posts, (index) => (((index * 37) % 300) / 300) * spreadMs);
  }
  // Both happened, so that the moment of claiming lay between.
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(RACES);
});

test('posts of an account whose sending always breaks off do not hold those of another', async () => {
  const { body } = await workspace.api('POST', '/api/profiles', { body: { name: 'Poison' } });
  const { id: profileId, slug } = body.profile;
  await workspace.connect('profnet', profileId);
  await stack.query(`update connection set access_token = 'damaged' where profile_id = '${profileId}'`);
  const dueAt = clock.now() + MINUTE_MS;
  const poison = [await schedule(dueAt, slug), await schedule(dueAt, slug)];
  const good = [await schedule(dueAt + 1), await schedule(dueAt + 2)];

  // Long enough for every attempt, were there no end to them.
  clock.run(dueAt - 100);
  for (const { id } of good) await untilStatus(id, 'published');
  clock.stop();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await delay(300);
    clock.standsAt += 10 * MINUTE_MS;
  }

  const accepted = (await stack.sandbox.posts('linkedin')).map(({ text }) => text);
  for (const { text } of good) expect(accepted.filter((each) => each === text)).toHaveLength(1);
  for (const { id, text } of poison) {
    const post = await untilStatus(id, 'published');
    expect(post.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', credits: 0 });
    expect(accepted).not.toContain(text);
    const [target] = await stack.query(`select attempt from post_target where post_id = '${id}'`);
    expect(Number(target?.['attempt'])).toBeLessThanOrEqual(6);
  }
  expect(await creditsOf()).toMatchObject({ held: 0 });
});

test('a post that cannot even be read does not hold those that are due after it', async () => {
  const dueAt = clock.now() + MINUTE_MS;
  const poison = await schedule(dueAt);
  const good = [await schedule(dueAt + 1), await schedule(dueAt + 2)];
  await stack.query(`update post set meta = 'not JSON' where id = '${poison.id}'`);
  clock.run(dueAt - 100);
  for (const { id } of good) await untilStatus(id, 'published');
  const accepted = (await stack.sandbox.posts('linkedin')).map(({ text }) => text);
  expect(accepted).not.toContain(poison.text);
  expect(accepted.filter((text) => good.some((post) => post.text === text))).toEqual(good.map(({ text }) => text));
  // It is tried again less and less, instead of at every look.
  await delay(2_000);
  const tries = stack.log.filter((line) => line.includes('could not be claimed yet') && line.includes(poison.id));
  expect(tries.length).toBeGreaterThan(0);
  expect(tries.length).toBeLessThanOrEqual(4);
  await stack.query(`delete from post where id = '${poison.id}'`);
});

function untilStatus(id: string, status: string) {
  return vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${id}`);
    expect(body.status).toBe(status);
    return body;
  }, 10_000);
}
