import { type Stack, startStack, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { serveVideo, type VideoFile } from '../once/video-file.ts';

let stack: Stack;
let film: VideoFile;
let workspace: Workspace;

beforeAll(async () => {
  [stack, film] = await Promise.all([startStack(), serveVideo(6)]);
});
afterEach(() => stack.sandbox.clearFaults());
afterAll(async () => {
  await stack.close();
  await film[Symbol.asyncDispose]();
});

async function publish(platform: string) {
  workspace = await stack.createWorkspace({ connect: [platform] });
  const body = { text: uniqueText('A film'), platforms: [platform], media: [{ url: film.url }] };
  const { body: post } = await workspace.api('POST', '/api/v1/posts', { body });
  return { id: post.id as string, text: body.text, platform };
}

function untilState({ id, platform }: { id: string; platform: string }, state: string) {
  return vi.waitFor(
    async () => {
      const { body } = await workspace.api('GET', `/api/v1/posts/${id}`);
      expect(body.platformResults[platform].state).toBe(state);
      return body.platformResults[platform];
    },
    { timeout: 20_000, interval: 100 },
  );
}

const sent = async (network: string, text: string) =>
  (await stack.sandbox.posts(network)).filter((post) => post.text === text);

test('what a user says was not published is sent anew, wherever its upload had come', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'drop', times: 1 });
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 10 });
  const post = await publish('microblog');
  await untilState(post, 'unknown');
  await stack.sandbox.clearFaults();
  const resolved = { platform: 'microblog', published: false };
  await workspace.api('POST', `/api/v1/posts/${post.id}/resolve`, { body: resolved });
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  await untilState(post, 'published');
  expect(await sent('x', post.text)).toMatchObject([{ media: [{ sha256: film.sha256 }] }]);
});

test('an upload of one account is not gone on with as another', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'upload', kind: 'forbidden', times: 50 });
  const post = await publish('microblog');
  await untilState(post, 'failed');
  await stack.sandbox.clearFaults();
  await workspace.api('POST', '/api/connect/microblog/disconnect', { body: {} });
  await stack.sandbox.settings({ authorizeAs: 'sandbox_friend' });
  await workspace.connect('microblog');
  await stack.sandbox.settings({ authorizeAs: 'sandbox_owner' });
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  const result = await untilState(post, 'published');
  expect(result.account).toBe('@sandbox_friend');
  expect(await sent('x', post.text)).toMatchObject([{ account: 'sandbox_friend', media: [{ sha256: film.sha256 }] }]);
});

test('where an upload had come is not readable in the database, and gone once it is published', async () => {
  await stack.sandbox.fault({ network: 'youtube', operation: 'upload', kind: 'slow', times: 4, delayMs: 400 });
  const posting = publish('video');
  const stored = await vi.waitFor(
    async () => {
      const rows = await stack.query('select checkpoint from post_target where checkpoint is not null');
      expect(rows.length).toBeGreaterThan(0);
      return rows.map(({ checkpoint }) => String(checkpoint));
    },
    { timeout: 10_000, interval: 20 },
  );
  for (const checkpoint of stored) expect(checkpoint).toMatch(/^v1\./);
  const post = await posting;
  await untilState(post, 'published');
  const left = await stack.query(`select id from post_target where checkpoint is not null and post_id = '${post.id}'`);
  expect(left).toEqual([]);
});
