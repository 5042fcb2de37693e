import type { FaultKind } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { newThread, states, untilStates } from './thread-posts.ts';

const MINUTE = 60_000;

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

async function publish(body: object, query = '') {
  return (await workspace.api('POST', `/api/v1/posts${query}`, { body })).body;
}

/** Returns the thread's posts at the network: text, and the text of the post that each one replies to. */
async function readersSee({ text }: { text: string }): Promise<[string, string | null][]> {
  const posts = await stack.sandbox.posts('x');
  const texts = new Map(posts.map((post) => [post.id, post.text]));
  return posts
    .filter((post) => post.text.startsWith(text))
    .map((post) => [post.text, post.replyToId === null ? null : (texts.get(post.replyToId) ?? 'another')]);
}

function whole({ text, thread }: ReturnType<typeof newThread>): [string, string | null][] {
  return [text, ...thread].map((part, index, parts) => [part, parts[index - 1] ?? null]);
}

const fault = (kind: FaultKind, more: object = {}) =>
  stack.sandbox.fault({ network: 'x', operation: 'publish', kind, times: 1, ...more });

/** Publishes while the network is slow for the first part, and makes the second fail meanwhile. */
async function failSecondPart(body: object, kind: FaultKind, more: object = {}) {
  await fault('slow', { delayMs: 400 });
  const publishes = await watchRequests(stack);
  const answer = publish({ platforms: ['microblog'], ...body });
  if ('scheduledFor' in body) {
    await answer;
    clock.advance(MINUTE);
  }
  await vi.waitFor(async () => expect(await publishes('publish')).not.toEqual([]), 10_000);
  await fault(kind, more);
  return (await answer).id as string;
}

test('a thread becomes replies where the network has them, and one post elsewhere', async () => {
  const thread = newThread();
  const body = await publish({ ...thread, platforms: ['profnet', 'microblog'] });
  expect(await readersSee(thread)).toEqual(whole(thread));
  const { microblog, profnet } = body.platformResults;
  expect(microblog).toMatchObject({ ok: true, state: 'published', credits: 9 });
  expect(microblog.parts.map(({ part, credits }: { part: number; credits: number }) => [part, credits])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(microblog.platformPostId).toBe(microblog.parts[0].platformPostId);
  expect(microblog.parts[2].url).toMatch(/^http/);
  expect(profnet).toMatchObject({ ok: true, credits: 1 });
  expect(profnet.parts).toBeUndefined();
  const joined = [thread.text, ...thread.thread].join('\n\n');
  expect((await stack.sandbox.posts('linkedin')).filter((post) => post.text === joined)).toHaveLength(1);
  expect(body).toMatchObject({ thread: thread.thread, credits: 10 });
  expect(await workspace.readPost(body.id)).toEqual(body);
});

test('each part is charged, and the post is one transaction', async () => {
  const before = (await workspace.credits()).balance;
  const { id } = await publish({ ...newThread(), platforms: ['microblog', 'profnet'] });
  const { credits, recentTransactions } = (await workspace.api('GET', '/api/usage')).body;
  expect(credits).toMatchObject({ balance: before - 10, held: 0 });
  const [charge] = recentTransactions.filter(({ amount }: { amount: number }) => amount < 0);
  expect(charge).toMatchObject({
    amount: -10,
    metadata: { postId: id, breakdown: { microblog: 9, profnet: 1 } },
  });
  expect(charge.metadata.part).toBeUndefined();
});

test('a dry run measures and prices each part, and names the one that is too long', async () => {
  const long = 'x'.repeat(281);
  const thread = { text: 'One', thread: ['Two', long] };
  const body = await publish({ ...thread, platforms: ['microblog', 'profnet'] }, '?dryRun=true');
  const { microblog, profnet } = body.platformResults;
  expect(microblog).toMatchObject({ ok: false, state: 'problem', credits: 9, characters: { count: 281, max: 280 } });
  expect(microblog.error).toMatch(/^part 3 of 3: .*281 of 280 characters; shorten it by 1$/);
  expect(microblog.parts.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready', 'problem']);
  expect(profnet).toMatchObject({ ok: true, characters: { count: 3 + 2 + 3 + 2 + 281 } });
});

test.each([
  [{ thread: ['fine', 'x'.repeat(281)] }, /thread\[1\].*too long for microblog/],
  [{ thread: ['fine', ' \u200b '] }, /thread\[1\]/],
  [{ thread: 'text' }, /thread/],
  [{ thread: Array.from({ length: 25 }, () => 'part') }, /thread/],
  [{ overrides: { microblog: { thread: ['x'.repeat(281)] } } }, /overrides\.microblog\.thread\[0\]/],
  [{ overrides: { microblog: { thread: [''] } } }, /overrides\.microblog\.thread\[0\]/],
])('a thread that cannot be published is refused before anything is sent: %#', async (wrong, message) => {
  const publishes = await watchRequests(stack);
  const { status, body } = await workspace.publish({ text: 'Begin', platforms: ['microblog'], ...wrong });
  expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
  expect(await publishes('publish')).toEqual([]);
});

test('an override replaces the text with its thread, or the thread alone', async () => {
  const thread = newThread();
  const own = uniqueText('Own');
  await publish({ ...thread, platforms: ['microblog'], overrides: { microblog: { text: own } } });
  expect(await readersSee({ text: own })).toEqual([[own, null]]);
  const other = newThread();
  const overrides = { microblog: { thread: [`${other.text} end`] } };
  await publish({ ...other, platforms: ['microblog'], overrides });
  expect(await readersSee(other)).toEqual([
    [other.text, null],
    [`${other.text} end`, other.text],
  ]);
});

test('a thread of one platform alone is answered with all of its parts', async () => {
  const { text, thread } = newThread();
  const answer = await publish({ text, platforms: ['microblog'], overrides: { microblog: { thread } } });
  expect(answer.platformResults.microblog.parts).toHaveLength(3);
  expect(await workspace.readPost(answer.id)).toEqual(answer);
});

test('parts after one that failed are not sent; a retry continues where the thread stopped', async () => {
  const thread = newThread();
  await fault('rate-limit', { retryAfterSeconds: 600 });
  const failed = await publish({ ...thread, platforms: ['microblog'] });
  expect(failed.platformResults.microblog).toMatchObject({ ok: false, state: 'failed', retryable: true, credits: 0 });
  expect(failed.platformResults.microblog.error).toMatch(/^part 1 of 3: /);
  expect(failed.platformResults.microblog.parts[1]).toMatchObject({ code: 'earlier_part_missing', state: 'failed' });
  expect(await readersSee(thread)).toEqual([]);
  expect((await workspace.credits()).held).toBe(0);
  const { body } = await workspace.api('POST', `/api/v1/posts/${failed.id}/retry`);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, credits: 9 });
  expect(await readersSee(thread)).toEqual(whole(thread));
});

