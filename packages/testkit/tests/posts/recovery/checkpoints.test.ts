import type { NetworkId } from '@social/sandbox';
import { uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { serveVideo } from '../publish/video-file.ts';

const { stack, clock } = useStack({ clock: true, config: { breakerOpenMs: 100 } });
const film = useResource(() => serveVideo(6));
let workspace: Workspace;

async function publish(platform: string) {
  workspace = await stack.createWorkspace({ connect: [platform] });
  const body = { text: uniqueText('A film'), platforms: [platform], media: [{ url: film.url }] };
  const { body: post } = await workspace.publish(body);
  return { id: post.id as string, text: body.text, platform };
}

async function untilState({ id, platform }: { id: string; platform: string }, state: string) {
  return (await workspace.untilPost(id, { platformResults: { [platform]: { state } } })).platformResults[platform];
}

const sent = async (network: NetworkId, text: string) =>
  (await stack.sandbox.posts(network)).filter((post) => post.text === text);

test('a post that the user resolves as not published is sent from the start, however far its upload was', async () => {
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

test('a post that the user resolves as not published by mistake is found where its network has one place for it', async () => {
  await stack.sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  await stack.sandbox.fault({ network: 'bluesky', operation: 'read', kind: 'server-error', times: 20 });
  workspace = await stack.createWorkspace({ connect: ['bluesky'] });
  const { body } = await workspace.publish({ text: uniqueText('A mistake'), platforms: ['bluesky'] });
  const post = { id: body.id as string, platform: 'bluesky' };
  await untilState(post, 'unknown');
  await stack.sandbox.clearFaults();
  clock.advance(2_000);
  const resolved = { platform: 'bluesky', published: false };
  await workspace.api('POST', `/api/v1/posts/${post.id}/resolve`, { body: resolved });
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  const [earlier, ...more] = await sent('bluesky', body.text);
  expect(await untilState(post, 'published')).toMatchObject({ ok: true, platformPostId: earlier?.id });
  expect(more).toEqual([]);
  expect(await sent('bluesky', body.text)).toHaveLength(1);
});

test('an upload of one account is not continued as another, but as the same one once that is connected again', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'upload', kind: 'forbidden', times: 50 });
  const post = await publish('microblog');
  await untilState(post, 'failed');
  await stack.sandbox.clearFaults();
  await workspace.api('POST', '/api/connect/microblog/disconnect', { body: {} });
  await stack.connectWith({ authorizeAs: 'sandbox_friend' }, workspace, 'microblog');
  const refused = await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  expect(refused.body.platformResults.microblog).toMatchObject({
    code: 'not_connected',
    error: expect.stringMatching(/microblog:sandbox-owner\S*, the account of this post, is not connected/),
  });
  expect(await sent('x', post.text)).toEqual([]);
  await workspace.connect('microblog');
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  const result = await untilState(post, 'published');
  expect(result.account).toBe('@sandbox_owner');
  expect(await sent('x', post.text)).toMatchObject([{ account: 'sandbox_owner', media: [{ sha256: film.sha256 }] }]);
});

test('the checkpoint of an upload is encrypted in the database, and deleted after the post is published', async () => {
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

test('a post that was published minutes before its publish is resumed is found', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'accept-then-drop' });
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 10 });
  const post = await publish('microblog');
  await untilState(post, 'unknown');
  await stack.sandbox.clearFaults();
  // As a process leaves it that dies before the answer arrives.
  const due = new Date(clock.now() + 5 * 60_000).toISOString();
  const left = `state = 'sending', worker_id = null, due_at = '${due}'`;
  await stack.query(`update post set status = 'publishing' where id = '${post.id}'`);
  await stack.query(`update post_target set ${left} where post_id = '${post.id}'`);
  await stack.query(`update channel set next_due = '${due}' where workspace_id = '${workspace.workspaceId}'`);
  clock.advance(5 * 60_000);
  await untilState(post, 'published');
  expect(await sent('x', post.text)).toHaveLength(1);
});

