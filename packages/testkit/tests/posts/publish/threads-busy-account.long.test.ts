import type { FaultKind } from '@social/sandbox';
import { type ApiAnswer, uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { slowness } from '../../../src/run/slowness.ts';
import { newThread, states, untilStates } from './thread-posts.ts';

// The account is busy with other posts, so the parts of a thread wait between them.
const MINUTE = 60_000;
/** Factor for every delay: the tests depend on which call is slower, and a busy machine slows down all of them. */
const PACE = slowness();

const { stack, clock, workspace } = useStack({
  clock: true,
  config: { publishTimeoutMs: 900 * PACE },
  connect: ['microblog'],
});

async function publish(body: object) {
  return (await workspace.publish({ platforms: ['microblog'], ...body })).body;
}

const publishOther = () => publish({ text: uniqueText('Another post') });
const newest = async () => (await workspace.api('GET', '/api/v1/posts?limit=1')).body.posts[0];
const fault = (kind: FaultKind, { delayMs, ...more }: { delayMs?: number; retryAfterSeconds?: number } = {}) => {
  const delay = delayMs === undefined ? {} : { delayMs: Math.round(delayMs * PACE) };
  return stack.sandbox.fault({ network: 'x', operation: 'publish', kind, times: 1, ...delay, ...more });
};

/** Begins a call and returns when its post is stored, so that the next call comes after it. */
async function begin(call: () => Promise<unknown>) {
  const before = (await newest())?.id;
  const answer = call();
  await vi.waitFor(async () => expect((await newest())?.id).not.toBe(before), 15_000);
  return { id: (await newest()).id as string, answer };
}

const entriesOf = async (postId: string) =>
  (await workspace.readLog({ postId })).map(({ status, metadata }) => [status, metadata.part]);

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

test('a part that waits for its account is pending, and its thread is publishing', async () => {
  await fault('slow', { delayMs: 300 });
  await fault('slow', { delayMs: 2_000 });
  const { id, answer } = await begin(() => publish(newThread()));
  await begin(publishOther);
  const early = (await answer) as ApiAnswer['body'];
  expect(states(early)).toEqual(['published', 'pending', 'pending']);
  expect(early.platformResults.microblog).toMatchObject({ ok: false, state: 'sending', code: 'still_sending' });
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('a retry of the first part while the rest waits sends the rest too', async () => {
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

test('parts that are not sent because the first failed have no log entries', async () => {
  await fault('rate-limit', { retryAfterSeconds: 120 });
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const { id } = await publish({ ...newThread(), scheduledFor });
  clock.advance(MINUTE);
  await untilStates(workspace, id, ['pending', 'pending', 'pending']);
  await workspace.untilPost(id, { platformResults: { microblog: { state: 'pending' } } });
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

test('a thread whose first part goes out near the end of its hour is finished after that hour', async () => {
  await fault('rate-limit', { retryAfterSeconds: 3_400 });
  const due = clock.now() + MINUTE;
  const { id } = await publish({ ...newThread(), scheduledFor: new Date(due).toISOString() });
  clock.advance(MINUTE);
  await workspace.untilPost(id, { platformResults: { microblog: { nextAttemptAt: expect.any(String) } } });
  await fault('slow', { delayMs: 1_000 });
  const publishes = await watchRequests(stack);
  clock.advance(due + 60 * MINUTE - 1_000 - clock.now());
  await vi.waitFor(async () => expect(await publishes('publish')).not.toEqual([]), 15_000);
  clock.advance(5_000);
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('a post of the network is found for one part of a thread only', async () => {
  const thread = newThread();
  const { id, platformResults } = await publish(thread);
  const [first] = platformResults.microblog.parts;
  // The state that a restored backup has if it was made while the thread was being sent.
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
  expect(states(await workspace.readPost(id))).toEqual(['published', 'unknown', 'unknown']);
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
