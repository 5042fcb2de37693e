import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from '@social/sandbox';
import {
  samplePng,
  startFileServer,
  startStack,
  uniqueText,
  useStack,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';

const NETWORKS = { profnet: 'linkedin', microblog: 'x' } as const;
type Platform = keyof typeof NETWORKS;

const { stack } = useStack({ config: { upstreamTimeoutMs: 1_500, publishTimeoutMs: 4_500 } });

function publish({ api }: Workspace, platforms: readonly string[], text = uniqueText('Unsure')) {
  return api('POST', '/api/v1/posts', { body: { text, platforms } });
}

const fault = (platform: Platform, kind: FaultKind) =>
  stack.sandbox.fault({ network: NETWORKS[platform], operation: 'publish', kind });

/** Publishes with a lost answer; the target is then unknown. */
async function loseAnswer(platform: Platform, kind: FaultKind = 'timeout') {
  const workspace = await stack.createWorkspace({ connect: [platform] });
  await fault(platform, kind);
  const { body } = await publish(workspace, [platform]);
  return { workspace, post: body };
}

describe('a publish whose answer is lost', () => {
  // profnet cannot be read with an ordinary token, so only the user can resolve it.
  test.each<FaultKind>([
    'accept-then-drop',
    'accept-then-error',
    'accept-then-hang',
    'timeout',
    'drop',
    'server-error',
    'garbage',
    'no-id',
  ])('is unknown on profnet after %s: not charged, still held, and never sent again', async (kind) => {
    const seen = await watchRequests(stack);
    const { workspace, post } = await loseAnswer('profnet', kind);
    expect(post.status).toBe('published');
    expect(post.platformResults.profnet).toMatchObject({
      ok: false,
      state: 'unknown',
      code: 'outcome_unknown',
      retryable: false,
      credits: 0,
    });
    expect(await workspace.credits()).toMatchObject({ balance: 10_000, held: 1, available: 9999, used: 0 });
    await delay(300);
    expect(await seen('publish')).toHaveLength(1);
    const retry = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect([retry.status, retry.body.code]).toEqual([409, 'conflict']);
    expect(await seen('publish')).toHaveLength(1);
  });

  test.each<FaultKind>(['accept-then-drop', 'accept-then-error', 'accept-then-hang', 'accept-then-half', 'no-id'])(
    'is found again on the microblog after %s by reading, and is then charged',
    async (kind) => {
      const { workspace, post } = await loseAnswer('microblog', kind);
      const accepted = (await stack.sandbox.posts('x')).filter(({ text }) => text === post.text);
      expect(accepted).toHaveLength(1);
      const found = await workspace.untilPost(post.id, { platformResults: { microblog: { state: 'published' } } });
      expect(found.platformResults.microblog).toMatchObject({ ok: true, platformPostId: accepted[0]?.id, credits: 3 });
      expect(await workspace.credits()).toMatchObject({ balance: 9997, held: 0, used: 3 });
      expect((await stack.sandbox.posts('x')).filter(({ text }) => text === post.text)).toHaveLength(1);
    },
  );

  test('is found again on the microblog although the network shows links, signs and a picture in another way', async () => {
    await using files = await startFileServer();
    const media = [{ url: files.serve('/a.png', { body: samplePng() }) }];
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await fault('microblog', 'accept-then-drop');
    const text = uniqueText('Tom & Jerry <3 example.com/a?b=1&c=2 https://example.org &amp;');
    const { body } = await workspace.publish({ text, platforms: ['microblog'], media });
    await workspace.untilPost(body.id, { platformResults: { microblog: { state: 'published' } } });
  });

  test('is not taken for a failure on the microblog when the post is not there', async () => {
    const { workspace, post } = await loseAnswer('microblog', 'timeout');
    await workspace.untilPost(post.id, { platformResults: { microblog: { ok: false, state: 'unknown', credits: 0 } } });
    expect((await stack.sandbox.posts('x')).filter(({ text }) => text === post.text)).toEqual([]);
  });

  test('is found again later on the microblog when it could not be read at first', async () => {
    await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
    const { workspace, post } = await loseAnswer('microblog', 'accept-then-drop');
    await workspace.untilPost(post.id, { platformResults: { microblog: { state: 'unknown' } } });
    await stack.sandbox.clearFaults();
    await stack.restart();
    const found = await workspace.untilPost(post.id, { platformResults: { microblog: { state: 'published' } } });
    expect(found.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
    expect(await workspace.credits()).toMatchObject({ balance: 9997, held: 0, used: 3 });
  });

  test('is logged as unknown', async () => {
    const { workspace, post } = await loseAnswer('profnet');
    const logs = await workspace.readLog();
    expect(logs[0]).toMatchObject({ action: 'post.published', platform: 'profnet', status: 'unknown' });
    expect(logs[0].metadata).toMatchObject({ text: post.text, credits: 0, code: 'outcome_unknown' });
  });

  test('stays unknown over a restart and is not sent again', async () => {
    const { workspace, post } = await loseAnswer('profnet', 'accept-then-drop');
    const seen = await watchRequests(stack);
    await stack.restart();
    await delay(400);
    const body = await workspace.readPost(post.id);
    expect(body.platformResults.profnet.state).toBe('unknown');
    expect(await seen('publish')).toEqual([]);
  });

  test('does not disturb the platforms that answered', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
    await fault('profnet', 'accept-then-error');
    const { body } = await publish(workspace, ['profnet', 'microblog']);
    expect(body.platformResults).toMatchObject({ profnet: { state: 'unknown' }, microblog: { ok: true, credits: 3 } });
    expect(await workspace.credits()).toMatchObject({ balance: 9997, held: 1, used: 3 });
  });
});

describe('a platform that hangs', () => {
  test('does not delay the others: their results are stored while it is still being sent', async () => {
    const slow = await startStack({ config: { publishTimeoutMs: 1_500, upstreamTimeoutMs: 10_000 } });
    try {
      const workspace = await slow.createWorkspace({ connect: ['profnet', 'microblog'] });
      await slow.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'timeout' });
      const { status, body } = await workspace.publish({
        text: uniqueText('Hanging'),
        platforms: ['profnet', 'microblog'],
      });
      expect(status).toBe(201);
      expect(body.status).toBe('publishing');
      expect(body.platformResults).toMatchObject({
        profnet: { ok: false, state: 'sending', code: 'still_sending', credits: 0 },
        microblog: { ok: true, state: 'published', credits: 3 },
      });
      const settled = await vi.waitFor(async () => {
        const read = await workspace.api('GET', `/api/v1/posts/${body.id}`);
        expect(read.body.status).toBe('published');
        return read.body;
      }, 15_000);
      expect(settled.platformResults).toMatchObject({ profnet: { state: 'unknown' }, microblog: { ok: true } });
    } finally {
      await slow.close();
    }
  });
});

