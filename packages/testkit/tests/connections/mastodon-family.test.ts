import { samplePng, startFileServer, uniqueText, useStack } from '@social/testkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const { stack, clock } = useStack({ clock: true });

const setMastodon = (mastodon: object) => stack.sandbox.settings({ mastodon });

beforeEach(() => setMastodon({ kind: 'mastodon', maxCharacters: null }));

describe('limits of a server that shrank', () => {
  test.each(['mastodon', 'gotosocial'])('are read again a minute after a refusal at %s', async (kind) => {
    await setMastodon({ kind, maxCharacters: 500 });
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    await setMastodon({ kind, maxCharacters: 300 });
    const post = { text: `${uniqueText('Long')} ${'x'.repeat(300)}`, platforms: ['mastodon'] };
    const dryRun = async () => (await workspace.publish({ ...post, dryRun: true })).body.platformResults.mastodon;
    expect(await dryRun()).toMatchObject({ ok: true });
    const refused = (await workspace.publish(post)).body.platformResults.mastodon;
    expect(refused).toMatchObject({ ok: false, code: 'invalid_request' });
    expect(refused.error).toContain('shorten it, by the limit that is read from it again in a minute');
    clock.advance(60_000);
    await stack.restart();
    await vi.waitFor(async () => expect((await workspace.connections()).mastodon.text.max).toBe(300), 15_000);
    expect(await dryRun()).toMatchObject({ ok: false, error: expect.stringContaining('300') });
  });
});

test('GoToSocial gets as many pictures, and as long descriptions, as it says it takes', async () => {
  await setMastodon({ kind: 'gotosocial' });
  const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
  await using files = await startFileServer();
  const pictures = (count: number, alt: string) =>
    Array.from({ length: count }, (_, index) => {
      const served = { body: samplePng(index), headers: { 'content-type': 'image/png' } };
      return { url: files.serve(`/${index}.png`, served), alt };
    });
  const send = async (count: number, alt: string) => {
    const post = { text: uniqueText('Pictures'), platforms: ['mastodon'], media: pictures(count, alt) };
    return (await workspace.publish(post)).body.platformResults.mastodon;
  };
  expect(await send(6, 'a'.repeat(5_000))).toMatchObject({ ok: true });
  expect(await send(7, '')).toMatchObject({ ok: false, error: expect.stringContaining('6') });
  await setMastodon({ kind: 'mastodon' });
  const other = await stack.createWorkspace({ connect: ['mastodon'] });
  const { body } = await other.publish({
    ...{ text: uniqueText('Long'), platforms: ['mastodon'], media: pictures(1, 'a'.repeat(1_501)) },
  });
  expect(body.platformResults.mastodon).toMatchObject({ ok: false, error: expect.stringContaining('1500') });
});

test('a dry run says that the server has no quote policies, and the publish says it once', async () => {
  await setMastodon({ kind: 'gotosocial' });
  const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
  const post = {
    ...{ text: uniqueText('Quoted'), thread: [uniqueText('Second')], platforms: ['mastodon'] },
    settings: { mastodon: { quotePolicy: 'nobody' } },
  };
  const note =
    'The server does not let authors say who may quote, as Mastodon does since 4.5: quotePolicy has no effect.';
  for (const dryRun of [true, false]) {
    const { body } = await workspace.publish({ ...post, dryRun });
    expect(body.platformResults.mastodon).toMatchObject({ ok: true, note });
    expect(JSON.stringify(body).split('has no effect')).toHaveLength(2);
  }
});

test('a connection to Bluesky that lacks the permission for gates is refused them alone, and told to connect again', async () => {
  const workspace = await stack.createWorkspace({ connect: ['bluesky'] });
  await stack.query(
    `update connection set scopes = '["atproto","repo:app.bsky.feed.post","blob:*/*"]' where platform = 'bluesky'`,
  );
  const post = { text: uniqueText('Gated'), platforms: ['bluesky'] };
  const settings = { bluesky: { replies: ['nobody'] } };
  for (const dryRun of [true, false]) {
    const { body } = await workspace.publish({ ...post, settings, dryRun });
    expect(body.platformResults.bluesky).toMatchObject({
      ...{ ok: false, code: 'network_forbidden' },
      error:
        'Bluesky lets an app say who may reply with the permission repo:app.bsky.feed.threadgate, which the account has not given; connect it again with: social connect bluesky',
    });
  }
  expect((await workspace.publish(post)).body.platformResults.bluesky).toMatchObject({ ok: true });
});
