import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack } = useStack();

/** Signs in at a server of this software, which gives each sign-in another token, or always the same one. */
async function connectTwice(kind: 'gotosocial' | 'mastodon'): Promise<Workspace> {
  await stack.sandbox.settings({ mastodon: { kind } });
  const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
  await workspace.connect('mastodon');
  return workspace;
}

const publish = (workspace: Workspace, more: object = {}) =>
  workspace.publish({ text: uniqueText('Still here'), platforms: ['mastodon'], ...more });

describe('a token of Mastodon’s family', () => {
  test('is revoked when another sign-in replaces it, and no app is registered again', async () => {
    const seen = await watchRequests(stack);
    const workspace = await connectTwice('gotosocial');
    const revoked = await seen('revoke');
    expect(revoked.map(({ status }) => status)).toEqual([200]);
    expect((await seen()).filter(({ path }) => path.endsWith('/api/v1/apps')).length).toBeLessThanOrEqual(1);
    expect((await publish(workspace)).body.platformResults.mastodon).toMatchObject({ ok: true });
  });

  test('stays when the next sign-in gets the same one', async () => {
    const seen = await watchRequests(stack);
    const workspace = await connectTwice('mastodon');
    expect(await seen('revoke')).toEqual([]);
    expect((await publish(workspace)).body.platformResults.mastodon).toMatchObject({ ok: true });
  });

  test.each([
    ['gotosocial', 1],
    ['mastodon', 0],
  ] as const)('that another profile has at %s lives on when one is disconnected', async (kind, count) => {
    await stack.sandbox.settings({ mastodon: { kind } });
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: uniqueText('Other') } })).body;
    await workspace.connect('mastodon', profile.id);
    const seen = await watchRequests(stack);
    const { status } = await workspace.api('POST', '/api/connect/mastodon/disconnect', { body: {} });
    expect(status).toBe(201);
    expect(await seen('revoke')).toHaveLength(count);
    expect((await publish(workspace, { profile: profile.slug })).body.platformResults.mastodon).toMatchObject({
      ok: true,
    });
  });

  test('that is replaced while a post is on its way does not stop the post', async () => {
    await stack.sandbox.settings({ mastodon: { kind: 'gotosocial' } });
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'slow', delayMs: 3_000 });
    const first = publish(workspace);
    const second = publish(workspace);
    await workspace.connect('mastodon');
    for (const { body } of await Promise.all([first, second])) {
      expect(body.platformResults.mastodon).toMatchObject({ ok: true });
    }
  });
});