describe('resolving an unknown outcome', () => {
  const resolve = ({ api }: Workspace, id: string, body: object) =>
    api('POST', `/api/v1/posts/${id}/resolve`, { body });

  test('as published charges it and shows the id that was given', async () => {
    const { workspace, post } = await loseAnswer('profnet', 'accept-then-drop');
    const urn = 'urn:li:share:7141138937766399999';
    const { status, body } = await resolve(workspace, post.id, { platform: 'profnet', published: urn });
    expect(status).toBe(200);
    expect(body.platformResults.profnet).toMatchObject({
      ok: true,
      state: 'published',
      platformPostId: urn,
      credits: 1,
    });
    expect(body.credits).toBe(1);
    expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 0, used: 1 });
    const logs = await workspace.readLog();
    expect(logs[0]).toMatchObject({ platform: 'profnet', status: 'success', metadata: { platformPostId: urn } });
  });

  test('as not published costs nothing and allows a retry', async () => {
    const { workspace, post } = await loseAnswer('profnet');
    const { status, body } = await resolve(workspace, post.id, { platform: 'profnet', published: false });
    expect(status).toBe(200);
    expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', retryable: true, credits: 0 });
    expect(await workspace.credits()).toMatchObject({ balance: 10_000, held: 0, used: 0 });
    const retried = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect(retried.body.platformResults.profnet).toMatchObject({ ok: true, credits: 1 });
    expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 0, used: 1 });
  });

  test('as not published by mistake is corrected with the id of the post that is there, also after a retry was refused', async () => {
    const { workspace, post } = await loseAnswer('profnet', 'accept-then-drop');
    await resolve(workspace, post.id, { platform: 'profnet', published: false });
    // The network says that the account has published the same just before.
    const retried = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect(retried.body.platformResults.profnet).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'duplicate_content',
    });
    const [there] = (await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text);
    const corrected = await resolve(workspace, post.id, { platform: 'profnet', published: there?.id });
    expect(corrected.body.platformResults.profnet).toMatchObject({ ok: true, platformPostId: there?.id, credits: 1 });
    expect(corrected.body.platformResults.profnet).not.toHaveProperty('error');
    expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 0, used: 1 });
    const again = await resolve(workspace, post.id, { platform: 'profnet', published: there?.id });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('is corrected also after a retry that failed before anything was sent', async () => {
    const { workspace, post } = await loseAnswer('profnet', 'accept-then-drop');
    await resolve(workspace, post.id, { platform: 'profnet', published: false });
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'unauthorized', times: 9 });
    const retried = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect(retried.body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed' });
    const corrected = await resolve(workspace, post.id, { platform: 'profnet', published: 'urn:li:share:1' });
    expect(corrected.body.platformResults.profnet).toMatchObject({ ok: true, platformPostId: 'urn:li:share:1' });
  });

  test('is refused for a target that failed before anything was sent', async () => {
    const workspace = await stack.createWorkspace();
    const { body } = await publish(workspace, ['profnet']);
    const answer = await resolve(workspace, body.id, { platform: 'profnet', published: 'urn:li:share:1' });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });

  test('is what the answer to a retry advises while nothing has failed', async () => {
    const { workspace, post } = await loseAnswer('profnet');
    const { status, body } = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect([status, body.code, body.details]).toEqual([409, 'conflict', { unknown: ['profnet'] }]);
    expect(body.error).toMatch(/unknown whether profnet .*resolve/);
  });

  test.each([
    ['a platform that was published', 'microblog'],
    ['a platform the post does not have', 'video'],
  ])('is refused for %s', async (_name, platform) => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    const { body } = await publish(workspace, ['microblog']);
    const answer = await resolve(workspace, body.id, { platform, published: '1' });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });

  test.each([
    ['true', { platform: 'profnet', published: true }],
    ['nothing', { platform: 'profnet' }],
    ['an empty id', { platform: 'profnet', published: '' }],
    ['a number', { platform: 'profnet', published: 5 }],
    ['an id with a line break', { platform: 'profnet', published: 'a\nb' }],
    ['an unknown platform', { platform: 'telepathy', published: false }],
  ])('with %s is refused', async (_name, body) => {
    const { workspace, post } = await loseAnswer('profnet');
    expect((await resolve(workspace, post.id, body)).status).toBe(400);
    expect((await workspace.readPost(post.id)).platformResults.profnet.state).toBe('unknown');
  });
});

