import { createTestClock, type Stack, startStack, uniqueText, type Workspace, watchRequests } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { slowness } from '../../src/slowness.ts';
import { newThread, states, untilStates } from './thread-posts.ts';

// An account that is busy with other posts: parts of a thread wait for their turn between them.
const MINUTE = 60_000;
/** Everything here is about what is slower than what: on a busy machine all of it is slower. */
const PACE = slowness();
const clock = createTestClock(new Date().toISOString());
let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  stack = await startStack({ clock, config: { publishTimeoutMs: 900 * PACE } });
  workspace = await stack.createWorkspace({ connect: ['microblog'] });
});

afterEach(() => stack.sandbox.clearFaults());
afterAll(() => stack.close());

async function publish(body: object) {
  return (await workspace.api('POST', '/api/v1/posts', { body: { platforms: ['microblog'], ...body } })).body;
}

const publishOther = () => publish({ text: uniqueText('Another post') });
const read = async (id: string) => (await workspace.api('GET', `/api/v1/posts/${id}`)).body;
const newest = async () => (await workspace.api('GET', '/api/v1/posts?limit=1')).body.posts[0];
const fault = (kind: string, { delayMs, ...more }: { delayMs?: number; retryAfterSeconds?: number } = {}) => {
  const delay = delayMs === undefined ? {} : { delayMs: Math.round(delayMs * PACE) };
  return stack.sandbox.fault({ network: 'x', operation: 'publish', kind, times: 1, ...delay, ...more });
};

/** Begins a call, and returns once its post is stored: what is begun next comes after it. */
async function begin(call: () => Promise<unknown>) {
  const before = (await newest())?.id;
  const answer = call();
  await vi.waitFor(async () => expect((await newest())?.id).not.toBe(before), 15_000);
  return { id: (await newest()).id as string, answer };
}

const entriesOf = async (id: string) =>
  (await workspace.api('GET', '/api/logs?limit=50')).body.logs
    .filter(({ metadata }: { metadata: { postId?: string } }) => metadata.postId === id)
    .map(({ status, metadata }: { status: string; metadata: { part?: number } }) => [status, metadata.part]);

/** A post, a thread whose first part is not accepted, and a slow post between that part and the next one. */
async function failFirst(thread: ReturnType<typeof newThread>, delayMs: number): Promise<string> {
  await fault('slow', { delayMs: 600 });
  await fault('rate-limit', { retryAfterSeconds: 600 });
  await fault('slow', { delayMs });
  await begin(publishOther);
  const { id } = await begin(() => publish(thread));
  await begin(publishOther);
  await untilStates(workspace, id, ['failed', ...thread.thread.map(() => 'pending')]);
  return id;
}

test('a part that waits for its turn is on its way, and the thread with it', async () => {
  await fault('slow', { delayMs: 300 });
  await fault('slow', { delayMs: 2_000 });
  const { id, answer } = await begin(() => publish(newThread()));
  await begin(publishOther);
  const early = (await answer) as Awaited<ReturnType<typeof read>>;
  expect(states(early)).toEqual(['published', 'pending', 'pending']);
  expect(early.platformResults.microblog).toMatchObject({ ok: false, state: 'sending', code: 'still_sending' });
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('a first part that is retried while the rest waits takes the rest along', async () => {
  const thread = newThread();
  const id = await failFirst(thread, 1_500);
  await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  await untilStates(workspace, id, ['published', 'published', 'published']);
  const sent = (await stack.sandbox.posts('x')).filter(({ text }) => text.startsWith(thread.text));
  expect(sent.map(({ text }) => text)).toEqual([thread.text, ...thread.thread]);
});

test('a server that stops waits for a part that is sent again while its thread has not ended', async () => {
  const { text, thread } = newThread();
  const id = await failFirst({ text, thread: thread.slice(0, 1) }, 500);
  await fault('slow', { delayMs: 2_500 });
  const publishes = await watchRequests(stack);
  await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  await vi.waitFor(async () => expect(await publishes('publish')).not.toEqual([]), 15_000);
  await stack.restart();
  await untilStates(workspace, id, ['published', 'published']);
  expect(stack.log.filter((line) => line.includes('was interrupted'))).toEqual([]);
});

test('parts that cannot be sent for want of the first have no entries of their own in the log', async () => {
  await fault('rate-limit', { retryAfterSeconds: 120 });
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { id } = await publish({ ...newThread(), scheduledFor });
  clock.advance(MINUTE);
  await untilStates(workspace, id, ['pending', 'pending', 'pending']);
  await vi.waitFor(async () => expect((await read(id)).platformResults.microblog.state).toBe('pending'), 15_000);
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  clock.advance(4 * MINUTE);
  const ended = await untilStates(workspace, id, ['failed', 'failed', 'failed']);
  expect(ended.platformResults.microblog.parts.map(({ code }: { code: string }) => code)).toEqual([
    'not_connected',
    'earlier_part_missing',
    'earlier_part_missing',
  ]);
  // The attempt that was put off, and the end.
  expect(await entriesOf(id)).toEqual([
    ['failed', undefined],
    ['failed', undefined],
  ]);
  await workspace.connect('microblog');
});

test('a thread whose first part came out late in its hour is finished after it', async () => {
  await fault('rate-limit', { retryAfterSeconds: 3_400 });
  const due = clock.now() + MINUTE;
  const { id } = await publish({ ...newThread(), scheduledFor: new Date(due).toISOString() });
  clock.advance(MINUTE);
  await vi.waitFor(async () => expect((await read(id)).platformResults.microblog?.nextAttemptAt).toBeDefined(), 15_000);
  await fault('slow', { delayMs: 1_000 });
  const publishes = await watchRequests(stack);
  clock.advance(due + 60 * MINUTE - 1_000 - clock.now());
  await vi.waitFor(async () => expect(await publishes('publish')).not.toEqual([]), 15_000);
  clock.advance(5_000);
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('one post of the network is one part of a thread', async () => {
  const thread = newThread();
  const { id, platformResults } = await publish(thread);
  const [first] = platformResults.microblog.parts;
  // As a restored backup leaves it, which was made while the thread was on its way.
  const lost = `state = 'unknown', platform_post_id = null, sent_at = '2020-01-01T00:00:00.000Z'`;
  await stack.query(`update post_target set ${lost} where post_id = '${id}'`);
  const settle = (part: number) =>
    workspace.api('POST', `/api/v1/posts/${id}/resolve`, {
      body: { platform: 'microblog', part, published: first.platformPostId },
    });
  expect(states((await settle(1)).body)).toEqual(['published', 'unknown', 'unknown']);
  const again = await settle(2);
  expect([again.status, again.body.code, again.body.error]).toEqual([
    409,
    'conflict',
    expect.stringMatching(/^Part 1 of microblog is this post/),
  ]);
  expect(states(await read(id))).toEqual(['published', 'unknown', 'unknown']);
});

test('a retry of the rest that is refused is logged once', async () => {
  await fault('slow', { delayMs: 400 });
  const publishes = await watchRequests(stack);
  const { id } = await begin(() => publish(newThread()));
  await vi.waitFor(async () => expect(await publishes('publish')).not.toEqual([]), 15_000);
  await fault('forbidden');
  await untilStates(workspace, id, ['published', 'failed', 'failed']);
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  const before = await entriesOf(id);
  await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect(await entriesOf(id)).toEqual([['failed', 2], ...before]);
  await workspace.connect('microblog');
});
