import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { slowness } from '../../src/run/slowness.ts';
import { serveVideo } from '../posts/publish/video-file.ts';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform } from './load.ts';
import { observe } from './observation.ts';

/** A process that only waits for the processor must not be taken for dead. */
const LEASE_MS = Math.round(1_500 * slowness());
/** A post that is stored only after its time is published at once. */
const SOON_MS = Math.round(1_000 * slowness());
let world: CrashWorld;
let calls: MadeCall[];

beforeEach(async () => {
  calls = [];
  world = await createCrashWorld({
    workspaces: 1,
    postgresUrl: process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '',
    variables: { SOCIAL_FAULT_LEASE_MS: String(LEASE_MS) },
  });
});

afterEach(() => world[Symbol.asyncDispose]());

function publication(platform: string, more: object = {}): MadeCall {
  const key = `frozen-${calls.length}`;
  const body = { text: key, platforms: [platform], ...more };
  const call: MadeCall = {
    ...{ workspace: 0, kind: 'publish', method: 'POST', path: '/api/v1/posts', key, body, answer: null },
  };
  calls.push(call);
  return call;
}

const post = (server: RunningServer, path: string, body?: object) =>
  server.workspaces[0]?.api('POST', path, body && { body });
const stateOf = async () => (await world.query<{ state: string }>('select state from post_target'))[0]?.state;
/** The result of the only target there is, as a server tells it. */
async function read(server: RunningServer) {
  const [row] = await world.query<{ post_id: string; platform: string }>('select post_id, platform from post_target');
  const answer = await server.workspaces[0]?.api('GET', `/api/v1/posts/${row?.post_id}`);
  return answer?.body.platformResults[row?.platform ?? ''];
}

const untilState = (state: string) => vi.waitFor(async () => expect(await stateOf()).toBe(state), 10_000);
const untilParts = (...states: string[]) =>
  vi.waitFor(async () => {
    const parts = await world.query<{ state: string }>('select state from post_target order by part');
    expect(parts.map(({ state }) => state)).toEqual(states);
  }, 20_000);
const acceptedTexts = async () => (await world.sandbox.posts()).map(({ text }) => text);

test('a process that is frozen while it waits for an answer records that answer when it wakes', async () => {
  const frozen = await world.start();
  const other = await world.start();
  await world.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs: LEASE_MS });
  const call = publication('profnet');
  const answering = perform(frozen, call);
  await untilState('sending');
  // The request leaves a moment after the claim.
  await delay(LEASE_MS / 3);
  frozen.signal('SIGSTOP');
  await untilState('unknown');
  await vi.waitFor(async () => expect(await acceptedTexts()).toEqual([call.key]), 15_000);

  frozen.signal('SIGCONT');
  await untilState('published');
  await answering;
  const [accepted] = await world.sandbox.posts();
  expect(await read(other)).toMatchObject({ ok: true, platformPostId: accepted?.id, credits: 1 });
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is frozen while it waits changes nothing of what another has proved by reading', async () => {
  const frozen = await world.start();
  const other = await world.start();
  await world.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', times: 1, delayMs: LEASE_MS });
  const call = publication('microblog');
  const answering = perform(frozen, call);
  await untilState('sending');
  await vi.waitFor(async () => expect(await acceptedTexts()).toEqual([call.key]), 15_000);
  frozen.signal('SIGSTOP');
  await untilState('published');
  const proved = await read(other);
  const [accepted] = await world.sandbox.posts();
  expect(proved).toMatchObject({ ok: true, platformPostId: accepted?.id, credits: 3 });

  frozen.signal('SIGCONT');
  await answering;
  expect(await read(other)).toEqual(proved);
  expect(await acceptedTexts()).toEqual([call.key]);
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is slow but alive keeps what it sends, for longer than a dead one would', async () => {
  // While other tests run, a living process may get no processor for seconds, and a network has 15 s to begin its answer.
  const lease = { SOCIAL_FAULT_LEASE_MS: '4000' };
  const slow = await world.start(lease);
  const other = await world.start(lease);
  const delayMs = 10_000;
  await world.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs });
  const call = publication('profnet');
  const answering = perform(slow, call);
  await untilState('sending');
  const states = new Set<string | undefined>();
  while ([...states].every((state) => state === 'sending')) {
    states.add(await stateOf());
    await delay(100);
  }
  await answering;
  expect([...states]).toEqual(['sending', 'published']);
  expect(await read(other)).toMatchObject({ ok: true, credits: 1 });
  const publishes = (await world.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(1);
  await Promise.all([slow, other].map((server) => server.kill()));
  expect(world.log.filter((line) => line.includes('has died'))).toEqual([]);
});

