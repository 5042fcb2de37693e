import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { slowness } from '../../src/run/slowness.ts';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform, performAgain } from './load.ts';
import { observe } from './observation.ts';
import { cancel, setSlots, slotCall, slotOf, storedSlots } from './slot-calls.ts';

let world: CrashWorld;
const calls: MadeCall[] = [];
let count = 0;

beforeAll(async () => {
  world = await createCrashWorld({ workspaces: 1 });
});

afterAll(() => world[Symbol.asyncDispose]());

function call(kind: MadeCall['kind'], path: string, body: object): MadeCall {
  count += 1;
  const made: MadeCall = { workspace: 0, kind, method: 'POST', path, key: `point-${count}`, body, answer: null };
  calls.push(made);
  return made;
}

const publication = (platform: string) => {
  return call('publish', '/api/v1/posts', { text: `point ${count + 1}`, platforms: [platform] });
};

async function read(server: RunningServer, id: string, platform: string) {
  const { body } = (await server.workspaces[0]?.api('GET', `/api/v1/posts/${id}`)) ?? { body: {} };
  return body.platformResults[platform];
}

const credits = async (server: RunningServer) =>
  (await server.workspaces[0]?.api('GET', '/api/usage'))?.body.credits as { held: number };

const acceptedOf = async ({ body }: MadeCall) => {
  const { text } = body as { text: string };
  return (await world.sandbox.posts()).filter((post) => post.text === text);
};

/** Publishes on a server that dies at the point, then asks the next server with the same key. */
async function dieAt(point: string, platform: string) {
  const server = await world.start({ SOCIAL_FAULT: `${point}:1` });
  const made = publication(platform);
  await perform(server, made);
  expect(await server.hasEnded(30_000)).toBe(true);
  const next = await world.start();
  const answer = await performAgain(next, made);
  made.answer = { status: answer.status, text: answer.text };
  expect(answer.status).toBe(201);
  return { next, made, id: answer.body.id as string };
}

/** Required end of a publish when the server died there, and how often the network may have accepted it. */
const ENDS = [
  { point: 'after-key', platform: 'microblog', state: 'published', accepted: [1] },
  { point: 'after-reserve', platform: 'microblog', state: 'unknown', accepted: [0] },
  { point: 'after-reserve', platform: 'profnet', state: 'unknown', accepted: [0] },
  { point: 'before-send', platform: 'microblog', state: 'unknown', accepted: [0] },
  { point: 'before-send', platform: 'profnet', state: 'unknown', accepted: [0] },
  { point: 'after-send', platform: 'profnet', state: 'unknown', accepted: [0, 1] },
  { point: 'after-response', platform: 'microblog', state: 'published', accepted: [1] },
  { point: 'after-response', platform: 'profnet', state: 'unknown', accepted: [1] },
  { point: 'after-reserve', platform: 'mastodon', state: 'unknown', accepted: [0] },
  { point: 'before-send', platform: 'mastodon', state: 'unknown', accepted: [0] },
  { point: 'after-response', platform: 'mastodon', state: 'published', accepted: [1] },
  // Nothing is sent before a checkpoint is stored, and a record is written once, however often it is sent.
  { point: 'after-reserve', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'before-send', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'before-checkpoint', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'after-send', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'after-response', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'after-settle', platform: 'microblog', state: 'published', accepted: [1] },
  { point: 'after-settle', platform: 'profnet', state: 'published', accepted: [1] },
  { point: 'after-log', platform: 'microblog', state: 'published', accepted: [1] },
  { point: 'after-log', platform: 'profnet', state: 'published', accepted: [1] },
];

