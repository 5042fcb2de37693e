import type { FaultKind } from '@social/sandbox';
import { type ApiAnswer, uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { newThread, states, untilStates } from './thread-posts.ts';

// The account is busy with other posts, so the parts of a thread wait between them.
const MINUTE = 60_000;

const { stack, clock, workspace, proxy } = useStack({
  clock: true,
  config: { publishTimeoutMs: 3_000 },
  connect: ['microblog'],
  proxied: ['microblog'],
});

async function publish(body: object) {
  return (await workspace.publish({ platforms: ['microblog'], ...body })).body;
}

const publishOther = () => publish({ text: uniqueText('Another post') });
const newest = async () => (await workspace.api('GET', '/api/v1/posts?limit=1')).body.posts[0];
const fault = (kind: FaultKind, more: { delayMs?: number; retryAfterSeconds?: number } = {}) =>
  stack.sandbox.fault({ network: 'x', operation: 'publish', kind, times: 1, ...more });
/** Uses up the place of a fault. */
const noFault = () => fault('slow', { delayMs: 0 });

/** Holds a publish on its way to the network. */
interface Gate {
  readonly reached: Promise<void>;
  open(): void;
}

/** Holds the publishes with these places among the next ones, each until its gate is opened. */
function holdPublishes(...places: number[]): Gate[] {
  const gates = places.map((place) => {
    const [reaching, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    return { place, reaching, opening };
  });
  let publishes = 0;
  proxy.intercept = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/2/tweets')) return undefined;
    publishes += 1;
    const gate = gates.find(({ place }) => place === publishes);
    gate?.reaching.resolve();
    await gate?.opening.promise;
    return undefined;
  };
  return gates.map(({ reaching, opening }) => ({ reached: reaching.promise, open: () => opening.resolve() }));
}

/** Begins a call and returns when its post is stored, so that the next call comes after it. */
async function begin(call: () => Promise<unknown>) {
  const before = (await newest())?.id;
  const answer = call();
  await vi.waitFor(async () => expect((await newest())?.id).not.toBe(before), 15_000);
  return { id: (await newest()).id as string, answer };
}

const entriesOf = async (postId: string) =>
  (await workspace.readLog({ postId })).map(({ status, metadata }) => [status, metadata.part]);

/**
 * A post, a thread whose first part is not accepted, and another post between that part and the next one, which is held.
 * @param later places of further publishes to hold
 */
async function failFirst(thread: ReturnType<typeof newThread>, ...later: number[]) {
  await noFault();
  await fault('rate-limit', { retryAfterSeconds: 600 });
  const [before, ...gates] = holdPublishes(1, 3, ...later);
  await begin(publishOther);
  const { id } = await begin(() => publish(thread));
  await begin(publishOther);
  before?.open();
  await untilStates(workspace, id, ['failed', ...thread.thread.map(() => 'pending')]);
  return { id, gates };
}

test('a part that waits for its account is pending, and its thread is publishing', async () => {
  const [first, between] = holdPublishes(1, 2);
  const { id, answer } = await begin(() => publish(newThread()));
  await begin(publishOther);
  first?.open();
  const early = (await answer) as ApiAnswer['body'];
  expect(states(early)).toEqual(['published', 'pending', 'pending']);
  expect(early.platformResults.microblog).toMatchObject({ ok: false, state: 'sending', code: 'still_sending' });
  between?.open();
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('a retry of the first part while the rest waits sends the rest too', async () => {
  const thread = newThread();
  const { id, gates } = await failFirst(thread);
  const retrying = workspace.api('POST', `/api/v1/posts/${id}/retry`);
  await untilStates(workspace, id, ['sending', ...thread.thread.map(() => 'pending')]);
  gates[0]?.open();
  await retrying;
  await untilStates(workspace, id, ['published', 'published', 'published']);
  const sent = (await stack.sandbox.posts('x')).filter(({ text }) => text.startsWith(thread.text));
  expect(sent.map(({ text }) => text)).toEqual([thread.text, ...thread.thread]);
});

test('a server that stops waits for a part that is sent again while its thread has not ended', async () => {
  const { text, thread } = newThread();
  const { id, gates } = await failFirst({ text, thread: thread.slice(0, 1) }, 4);
  const [between, again] = gates;
  const retrying = workspace.api('POST', `/api/v1/posts/${id}/retry`).catch(() => undefined);
  between?.open();
  await again?.reached;
  const restarting = stack.restart();
  again?.open();
  await restarting;
  await retrying;
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
  const [first] = holdPublishes(1);
  clock.advance(due + 60 * MINUTE - 1_000 - clock.now());
  await first?.reached;
  clock.advance(5_000);
  first?.open();
  await untilStates(workspace, id, ['published', 'published', 'published']);
});

test('a post of the network is found for one part of a thread only', async () => {
  const thread = newThread();
  const { id, platformResults } = await publish(thread);
  const [first] = platformResults.microblog.parts;
  // The state that a restored backup has if it was made while the thread was being sent.
  const lost = `state = 'unknown', platform_post_id = null, sent_at = '2020-01-01T00:00:00.000Z'`;
  await stack.query(`update post_target set ${lost} where post_id = '${id}'`);
  // This server's clock is ahead of the network's, so the instants of its steps are too late.
  await stack.query(`delete from post_event where post_id = '${id}'`);
  const settle = (part: number) =>
    workspace.api('POST', `/api/v1/posts/${id}/resolve`, {
      body: { platform: 'microblog', part, published: first.platformPostId },
    });
  expect(states((await settle(1)).body)).toEqual(['published', 'unknown', 'unknown']);
  const again = await settle(2);
  expect([again.status, again.body.code, again.body.error]).toEqual([
    409,
    'conflict',
    expect.stringMatching(/^That is part 1 of microblog already; /),
  ]);
  expect(states(await workspace.readPost(id))).toEqual(['published', 'unknown', 'unknown']);
});

test('a retry of the rest that is refused is logged once', async () => {
  await noFault();
  await fault('forbidden');
  const { id } = await publish(newThread());
  await untilStates(workspace, id, ['published', 'failed', 'failed']);
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  const before = await entriesOf(id);
  await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect(await entriesOf(id)).toEqual([['failed', 2], ...before]);
  await workspace.connect('microblog');
});