test('a part whose answer was lost is found, and the thread continues below it', async () => {
  const thread = newThread();
  const id = await failSecondPart(thread, 'accept-then-drop');
  await untilStates(workspace, id, ['published', 'published', 'published']);
  expect(await readersSee(thread)).toEqual(whole(thread));
});

test('nothing is sent below a part of unknown outcome before the part is resolved', async () => {
  const thread = newThread();
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
  const id = await failSecondPart(thread, 'accept-then-drop');
  const lost = await untilStates(workspace, id, ['published', 'unknown', 'failed']);
  expect(lost.platformResults.microblog).toMatchObject({ ok: false, state: 'unknown', code: 'outcome_unknown' });
  const early = await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect(states(early.body)).toEqual(['published', 'unknown', 'failed']);
  expect(early.body.platformResults.microblog.parts[2].error).toMatch(/resolve it with: social post resolve/);
  const [second] = (await stack.sandbox.posts('x')).filter((post) => post.text === thread.thread[0]);
  const settle = (part: number) =>
    workspace.api('POST', `/api/v1/posts/${id}/resolve`, {
      body: { platform: 'microblog', part, published: second?.id },
    });
  expect((await settle(3)).status).toBe(409);
  const settled = (await settle(2)).body;
  expect(states(settled)).toEqual(['published', 'published', 'failed']);
  expect(settled.platformResults.microblog.error).toMatch(
    /^part 3 of 3: part 2 has an unknown outcome; .*: social post retry/,
  );
  const { body } = await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect(states(body)).toEqual(['published', 'published', 'published']);
  expect(await readersSee(thread)).toEqual(whole(thread));
});

