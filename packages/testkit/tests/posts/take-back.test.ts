import type { FaultKind } from '@social/sandbox';
import {
  readEffects,
  startFileServer,
  uniqueText,
  useResource,
  useStack,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { takeBack, takingBack } from './taking-back.ts';

const { stack, clock } = useStack({ clock: true, config: { upstreamTimeoutMs: 1_500 } });

const files = useResource(startFileServer);
/** A grey picture of 8 by 8 pixels: photonet takes JPEG alone. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);

const { fault, published, seen } = takingBack(stack);

const kindsOf = async ({ api }: Workspace, id: string) =>
  (await api('GET', `/api/v1/posts/${id}/timeline`)).body.events.map(({ kind }: { kind: string }) => kind);

test('deletes what was published, charges the deletions, and the post says so', async () => {
  const { workspace, post } = await published(['profnet', 'microblog']);
  const { balance } = await workspace.credits();
  const { status, body } = await takeBack(workspace, post.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ ok: true, id: post.id, outcome: 'unpublished', credits: 2 },
    results: {
      profnet: { ok: true, state: 'deleted', credits: 1, removedAt: expect.any(String) },
      microblog: { ok: true, state: 'deleted', credits: 1, removedAt: expect.any(String) },
    },
  });
  expect([...(await seen('linkedin', post.text)), ...(await seen('x', post.text))]).toEqual([false, false]);
  const after = await workspace.readPost(post.id);
  const { removedAt } = body.results.profnet;
  expect(after).toMatchObject({
    ...{ status: 'published', outcome: 'unpublished', credits: 4 },
    platformResults: { profnet: { ok: true, state: 'published', removedAt, url: expect.any(String) } },
  });
  expect(after.updatedAt >= removedAt).toBe(true);
  expect(await workspace.credits()).toMatchObject({ balance: balance - 2, held: 0 });
  const { recentTransactions } = (await workspace.api('GET', '/api/usage')).body;
  const charge = recentTransactions.find(({ action }: { action: string }) => action === 'post.unpublished');
  expect(charge).toMatchObject({
    amount: -2,
    metadata: { postId: post.id, breakdown: { profnet: 1, microblog: 1 } },
  });
  const logs = await workspace.readLog({ action: 'post.unpublished' });
  expect(logs).toHaveLength(2);
  expect(logs[0]).toMatchObject({ status: 'success', metadata: { postId: post.id, text: post.text, credits: 1 } });
  expect((await kindsOf(workspace, post.id)).slice(-4)).toEqual(['removing', 'removing', 'removed', 'removed']);
});

test('what is no longer there costs nothing, and neither does a network that lets programs delete nothing', async () => {
  const url = files.serve('/small.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } });
  const media = [{ url, alt: '' }];
  const text = uniqueText('Refused');
  const { workspace: other, post: original } = await published(['mastodon'], { text });
  const { workspace, post } = await published(['photonet'], { media });
  await workspace.connect('mastodon');
  await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'forbidden' });
  const { id } = (await workspace.publish({ text, platforms: ['mastodon', 'photonet'], media })).body;
  // The user says that a post which the other workspace has published is the missing one.
  const { platformPostId } = original.platformResults.mastodon;
  const body = { platform: 'mastodon', published: platformPostId };
  expect((await workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body })).body.outcome).toBe('published');
  expect((await takeBack(other, original.id)).body.results.mastodon).toMatchObject({ state: 'deleted', credits: 1 });
  const { balance } = await workspace.credits();
  const taken = (await takeBack(workspace, id)).body;
  expect(taken).toMatchObject({ ok: false, outcome: 'published', credits: 0 });
  expect(taken.results).toMatchObject({
    mastodon: { ok: true, state: 'gone', credits: 0, removedAt: expect.any(String) },
    photonet: { ok: false, state: 'impossible', code: 'not_deletable', retryable: false, url: expect.any(String) },
  });
  expect(await workspace.credits()).toMatchObject({ balance, held: 0 });
  expect((await takeBack(workspace, post.id)).body.results.photonet.error).toContain('delete it there');
  expect(await kindsOf(workspace, post.id)).toEqual(expect.arrayContaining(['removal_failed']));
});

describe('a thread', () => {
  const thread = async () => {
    const text = uniqueText('Thread');
    const made = await published(['microblog'], { text, thread: [`${text} 2/3`, `${text} 3/3`] });
    return { ...made, texts: [text, `${text} 2/3`, `${text} 3/3`] };
  };

  test('is deleted from its end, and each part costs a deletion', async () => {
    const { workspace, post, texts } = await thread();
    const requests = await watchRequests(stack);
    const { body } = await takeBack(workspace, post.id);
    expect(body).toMatchObject({ ok: true, outcome: 'unpublished', credits: 3 });
    expect(
      body.results.microblog.parts.map(({ part, state }: { part: number; state: string }) => [part, state]),
    ).toEqual([
      [1, 'deleted'],
      [2, 'deleted'],
      [3, 'deleted'],
    ]);
    const ids = post.platformResults.microblog.parts.map((part: { platformPostId: string }) => part.platformPostId);
    expect((await requests('delete')).map(({ path }) => path.split('/').at(-1))).toEqual(ids.reverse());
    expect(await seen('x', ...texts)).toEqual([false, false, false]);
    expect((await workspace.readPost(post.id)).platformResults.microblog).toMatchObject({
      removedAt: expect.any(String),
      parts: [{ removedAt: expect.any(String) }, {}, {}],
    });
  });

  test('keeps its beginning when its end cannot be deleted, until it is taken back again', async () => {
    const { workspace, post, texts } = await thread();
    await stack.sandbox.fault({ network: 'x', operation: 'delete', kind: 'forbidden' });
    const { body } = await takeBack(workspace, post.id);
    expect(body).toMatchObject({ ok: false, outcome: 'published', credits: 0 });
    expect(body.results.microblog).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('part 3') },
      parts: [
        { state: 'failed', code: 'conflict' },
        { state: 'failed', code: 'conflict' },
        { state: 'failed', code: 'network_forbidden', credits: 0 },
      ],
    });
    expect(await seen('x', ...texts)).toEqual([true, true, true]);
    expect((await workspace.credits()).held).toBe(0);
    expect((await takeBack(workspace, post.id)).body).toMatchObject({ ok: true, outcome: 'unpublished', credits: 3 });
  });

  test('whose end was taken back does not grow again', async () => {
    const { workspace, post } = await thread();
    const { platformPostId } = post.platformResults.microblog.parts[2];
    await workspace.api('DELETE', `/api/v1/microblog/mpost?mpost_id=${platformPostId}`);
    const after = await workspace.readPost(post.id);
    expect(after.outcome).toBe('published');
    expect(after.platformResults.microblog.removedAt).toBeUndefined();
    expect(after.platformResults.microblog.parts[2]).toMatchObject({
      state: 'published',
      removedAt: expect.any(String),
    });
  });
});

describe('a deletion whose answer is lost', () => {
  test.each<FaultKind>(['accept-then-drop', 'accept-then-error', 'drop', 'garbage'])(
    'is repeated after %s, and charged once',
    async (kind) => {
      const { workspace, post } = await published(['profnet']);
      const { balance } = await workspace.credits();
      await fault(kind);
      expect((await takeBack(workspace, post.id)).body.results.profnet).toMatchObject({ state: 'deleted', credits: 1 });
      expect(await seen('linkedin', post.text)).toEqual([false]);
      expect(await workspace.credits()).toMatchObject({ balance: balance - 1, held: 0 });
    },
  );

  test('counts as deleted where the network then no longer has the post', async () => {
    const { workspace, post } = await published(['mastodon']);
    await stack.sandbox.fault({ network: 'mastodon', operation: 'delete', kind: 'accept-then-drop' });
    expect((await takeBack(workspace, post.id)).body.results.mastodon).toMatchObject({ state: 'deleted', credits: 1 });
  });

  test('stays unknown while the network gives no answer, and is looked up later', async () => {
    const { workspace, post } = await published(['profnet']);
    const { balance } = await workspace.credits();
    await fault('accept-then-drop', { times: 3 });
    const { body } = await takeBack(workspace, post.id);
    expect(body).toMatchObject({ ok: false, outcome: 'published', credits: 0 });
    expect(body.results.profnet).toMatchObject({ state: 'unknown', code: 'outcome_unknown', url: expect.any(String) });
    expect(await workspace.credits()).toMatchObject({ balance, held: 1 });
    expect((await workspace.readLog({ action: 'post.unpublished' }))[0]).toMatchObject({ status: 'unknown' });
    clock.advance(61_000);
    const after = await workspace.untilPost(post.id, { outcome: 'unpublished' });
    expect(after.platformResults.profnet.removedAt).toBeDefined();
    expect(await workspace.credits()).toMatchObject({ balance: balance - 1, held: 0 });
  });
});

test('a call and its repetition with the same key have one answer', async () => {
  const { workspace, post } = await published(['profnet']);
  const headers = { 'idempotency-key': uniqueText('key') };
  const first = await takeBack(workspace, post.id, {}, headers);
  const second = await takeBack(workspace, post.id, {}, headers);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('a post that was taken back is not sent again: not by retry, and not under its key', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const body = { text: uniqueText('Once'), platforms: ['profnet', 'microblog'] };
  const headers = { 'idempotency-key': uniqueText('key') };
  const { id } = (await workspace.publish(body, headers)).body;
  expect((await takeBack(workspace, id)).body).toMatchObject({ ok: true, outcome: 'unpublished' });
  const requests = await watchRequests(stack);
  const retry = await workspace.api('POST', `/api/v1/posts/${id}/retry`);
  expect([retry.status, retry.body.code]).toEqual([409, 'conflict']);
  expect(retry.body.error).toContain('taken back');
  expect((await workspace.publish(body, headers)).body.id).toBe(id);
  expect(await requests('publish')).toEqual([]);
});

test('nothing is deleted without enough credits, without the plan, or by another account', async () => {
  const { workspace, post } = await published(['microblog', 'profnet']);
  await stack.setPlan(workspace, 'free');
  const part = (await takeBack(workspace, post.id)).body;
  expect(part.results).toMatchObject({
    microblog: { ok: false, state: 'failed', code: 'paid_plan_required', credits: 0 },
    profnet: { ok: true, state: 'deleted' },
  });
  const gated = await takeBack(workspace, post.id, { platforms: ['microblog'] });
  expect([gated.status, gated.body.code]).toEqual([403, 'paid_plan_required']);
  await stack.setPlan(workspace, 'pro');
  const { balance } = await workspace.credits();
  const setBalance = (to: number) =>
    stack.query(`update workspace set balance = ${to} where id = '${workspace.workspaceId}'`);
  await setBalance(0);
  const before = await readEffects(stack, workspace);
  const poor = await takeBack(workspace, post.id);
  expect([poor.status, poor.body.code]).toEqual([402, 'insufficient_credits']);
  expect(await readEffects(stack, workspace)).toEqual(before);
  await setBalance(balance);
  await stack.sandbox.settings({ authorizeAs: 'sandbox_friend' });
  await workspace.api('POST', '/api/connect/microblog/disconnect', { body: {} });
  expect((await takeBack(workspace, post.id)).body.results.microblog).toMatchObject({ code: 'not_connected' });
  await workspace.connect('microblog');
  expect((await takeBack(workspace, post.id)).body.results.microblog).toMatchObject({
    ...{ state: 'failed', code: 'not_connected', credits: 0 },
    error: expect.stringMatching(/published as @sandbox_owner.*connected as @sandbox_friend/),
  });
  expect(await seen('x', post.text)).toEqual([true]);
});

describe('with a key that may do less', () => {
  const keyOf = async ({ api }: Workspace, limits: object) =>
    (await api('POST', '/api/keys', { body: { name: 'Less', ...limits } })).body.rawKey as string;
  const takeBackWith = async (workspace: Workspace, id: string, key: string, body: object = {}) =>
    workspace.api('POST', `/api/v1/posts/${id}/unpublish`, { body, key });

  test('of other scopes, or another profile, nothing is deleted', async () => {
    const { workspace, post } = await published(['profnet']);
    await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } });
    const reader = await keyOf(workspace, { scopes: ['read', 'draft', 'actions'] });
    const stranger = await keyOf(workspace, { profiles: ['acme'] });
    expect((await takeBackWith(workspace, post.id, reader)).body.code).toBe('scope_missing');
    expect((await takeBackWith(workspace, post.id, stranger)).status).toBe(404);
    expect(await seen('linkedin', post.text)).toEqual([true]);
  });

  test('of some platforms, only these can be named', async () => {
    const { workspace, post } = await published(['profnet', 'microblog']);
    const key = await keyOf(workspace, { scopes: ['publish'], platforms: ['profnet'] });
    const all = await takeBackWith(workspace, post.id, key);
    expect([all.status, all.body.code]).toEqual([403, 'forbidden']);
    expect((await takeBackWith(workspace, post.id, key, { platforms: ['profnet'] })).body).toMatchObject({ ok: true });
    expect([...(await seen('linkedin', post.text)), ...(await seen('x', post.text))]).toEqual([false, true]);
  });

  test('with a limit, the deletions count towards it, and what is gone already does not', async () => {
    const { workspace, post } = await published(['profnet', 'microblog']);
    const key = await keyOf(workspace, { creditLimit: 1 });
    const over = await takeBackWith(workspace, post.id, key);
    expect([over.status, over.body.code]).toEqual([402, 'credit_limit_reached']);
    expect((await workspace.credits()).held).toBe(0);
    expect((await takeBackWith(workspace, post.id, key, { platforms: ['profnet'] })).body.credits).toBe(1);
    expect((await takeBackWith(workspace, post.id, key, { platforms: ['profnet'] })).body.credits).toBe(0);
    const next = await takeBackWith(workspace, post.id, key);
    expect([next.status, next.body.code]).toEqual([402, 'credit_limit_reached']);
    expect(await seen('x', post.text)).toEqual([true]);
  });
});

describe('is refused without an effect', () => {
  test.each([
    ['an unknown platform', { platforms: ['telegraph'] }, 400],
    ['a platform that is not of the post', { platforms: ['microblog'] }, 400],
    ['no platform', { platforms: [] }, 400],
    ['the same platform twice', { platforms: ['profnet', 'profnet'] }, 400],
    ['a text in place of a list', { platforms: 'profnet' }, 400],
    ['a field that does not exist', { platform: 'profnet' }, 400],
    ['a list in place of a body', [], 400],
  ])('%s', async (_name, body, expected) => {
    const { workspace, post } = await published(['profnet']);
    const before = await readEffects(stack, workspace);
    const { status, body: answer } = await takeBack(workspace, post.id, body);
    expect([status, answer.code]).toEqual([expected, 'invalid_request']);
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('the post of another workspace, and one that does not exist', async () => {
    const { workspace, post } = await published(['profnet']);
    const stranger = await stack.createWorkspace();
    expect((await takeBack(stranger, post.id)).status).toBe(404);
    expect((await takeBack(workspace, '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69')).status).toBe(404);
    expect((await takeBack(workspace, 'nonsense')).status).toBe(404);
    expect((await stack.anonymous('POST', `/api/v1/posts/${post.id}/unpublish`)).status).toBe(401);
    expect(await seen('linkedin', post.text)).toEqual([true]);
  });

  test('a post that is scheduled, canceled, failed or not known to be published', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    const refusal = async (id: string) => {
      const { status, body } = await takeBack(workspace, id);
      expect([status, body.code]).toEqual([409, 'conflict']);
      return body.error;
    };
    const scheduledFor = new Date(clock.now() + 3_600_000).toISOString();
    const later = (await workspace.publish({ text: uniqueText('Later'), platforms: ['profnet'], scheduledFor })).body;
    expect(await refusal(later.id)).toContain('DELETE /api/v1/posts/{id}');
    await workspace.api('DELETE', `/api/v1/posts/${later.id}`);
    expect(await refusal(later.id)).toContain('canceled');
    const failed = (await workspace.publish({ text: uniqueText('Nowhere'), platforms: ['video'] })).body;
    expect(await refusal(failed.id)).toContain('nothing to take back');
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
    const lost = (await workspace.publish({ text: uniqueText('Lost'), platforms: ['profnet'] })).body;
    expect(await refusal(lost.id)).toContain('resolve');
  });
});
