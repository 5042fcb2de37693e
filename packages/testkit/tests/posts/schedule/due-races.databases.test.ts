import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, useStack } from '@social/testkit';
import { afterEach, expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;
const RACES = 40;
/** A clock that a test can stop and run. */
const clock = {
  standsAt: Date.now(),
  /** Difference to the host's clock while it runs. */
  offset: null as number | null,
  now: () => (clock.offset === null ? clock.standsAt : clock.offset + Date.now()),
  elapsed: () => clock.now(),
  /** Runs the clock from an instant. */
  run: (from: number) => {
    const hostsNow = Date.now();
    clock.offset = from - hostsNow;
  },
  stop: () => {
    clock.standsAt = clock.now();
    clock.offset = null;
  },
};

const { stack, workspace } = useStack({ clock, connect: ['profnet'] });

afterEach(() => clock.stop());

interface Scheduled {
  readonly id: string;
  readonly text: string;
  readonly dueAt: number;
}

async function schedule(dueAt: number, profile = 'default'): Promise<Scheduled> {
  const text = uniqueText('Due');
  const scheduledFor = new Date(dueAt).toISOString();
  const body = { text, platforms: ['profnet'], profile, scheduledFor };
  const answer = await workspace.publish(body);
  expect(answer).toMatchObject({ status: 201, body: { status: 'scheduled' } });
  return { id: answer.body.id, text, dueAt };
}

async function scheduleSeries(everyMs: number): Promise<Scheduled[]> {
  const first = clock.now() + 10 * MINUTE_MS;
  const posts: Scheduled[] = [];
  for (let index = 0; index < RACES; index += 1) posts.push(await schedule(first + index * everyMs));
  return posts;
}

/** Cancels each post the given number of milliseconds after it is due, and checks that the answer is what happened. */
async function cancelEach(posts: readonly Scheduled[], afterMs: (index: number) => number): Promise<number> {
  const before = await workspace.credits();
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
    const body = await workspace.readPost(id);
    expect(body).toMatchObject({ status: isCanceled ? 'canceled' : 'published', credits: isCanceled ? 0 : 1 });
    expect(accepted.filter((each) => each === text)).toHaveLength(isCanceled ? 0 : 1);
  }
  const sent = statuses.filter((status) => status === 409).length;
  expect(await workspace.credits()).toMatchObject({ balance: before.balance - sent, held: 0 });
  return sent;
}

test('a post that is canceled within two milliseconds of its time is either canceled or sent, never both', async () => {
  const posts = await scheduleSeries(15);
  await cancelEach(posts, (index) => (index % 5) - 2);
});

test('a post that is canceled at any moment between its time and its sending is either canceled or sent, never both', async () => {
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

test('an account whose sending always breaks off does not delay the posts of another', async () => {
  const { body } = await workspace.api('POST', '/api/profiles', { body: { name: 'Poison' } });
  const { id: profileId, slug } = body.profile;
  await workspace.connect('profnet', profileId);
  await stack.query(`update connection set access_token = 'damaged' where profile_id = '${profileId}'`);
  const dueAt = clock.now() + MINUTE_MS;
  const poison = [await schedule(dueAt, slug), await schedule(dueAt, slug)];
  const good = [await schedule(dueAt + 1), await schedule(dueAt + 2)];

  // Long enough for every attempt, were there no end to them.
  clock.run(dueAt - 100);
  for (const { id } of good) await workspace.untilPost(id, { status: 'published' });
  clock.stop();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await delay(300);
    clock.standsAt += 10 * MINUTE_MS;
  }

  const accepted = (await stack.sandbox.posts('linkedin')).map(({ text }) => text);
  for (const { text } of good) expect(accepted.filter((each) => each === text)).toHaveLength(1);
  for (const { id, text } of poison) {
    const post = await workspace.untilPost(id, { status: 'published' });
    expect(post.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', credits: 0 });
    expect(accepted).not.toContain(text);
    const [target] = await stack.query(`select attempt from post_target where post_id = '${id}'`);
    expect(Number(target?.['attempt'])).toBeLessThanOrEqual(6);
  }
  expect(await workspace.credits()).toMatchObject({ held: 0 });
});

test('a post that cannot be read does not delay the posts that are due after it', async () => {
  const dueAt = clock.now() + MINUTE_MS;
  const poison = await schedule(dueAt);
  const good = [await schedule(dueAt + 1), await schedule(dueAt + 2)];
  await stack.query(`update post set meta = 'not JSON' where id = '${poison.id}'`);
  clock.run(dueAt - 100);
  for (const { id } of good) await workspace.untilPost(id, { status: 'published' });
  const accepted = (await stack.sandbox.posts('linkedin')).map(({ text }) => text);
  expect(accepted).not.toContain(poison.text);
  expect(accepted.filter((text) => good.some((post) => post.text === text))).toEqual(good.map(({ text }) => text));
  // The retries become less frequent, instead of one per poll.
  await delay(2_000);
  const tries = stack.log.filter(
    (line) => line.includes('could not continue what is due yet') && line.includes(poison.id),
  );
  expect(tries.length).toBeGreaterThan(0);
  expect(tries.length).toBeLessThanOrEqual(6);
  await stack.query(`delete from post where id = '${poison.id}'`);
});