describe('retrying a post', () => {
  test('sends only the platforms that failed', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
    await fault('microblog', 'rate-limit');
    const { body } = await publish(workspace, ['profnet', 'microblog']);
    const seen = await watchRequests(stack);
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(retried.status).toBe(200);
    expect(retried.body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true, credits: 3 } });
    expect(retried.body.platformResults.profnet).toEqual(body.platformResults.profnet);
    expect((await seen('publish')).map(({ network }) => network)).toEqual(['x']);
    expect(await workspace.credits()).toMatchObject({ balance: 9996, held: 0, used: 4 });
    const { recentTransactions } = (await workspace.api('GET', '/api/usage')).body;
    expect(recentTransactions[0]).toMatchObject({ amount: -4, metadata: { breakdown: { profnet: 1, microblog: 3 } } });
  });

  test('works after the missing connection was made', async () => {
    const workspace = await stack.createWorkspace();
    const { body } = await publish(workspace, ['profnet']);
    const still = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(still.body.platformResults.profnet).toMatchObject({ ok: false, code: 'not_connected' });
    await workspace.connect('profnet');
    const { body: retried } = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect(retried.platformResults.profnet).toMatchObject({ ok: true, account: 'Sandbox Owner' });
  });

  test('without credits answers 402 and leaves the post as it was', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await fault('microblog', 'rate-limit');
    const { body } = await publish(workspace, ['microblog']);
    await stack.query(`update workspace set balance = 2 where id = '${workspace.workspaceId}'`);
    const seen = await watchRequests(stack);
    expect((await workspace.api('POST', `/api/v1/posts/${body.id}/retry`)).status).toBe(402);
    // Posts of other tests may be looked for meanwhile.
    expect((await seen()).filter(({ operation }) => operation !== 'read')).toEqual([]);
    expect(await workspace.readPost(body.id)).toEqual(body);
  });

  test('is refused when nothing has failed', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    const { body } = await publish(workspace, ['microblog']);
    const { status, body: error } = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
    expect([status, error.code]).toEqual([409, 'conflict']);
  });
});