test.each([
  ['after it has accepted the film', 'accept-then-drop'],
  ['before it has the last bytes', 'drop'],
] as const)('a film whose answer is lost %s is resumed at the next look, and published once', async (_when, kind) => {
  await stack.sandbox.fault({ network: 'youtube', operation: 'publish', kind });
  await stack.sandbox.fault({ network: 'youtube', operation: 'read', kind: 'unauthorized', times: 50 });
  const post = await publish('video');
  expect((await untilState(post, 'unknown')).error).toContain('the server continues this publish until');
  // A look that cannot ask the network leaves the outcome as it is.
  await stack.restart();
  await vi.waitFor(
    async () => expect(await stepsOf(post.id)).toEqual([...UNKNOWN_STEPS, 'sending', 'unknown']),
    20_000,
  );
  expect(await sent('youtube', post.text)).toHaveLength(kind === 'drop' ? 0 : 1);
  expect((await untilState(post, 'unknown')).error).toContain('it may be published');

  await stack.sandbox.clearFaults();
  await stack.restart();
  expect(await untilState(post, 'published')).toMatchObject({ ok: true, credits: 1 });
  expect(await sent('youtube', post.text)).toMatchObject([{ media: [{ sha256: film.sha256 }] }]);
  expect(await stepsOf(post.id)).toEqual([...UNKNOWN_STEPS, 'sending', 'unknown', 'sending', 'published']);
  expect(await workspace.credits()).toMatchObject({ held: 0, used: 1 });
});

test('a film whose answer was lost too long ago is not resumed', async () => {
  await stack.sandbox.fault({ network: 'youtube', operation: 'publish', kind: 'drop' });
  await stack.sandbox.fault({ network: 'youtube', operation: 'read', kind: 'unauthorized', times: 50 });
  const post = await publish('video');
  await untilState(post, 'unknown');
  await stack.sandbox.clearFaults();
  clock.advance(11 * 60_000);
  await stack.restart();
  await untilLookedAt(post.id);
  expect(await stepsOf(post.id)).toEqual(UNKNOWN_STEPS);
  expect(await sent('youtube', post.text)).toEqual([]);
});

test('a text whose answer is lost says nothing of an upload, and is not sent again', async () => {
  workspace = await stack.createWorkspace({ connect: ['video'] });
  await stack.sandbox.fault({ network: 'youtube', operation: 'publish', kind: 'accept-then-drop' });
  const { body } = await workspace.publish({ text: uniqueText('A text'), platforms: ['video'] });
  expect(body.platformResults.video).toMatchObject({ state: 'unknown' });
  expect(body.platformResults.video.error).not.toContain('continues this publish');
  clock.advance(2 * 60_000);
  await stack.restart();
  await untilLookedAt(body.id);
  expect(await stepsOf(body.id)).toEqual(UNKNOWN_STEPS);
  expect(await sent('youtube', body.text)).toHaveLength(1);
});

test('an outcome is not resolved while its post is being sent', async () => {
  workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1_500 });
  const publishing = workspace.publish({ text: uniqueText('Slow'), platforms: ['profnet'] });
  const id = await vi.waitFor(async () => {
    const [target] = await stack.query("select post_id from post_target where state = 'sending'");
    expect(target).toBeDefined();
    return String(target?.['post_id']);
  }, 10_000);
  const resolution = { platform: 'profnet', published: false };
  const { status, body } = await workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body: resolution });
  expect([status, body.error]).toEqual([409, expect.stringContaining('is being sent now')]);
  expect((await publishing).body.platformResults.profnet).toMatchObject({ ok: true });
});

/** Waits until a look at the only target of a post has set the time of the next one. */
async function untilLookedAt(postId: string): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  const looked = `select id from post_target where post_id = '${postId}' and due_at > '${now}'`;
  await vi.waitFor(async () => expect(await stack.query(looked)).toHaveLength(1), 20_000);
}

const UNKNOWN_STEPS = ['pending', 'sending', 'unknown'];

/** Steps of the only target of a post, oldest first. */
async function stepsOf(postId: string): Promise<string[]> {
  const { body } = await workspace.api('GET', `/api/v1/posts/${postId}/timeline`);
  const steps: { kind: string; platform: string | null }[] = body.events;
  return steps.filter(({ platform }) => platform !== null).map(({ kind }) => kind);
}
