import { startFileServer } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { createCrashWorld } from './crash-world.ts';

const HTML = { 'content-type': 'text/html' };

test('a publish that is resumed after its process was killed shows the card that was read before', async () => {
  await using world = await createCrashWorld({ workspaces: 1 });
  await using site = await startFileServer();
  const link = site.serve('/notes', { headers: HTML, body: '<title>Before</title>' });
  const first = await world.start();
  // The request is never answered, and the post never accepted.
  await world.sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'timeout', times: 1 });
  const publishing = first.workspaces[0]?.publish({ text: `See ${link}`, platforms: ['bluesky'] });
  publishing?.catch(() => undefined);
  await vi.waitFor(async () => {
    const seen = await world.sandbox.requests('bluesky');
    expect(seen.filter(({ operation }) => operation === 'publish')).toHaveLength(1);
  }, 30_000);
  await first.kill();

  site.serve('/notes', { headers: HTML, body: '<title>After</title>' });
  await world.start();
  await vi.waitFor(async () => expect(await world.sandbox.posts()).toHaveLength(1), 60_000);
  const [post] = await world.sandbox.posts();
  const [, , repo = '', collection = '', rkey = ''] = post?.id.split('/') ?? [];
  const query = new URLSearchParams({ repo, collection, rkey });
  const answer = await fetch(`${world.sandboxUrl}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`);
  const { value } = (await answer.json()) as { value: object };
  expect(value).toMatchObject({ embed: { external: { uri: link, title: 'Before' } } });
  expect(site.requests).toEqual(['/notes']);
});