describe('a server that is killed', () => {
  test.each(ENDS)('$point ends a publish to $platform as $state', async ({ point, platform, state, accepted }) => {
    const { next, made, id } = await dieAt(point, platform);
    await vi.waitFor(async () => expect(await read(next, id, platform)).toMatchObject({ state }), 15_000);
    expect(accepted).toContain((await acceptedOf(made)).length);
    expect(await read(next, id, platform)).toMatchObject({ ok: state === 'published' });
    expect(violations(await observe(world, calls))).toEqual([]);
    await next.kill();
  });

  test('before there is a post leaves no key, so that another request may have it', async () => {
    const server = await world.start({ SOCIAL_FAULT: 'after-key:1' });
    const cut = publication('profnet');
    await perform(server, cut);
    expect(await server.hasEnded(30_000)).toBe(true);
    const later = await world.start();
    calls.splice(calls.indexOf(cut), 1);
    const other = call('publish', '/api/v1/posts', { text: 'another request', platforms: ['profnet'] });
    const made = { ...other, key: cut.key };
    calls.splice(calls.indexOf(other), 1, made);
    await perform(later, made);
    expect(made.answer?.status).toBe(201);
    expect([(await acceptedOf(cut)).length, (await acceptedOf(made)).length]).toEqual([0, 1]);
    expect(violations(await observe(world, calls))).toEqual([]);
    await later.kill();
  });

  test('before it claims the second part of a thread sends that part after its next start', async () => {
    const server = await world.start({ SOCIAL_FAULT: 'before-claim:1' });
    const texts = [`thread ${count}`, `second part ${count}`];
    const made = call('publish', '/api/v1/posts', {
      text: texts[0],
      thread: [texts[1]],
      platforms: ['microblog'],
    });
    await perform(server, made);
    expect(await server.hasEnded(30_000)).toBe(true);
    const next = await world.start();
    const answer = await performAgain(next, made);
    made.answer = { status: answer.status, text: answer.text };
    await vi.waitFor(
      async () => expect(await read(next, answer.body.id, 'microblog')).toMatchObject({ state: 'published' }),
      15_000,
    );
    const accepted = (await world.sandbox.posts()).filter(({ text }) => texts.includes(text));
    expect(accepted.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    await next.kill();
  });

  test('after it has sent leaves a post that reading finds or does not find, and that is not sent again', async () => {
    const { next, made, id } = await dieAt('after-send', 'microblog');
    await vi.waitFor(async () => {
      const { length } = await acceptedOf(made);
      expect(await read(next, id, 'microblog')).toMatchObject({ state: length === 1 ? 'published' : 'unknown' });
    }, 15_000);
    expect(violations(await observe(world, calls))).toEqual([]);
    await next.kill();
  });

  test('leaves an unknown outcome that its user settles, and that is charged then', async () => {
    const { next, made, id } = await dieAt('after-response', 'profnet');
    await vi.waitFor(async () => expect(await read(next, id, 'profnet')).toMatchObject({ state: 'unknown' }), 15_000);
    const [post] = await acceptedOf(made);
    const { held } = await credits(next);
    // Another start changes nothing about an unknown result.
    await next.kill();
    const later = await world.start();
    expect((await credits(later)).held).toBe(held);
    const settled = await later.workspaces[0]?.api('POST', `/api/v1/posts/${id}/resolve`, {
      body: { platform: 'profnet', published: post?.id },
    });
    expect(settled?.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1, platformPostId: post?.id });
    expect((await credits(later)).held).toBe(held - 1);
    expect(violations(await observe(world, calls))).toEqual([]);
    await later.kill();
  });

  test.each(['after-reserve', 'after-log'])(
    '%s of a post for the next free slot gives the same key the same slot, and that slot to nobody else',
    async (point) => {
      const dying = await world.start({ SOCIAL_FAULT: `${point}:1` });
      await setSlots(dying, [{ weekday: 'monday', time: '09:00' }]);
      const [made, other] = [slotCall(`${point} one`), slotCall(`${point} other`)];
      expect(await perform(dying, made)).toBe(false);
      expect(await dying.hasEnded(30_000)).toBe(true);
      const [before] = await storedSlots(world);
      expect(before?.text).toBe(made.key);
      const next = await world.start();
      for (const call of [other, made, made]) {
        const { status, text } = await performAgain(next, call);
        call.answer = { status, text };
      }
      expect(slotOf(made)).toBe(before?.due_at);
      const slots = await storedSlots(world);
      expect(slots.map(({ text }) => text).toSorted()).toEqual([made.key, other.key]);
      expect(new Set(slots.map(({ due_at }) => due_at)).size).toBe(2);
      calls.push(made, other);
      for (const call of [made, other]) await cancel(next, call);
      expect(violations(await observe(world, calls))).toEqual([]);
      await next.kill();
    },
  );

  test('right after a request has arrived gives its final answer to the same key within five seconds', async () => {
    const server = await world.start();
    const made = publication('profnet');
    const cut = perform(server, made);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await server.kill();
    await cut;
    const begun = performance.now();
    const next = await world.start();
    const answer = await performAgain(next, made);
    made.answer = { status: answer.status, text: answer.text };
    expect(performance.now() - begun).toBeLessThan(5_000 * slowness());
    expect(answer.status).toBe(201);
    expect((await acceptedOf(made)).length).toBeLessThanOrEqual(1);
    expect(violations(await observe(world, calls))).toEqual([]);
    await next.kill();
  });

  /** Passes of each point before those of the removal: one publish. */
  const REMOVALS = [
    { point: 'after-reserve', platform: 'profnet' },
    { point: 'before-send', platform: 'microblog' },
    { point: 'after-send', platform: 'mastodon' },
    { point: 'after-response', platform: 'profnet' },
    { point: 'after-response', platform: 'mastodon' },
    { point: 'after-settle', platform: 'microblog' },
  ];

  test.each(REMOVALS)(
    '$point while a post is taken back from $platform deletes it, and charges once',
    async ({ point, platform }) => {
      const server = await world.start({ SOCIAL_FAULT: `${point}:2` });
      const made = publication(platform);
      await perform(server, made);
      const { id } = JSON.parse(made.answer?.text ?? '{}');
      const { held } = await credits(server);
      await server.workspaces[0]?.api('POST', `/api/v1/posts/${id}/unpublish`).catch(() => undefined);
      expect(await server.hasEnded(30_000)).toBe(true);
      const next = await world.start();
      const removed = { state: 'published', removedAt: expect.any(String) };
      await vi.waitFor(async () => expect(await read(next, id, platform)).toMatchObject(removed), 15_000);
      const [post] = (await world.sandbox.posts()).filter(({ text }) => text === (made.body as { text: string }).text);
      expect(post?.deletedAt).not.toBeNull();
      expect((await credits(next)).held).toBe(held);
      const charges = await world.query<{ amount: number }>(
        `select amount from ledger_entry where action = 'post.unpublished' and metadata like '%${id}%'`,
      );
      expect(charges.map(({ amount }) => Number(amount))).toEqual([-1]);
      // The invariants compare what readers see with what was published, so they leave this post out.
      calls.splice(calls.indexOf(made), 1);
      await next.kill();
    },
  );

  const ACTIONS = [
    { kind: 'message', path: 'dm', body: { recipient_id: '1745123467899012481', text: 'once' }, seen: '/messages' },
    { kind: 'like', path: 'like', body: { mpost_id: '1990000000000000002' }, seen: '/likes' },
  ] as const;

  test.each(ACTIONS)(
    'in the middle of a $kind does not do it again for the same key, and says that the outcome is unknown',
    async ({ kind, path, body, seen }) => {
      const server = await world.start();
      const before = await actionsSeen(seen);
      const held = await actionHolds();
      await world.sandbox.fault({ network: 'x', operation: 'action', kind: 'slow', times: 1, delayMs: 3_000 });
      const made = call(kind, `/api/v1/microblog/${path}`, body);
      const cut = perform(server, made);
      await vi.waitFor(async () => expect(await actionsSeen(seen)).toBe(before + 1), 15_000);
      await server.kill();
      await cut;
      await world.sandbox.clearFaults();
      const next = await world.start();
      const answer = await performAgain(next, made);
      made.answer = { status: answer.status, text: answer.text };
      expect([answer.status, answer.body.code]).toEqual([502, 'outcome_unknown']);
      const again = await performAgain(next, made);
      expect([again.status, again.body.code]).toEqual([502, 'outcome_unknown']);
      expect(await actionsSeen(seen)).toBe(before + 1);
      expect(await actionHolds()).toBe(held + 1);
      expect(violations(await observe(world, calls))).toEqual([]);
      await next.kill();
    },
  );

  const actionsSeen = async (path: string) =>
    (await world.sandbox.requests('x')).filter((seen) => seen.method === 'POST' && seen.path.endsWith(path)).length;
  const actionHolds = async () => (await observe(world, calls)).holds.filter(({ id }) => !id.includes('.')).length;
});