test('several unknown parts are resolved one by one, by their number', async () => {
  const thread = newThread();
  const { id } = await publish({ ...thread, platforms: ['microblog'] });
  const [first, second] = (await stack.sandbox.posts('x')).filter((post) => post.text.startsWith(thread.text));
  // The state that a restored backup has if it was made while the thread was being sent.
  await stack.query(
    `update post_target set state = 'unknown', platform_post_id = null, url = null, credits = 0 where post_id = '${id}'`,
  );
  const settle = (body: object) =>
    workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body: { platform: 'microblog', ...body } });
  const unclear = await settle({ published: false });
  expect([unclear.status, unclear.body.error]).toEqual([409, expect.stringContaining('(1, 2, 3)')]);
  await settle({ part: 1, published: first?.id });
  expect((await settle({ part: 1, published: first?.id })).status).toBe(409);
  await settle({ part: 2, published: second?.id });
  expect(states((await settle({ published: false })).body)).toEqual(['published', 'published', 'failed']);
});

test('a thread whose server died in the middle is finished by the next server', async () => {
  const thread = newThread();
  const { id } = await publish({ ...thread, platforms: ['microblog'] });
  const [, second, third] = (await stack.sandbox.posts('x')).filter((post) => post.text.startsWith(thread.text));
  // The state after a process died between sending the second part and reading the answer.
  await stack.query(`update post set status = 'publishing' where id = '${id}'`);
  await stack.query(
    `update post_target set state = 'sending', worker_id = 'dead', platform_post_id = null, url = null
     where post_id = '${id}' and part = 2`,
  );
  await stack.query(
    `update post_target set state = 'pending', worker_id = 'dead', platform_post_id = null, url = null, sent_at = null
     where post_id = '${id}' and part = 3`,
  );
  await workspace.api('POST', '/api/v1/microblog/delete', { body: { mpost_id: third?.id } });
  await stack.restart();
  const body = await untilStates(workspace, id, ['published', 'published', 'published']);
  const { parts } = body.platformResults.microblog;
  expect(parts[1].platformPostId).toBe(second?.id);
  const living = (await stack.sandbox.posts('x')).filter(
    (post) => post.text.startsWith(thread.text) && post.deletedAt === null,
  );
  expect(living.map((post) => [post.text, post.replyToId])).toEqual([
    [thread.text, null],
    [thread.thread[0], parts[0].platformPostId],
    [thread.thread[1], second?.id],
  ]);
});

test('the rest of a thread is not sent below the post of another account', async () => {
  await stack.sandbox.addAccount({ network: 'x', username: 'second_voice', name: 'Second Voice' });
  const thread = newThread();
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
  const id = await failSecondPart(thread, 'forbidden');
  await untilStates(workspace, id, ['published', 'failed', 'failed']);
  await stack.sandbox.clearFaults();
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  await stack.connectWith({ authorizeAs: 'second_voice' }, workspace, 'microblog');
  const { body } = await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect(states(body)).toEqual(['published', 'failed', 'failed']);
  expect(body.platformResults.microblog.error).toMatch(
    /microblog:sandbox-owner\S*, the account of this post, is not connected/,
  );
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  await workspace.connect('microblog');
});

test('the timeline names the part, and a canceled thread is canceled in each', async () => {
  const { id } = await publish({ ...newThread(), platforms: ['microblog'] });
  const { events } = (await workspace.api('GET', `/api/v1/posts/${id}/timeline`)).body;
  const published = events.filter(({ kind }: { kind: string }) => kind === 'published');
  expect(published.map(({ part }: { part?: number }) => part)).toEqual([undefined, 2, 3]);
  const scheduledFor = new Date(clock.now() + 60 * MINUTE).toISOString();
  const scheduled = await publish({ ...newThread(), platforms: ['microblog'], scheduledFor });
  const { body } = await workspace.api('DELETE', `/api/v1/posts/${scheduled.id}`);
  expect(states(body)).toEqual(['canceled', 'canceled', 'canceled']);
});

// The last: from here on the server's clock is minutes ahead of the networks'.
test('a thread that a rate limit stops half-way waits and is finished without help', async () => {
  const thread = newThread();
  const scheduledFor = new Date(clock.now() + MINUTE).toISOString();
  const id = await failSecondPart({ ...thread, scheduledFor }, 'rate-limit', { retryAfterSeconds: 120 });
  // Between two parts, the second one is pending too.
  const half = await vi.waitFor(async () => {
    const body = await untilStates(workspace, id, ['published', 'pending', 'pending']);
    expect(body.platformResults.microblog.nextAttemptAt).toBeDefined();
    return body;
  }, 10_000);
  expect(half.platformResults.microblog).toMatchObject({ ok: false, state: 'pending', credits: 3 });
  expect(half.platformResults.microblog.error).toMatch(/^part 2 of 3: /);
  clock.advance(4 * MINUTE);
  await untilStates(workspace, id, ['published', 'published', 'published']);
  expect(await readersSee(thread)).toEqual(whole(thread));
});
