import {
  samplePng,
  startFileServer,
  uniqueText,
  useResource,
  useStack,
  type Workspace,
  watchRequests,
} from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';

const { stack, clock } = useStack({ clock: true });
const files = useResource(startFileServer);
const MINUTE_MS = 60_000;

async function connected(
  mastodon: { kind?: 'mastodon' | 'gotosocial'; idempotency?: 'racing' } = {},
): Promise<Workspace> {
  await stack.sandbox.settings({ mastodon: { kind: 'mastodon', idempotency: null, ...mastodon } });
  return stack.createWorkspace({ connect: ['mastodon'] });
}

/** Publishes while the server loses the call `times` times, before it is accepted. */
async function publishLost(workspace: Workspace, times = 1, more: object = {}) {
  const text = uniqueText('Cut');
  await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'drop', times });
  const { body } = await workspace.publish({ text, platforms: ['mastodon'], ...more });
  expect(body.platformResults.mastodon).toMatchObject({ ok: false, state: 'unknown' });
  const there = async () => (await stack.sandbox.posts('mastodon')).filter((post) => post.text === text);
  return { id: body.id as string, error: body.platformResults.mastodon.error as string, there };
}

const stateOf = async (workspace: Workspace, id: string) =>
  (await workspace.readPost(id)).platformResults.mastodon.state;

async function untilPublished(workspace: Workspace, id: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(workspace, id)).toBe('published'), 20_000);
}

describe('a call to Mastodon that was cut before it was accepted', () => {
  test('is delivered once, after a look that finds nothing, with the same key', async () => {
    const workspace = await connected();
    const { id, error, there } = await publishLost(workspace);
    expect(error).toMatch(/the server continues this publish until \d\d:\d\d UTC, so look after that$/);
    const seen = await watchRequests(stack);
    clock.advance(MINUTE_MS);
    await untilPublished(workspace, id);
    expect(await there()).toMatchObject([{ idempotencyKey: expect.stringMatching(/-1$/) }]);
    const operations = (await seen()).map(({ operation }) => operation);
    expect(operations.indexOf('read')).toBeLessThan(operations.indexOf('publish'));
    expect(await workspace.credits()).toMatchObject({ balance: 9_999, held: 0 });
  });

  test('is delivered with its picture, which is not uploaded again', async () => {
    const workspace = await connected();
    const media = [{ url: files.serve('/a.png', { body: samplePng(5) }), alt: 'A dot' }];
    const { id, there } = await publishLost(workspace, 1, { media });
    const seen = await watchRequests(stack);
    clock.advance(MINUTE_MS);
    await untilPublished(workspace, id);
    expect((await there())[0]?.media).toHaveLength(1);
    expect(await seen('upload')).toEqual([]);
  });

  test('is tried for 45 minutes while the server has trouble', async () => {
    const workspace = await connected();
    const { id, there } = await publishLost(workspace, 5);
    const seen = await watchRequests(stack);
    for (const [index, minutes] of [1, 2, 4, 8].entries()) {
      clock.advance(minutes * MINUTE_MS);
      await vi.waitFor(async () => expect(await seen('publish')).toHaveLength(index + 1), 20_000);
      await vi.waitFor(async () => expect(await stateOf(workspace, id)).toBe('unknown'), 20_000);
    }
    clock.advance(15 * MINUTE_MS);
    await untilPublished(workspace, id);
    expect(await there()).toHaveLength(1);
  });

  test.each([
    ['an earlier version', { idempotency: 'racing' } as const],
    ['GoToSocial', { kind: 'gotosocial' } as const],
  ])('stays unknown at %s, which might publish it twice', async (_software, settings) => {
    const workspace = await connected(settings);
    const { id, error, there } = await publishLost(workspace);
    expect(error).not.toContain('continues this publish');
    const seen = await watchRequests(stack);
    clock.advance(MINUTE_MS);
    await vi.waitFor(async () => expect((await seen('read')).length).toBeGreaterThan(0), 20_000);
    clock.advance(50 * MINUTE_MS);
    expect([await stateOf(workspace, id), await there(), await seen('publish')]).toEqual(['unknown', [], []]);
  });

  test('is not sent again while the account cannot be read, since it may be there', async () => {
    const workspace = await connected();
    const { id, there } = await publishLost(workspace);
    const seen = await watchRequests(stack);
    await stack.sandbox.fault({ network: 'mastodon', operation: 'read', kind: 'server-error', times: 50 });
    clock.advance(MINUTE_MS);
    await vi.waitFor(async () => expect((await seen('read')).length).toBeGreaterThan(0), 20_000);
    expect([await stateOf(workspace, id), await there(), await seen('publish')]).toEqual(['unknown', [], []]);
    await stack.sandbox.clearFaults();
    clock.advance(2 * MINUTE_MS);
    await untilPublished(workspace, id);
    expect(await there()).toHaveLength(1);
  });

  test('is not sent again by a server that was restored from a backup since then', async () => {
    const workspace = await connected();
    const { id, there } = await publishLost(workspace);
    const restored = new Date(clock.now()).toISOString();
    await stack.query(`insert into server_meta (name, value) values ('restored_at', '${restored}')`);
    const seen = await watchRequests(stack);
    clock.advance(MINUTE_MS);
    await vi.waitFor(async () => expect((await seen('read')).length).toBeGreaterThan(0), 20_000);
    expect([await stateOf(workspace, id), await there(), await seen('publish')]).toEqual(['unknown', [], []]);
    await stack.query("delete from server_meta where name = 'restored_at'");
  });

  test('is not sent again once its user has said that it failed', async () => {
    const workspace = await connected();
    const { id, there } = await publishLost(workspace);
    const body = { platform: 'mastodon', published: false };
    expect((await workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body })).status).toBe(200);
    clock.advance(10 * MINUTE_MS);
    expect(await there()).toEqual([]);
  });
});
