import { samplePng, startFileServer } from '@social/testkit';
import { beforeAll, expect, test, vi } from 'vitest';
import { box } from '../../../rules/tests/look/crafted-files.ts';
import { phoneMovie } from '../../../rules/tests/strip/crafted-videos.ts';
import type { Variables } from '../../src/programs/server-process.ts';
import { useResource } from '../../src/stack/use-stack.ts';
import { largePng } from '../media/photos.ts';
import { createCrashWorld, type RunningServer } from './crash-world.ts';

const HTML = { 'content-type': 'text/html' };

const world = useResource(() => createCrashWorld({ workspaces: 1 }));
const files = useResource(startFileServer);
let server: RunningServer;
beforeAll(async () => {
  server = await world.start();
});

async function restart(variables: Variables = {}): Promise<void> {
  await server.kill();
  server = await world.start(variables);
}

/** Publishes on a server that dies before it stores its second checkpoint. @returns the target that it leaves */
async function publishAndDie(post: { text: string; platforms: string[]; media: object[] }) {
  await restart({ SOCIAL_FAULT: 'before-checkpoint:2' });
  await server.workspaces[0]?.publish(post).catch(() => undefined);
  expect(await server.hasEnded(60_000)).toBe(true);
  const [target] = await world.query<{ state: string; fitted: string; post_id: string }>(
    `select target.* from post_target as target join post on post.id = post_id where text = '${post.text}'`,
  );
  return target ?? expect.fail('the post was not stored');
}

test('a publish that is resumed after its process was killed shows the card that was read before', async () => {
  const link = files.serve('/notes', { headers: HTML, body: '<title>Before</title>' });
  // The request is never answered, and the post never accepted.
  await world.sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'timeout', times: 1 });
  const publishing = server.workspaces[0]?.publish({ text: `See ${link}`, platforms: ['bluesky'] });
  publishing?.catch(() => undefined);
  await vi.waitFor(async () => {
    const seen = await world.sandbox.requests('bluesky');
    expect(seen.filter(({ operation }) => operation === 'publish')).toHaveLength(1);
  }, 30_000);
  await server.kill();

  files.serve('/notes', { headers: HTML, body: '<title>After</title>' });
  await restart();
  await vi.waitFor(async () => expect(await world.sandbox.posts('bluesky')).toHaveLength(1), 60_000);
  const [post] = await world.sandbox.posts('bluesky');
  const [, , repo = '', collection = '', rkey = ''] = post?.id.split('/') ?? [];
  const query = new URLSearchParams({ repo, collection, rkey });
  const answer = await fetch(`${world.sandboxUrl}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`);
  const { value } = (await answer.json()) as { value: object };
  expect(value).toMatchObject({ embed: { external: { uri: link, title: 'Before' } } });
  expect(files.requests).toEqual(['/notes']);
});

test('a publish that is resumed after its process was killed sends the picture that was made to fit before', async () => {
  const media = [
    { url: files.serve('/large.png', { body: await largePng() }) },
    { url: files.serve('/small.png', { body: samplePng(1) }) },
  ];
  await server.workspaces[0]?.connect('socialnet');
  // The first checkpoint names the large picture.
  const target = await publishAndDie({ text: 'resumed', platforms: ['socialnet'], media });
  const [fitted] = JSON.parse(target.fitted) as { sha256: string }[];
  expect(target.state).toBe('sending');

  // The address has another picture by now.
  files.serve('/large.png', { body: await largePng() });
  await restart();
  await vi.waitFor(async () => expect(await world.sandbox.posts('facebook')).toHaveLength(1), 30_000);
  const [accepted] = await world.sandbox.posts('facebook');
  expect(accepted?.media[0]?.sha256).toBe(fitted?.sha256);
  const uploads = (await world.sandbox.requests('facebook')).filter(({ path }) => path.endsWith('/photos'));
  expect(uploads).toHaveLength(3);
  const done = await server.workspaces[0]?.untilPost(target.post_id, { status: 'published' });
  expect(done?.platformResults.socialnet.note).toContain('made smaller');
});

test('a publish that is resumed after its process was killed sends the video that was stripped before', async () => {
  const clip = (scene: string) =>
    Buffer.concat([phoneMovie({ brand: 'mp42' }), box('mdat', scene.repeat(4_000_000 / scene.length))]);
  const media = [{ url: files.serve('/clip.mp4', { body: clip('before') }) }];
  await server.workspaces[0]?.connect('microblog');
  const target = await publishAndDie({ text: 'resumed clip', platforms: ['microblog'], media });
  const [stripped] = JSON.parse(target.fitted) as { sha256: string }[];
  expect(target.state).toBe('sending');

  files.serve('/clip.mp4', { body: clip('after ') });
  await restart();
  await vi.waitFor(async () => expect(await world.sandbox.posts('x')).toHaveLength(1), 30_000);
  const [accepted] = await world.sandbox.posts('x');
  expect(accepted?.media[0]?.sha256).toBe(stripped?.sha256);
  const done = await server.workspaces[0]?.untilPost(target.post_id, { status: 'published' });
  expect(done?.platformResults.microblog.note).toContain('clip.mp4 was sent without its place');
});

test('a publish that was interrupted before its post was sent ends as failed when its file is gone', async () => {
  const gone = await startFileServer();
  const media = [{ url: gone.serve('/picture.png', { body: samplePng(1) }) }];
  // The first checkpoint says that files are sent, the second would say that the post is.
  const target = await publishAndDie({ text: 'without a file', platforms: ['mastodon'], media });
  await gone[Symbol.asyncDispose]();

  await restart();
  const ended = await vi.waitFor(async () => {
    const post = await server.workspaces[0]?.readPost(target.post_id);
    const result = post?.platformResults.mastodon;
    expect(result.state).not.toBe('sending');
    return result;
  }, 60_000);
  expect(ended).toMatchObject({ state: 'failed', code: 'media_unreachable', credits: 0 });
  expect(await world.sandbox.posts('mastodon')).toEqual([]);
}, 180_000);