test('a process that is frozen right before it sends does not send when it wakes', async () => {
  const frozen = await world.start({ SOCIAL_FAULT: 'before-send:1:stop' });
  const other = await world.start();
  const call = publication('profnet');
  const answering = perform(frozen, call);
  await untilState('unknown');

  const [row] = await world.query<{ post_id: string }>('select post_id from post_target');
  await post(other, `/api/v1/posts/${row?.post_id}/resolve`, { platform: 'profnet', published: false });
  const retried = await post(other, `/api/v1/posts/${row?.post_id}/retry`);
  expect(retried?.body.platformResults.profnet).toMatchObject({ ok: true });
  expect(await acceptedTexts()).toEqual([call.key]);

  frozen.signal('SIGCONT');
  await answering;
  const publishes = (await world.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(1);
  expect(await stateOf()).toBe('published');
  expect(await acceptedTexts()).toEqual([call.key]);
});

test('a process that is frozen below the first part of a thread sends no part that another has sent meanwhile', async () => {
  const frozen = await world.start();
  const other = await world.start();
  await world.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', times: 2, delayMs: LEASE_MS });
  const call = publication('microblog', { thread: ['second', 'third'] });
  const answering = perform(frozen, call);
  await vi.waitFor(async () => expect((await acceptedTexts()).toSorted()).toEqual([call.key, 'second']), 15_000);
  frozen.signal('SIGSTOP');
  await untilParts('published', 'published', 'published');
  const proved = await read(other);
  expect(proved).toMatchObject({ ok: true, credits: 9 });

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  expect(await read(other)).toEqual(proved);
  expect((await acceptedTexts()).toSorted()).toEqual([call.key, 'second', 'third']);
  const publishes = (await world.sandbox.requests('x')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(3);
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is frozen right before it sends a part of a thread sends neither it nor what follows when it wakes', async () => {
  const frozen = await world.start({ SOCIAL_FAULT: 'before-send:2:stop' });
  const other = await world.start();
  const call = publication('microblog', { thread: ['second', 'third'] });
  const answering = perform(frozen, call);
  await untilParts('published', 'unknown', 'failed');

  const [row] = await world.query<{ post_id: string }>('select distinct post_id from post_target');
  const settled = { platform: 'microblog', part: 2, published: false };
  expect((await post(other, `/api/v1/posts/${row?.post_id}/resolve`, settled))?.status).toBe(200);
  await post(other, `/api/v1/posts/${row?.post_id}/retry`);
  await untilParts('published', 'published', 'published');
  expect((await acceptedTexts()).toSorted()).toEqual([call.key, 'second', 'third']);

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  const publishes = (await world.sandbox.requests('x')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(3);
  expect(await read(other)).toMatchObject({ ok: true, credits: 9 });
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is frozen before it claims a scheduled thread leaves the thread to the process that sends it meanwhile', async () => {
  const frozen = await world.start({ SOCIAL_FAULT: 'before-claim:1:stop' });
  // Longer than the frozen process needs to find out that it was frozen.
  await world.sandbox.fault({
    network: 'x',
    operation: 'publish',
    kind: 'slow',
    times: 1,
    delayMs: 2 * LEASE_MS,
  });
  const scheduledFor = new Date(Date.now() + SOON_MS).toISOString();
  const call = publication('microblog', { thread: ['second'], scheduledFor });
  await perform(frozen, call);
  const adopted = "select id from post_target where state = 'pending' and worker_id is not null";
  await vi.waitFor(async () => expect(await world.query(adopted)).toHaveLength(1), 15_000);
  const other = await world.start();
  await untilParts('sending', 'pending');
  frozen.signal('SIGCONT');
  await untilParts('published', 'published');
  expect(await read(other)).toMatchObject({ ok: true, credits: 6 });
  await delay(LEASE_MS);
  expect(await acceptedTexts()).toEqual([call.key, 'second']);
  const publishes = (await world.sandbox.requests('x')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(2);
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is frozen after it has stored a scheduled post as being sent sends nothing when it wakes', async () => {
  // The first time is that of the call which stores the post.
  const frozen = await world.start({ SOCIAL_FAULT: 'after-reserve:2:stop' });
  const call = publication('profnet', { scheduledFor: new Date(Date.now() + SOON_MS).toISOString() });
  await perform(frozen, call);
  await untilState('sending');
  const other = await world.start();
  await untilState('unknown');
  frozen.signal('SIGCONT');
  await delay(LEASE_MS);
  expect(await acceptedTexts()).toEqual([]);
  expect(await read(other)).toMatchObject({ ok: false, code: 'outcome_unknown', credits: 0 });
  expect(violations(await observe(world, calls))).toEqual([]);
});

test('a process that is frozen between its upload and its post leaves the post to the process that takes over', async () => {
  await using film = await serveVideo(6);
  // Begun, two segments, complete, and the fifth: the post comes next.
  const frozen = await world.start({ SOCIAL_FAULT: 'before-checkpoint:5:stop' });
  const other = await world.start();
  const call = publication('microblog', { media: [{ url: film.url }] });
  const answering = perform(frozen, call);
  await vi.waitFor(async () => expect(await acceptedTexts()).toEqual([call.key]), 20_000);
  await untilState('published');

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  const publishes = (await world.sandbox.requests('x')).filter(({ operation }) => operation === 'publish');
  expect(publishes).toHaveLength(1);
  expect(await read(other)).toMatchObject({ ok: true, credits: 3 });
  expect(await acceptedTexts()).toEqual([call.key]);
});

test('what a frozen process does not send is sent by another, and nothing again when it wakes', async () => {
  const frozen = await world.start();
  const other = await world.start();
  for (let index = 0; index < 24; index += 1) {
    const scheduledFor = new Date(Date.now() + 400 + index * 250).toISOString();
    await perform(other, publication('profnet', { scheduledFor }));
  }
  await delay(1_000);
  frozen.signal('SIGSTOP');
  await delay(3 * LEASE_MS);
  frozen.signal('SIGCONT');
  await vi.waitFor(async () => {
    const open = await world.query("select id from post where status in ('scheduled', 'publishing')");
    expect(open).toEqual([]);
  }, 15_000);
  const texts = await acceptedTexts();
  expect(new Set(texts).size).toBe(texts.length);
  const unknown = await world.query("select id from post_target where state = 'unknown'");
  expect(texts.length + unknown.length).toBeGreaterThanOrEqual(24);
  expect(unknown.length).toBeLessThanOrEqual(2);
  await vi.waitFor(async () => expect(violations(await observe(world, calls))).toEqual([]), 15_000);
});

test('what a killed process was sending is taken over by the other within three leases', async () => {
  const victim = await world.start({ SOCIAL_FAULT: 'after-response:1' });
  await world.start();
  const call = publication('microblog');
  await perform(victim, call);
  expect(await victim.hasEnded(30_000)).toBe(true);
  const begun = performance.now();
  await untilState('published');
  expect(performance.now() - begun).toBeLessThan(3 * LEASE_MS + 2_500 * slowness());
  expect(await acceptedTexts()).toEqual([call.key]);
  await vi.waitFor(async () => expect(violations(await observe(world, calls))).toEqual([]), 15_000);
});
