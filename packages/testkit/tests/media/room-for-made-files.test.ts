import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';
import { phoneMovie } from '../../../rules/tests/strip/crafted-videos.ts';
import { plainJpeg } from './photos.ts';

const clip = phoneMovie({ brand: 'mp42' });
const QUOTA = Math.floor(2.5 * clip.length);
const { stack } = useStack({ env: { SOCIAL_MEDIA_QUOTA_BYTES: String(QUOTA) } });

async function upload(workspace: Workspace, body: Uint8Array, name: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, body: stored } = await workspace.api('POST', `/api/v1/media?name=${name}`, { body, headers });
  expect(status).toBe(201);
  return stored.url;
}

/** Another file of the same length. */
const filling = () => Buffer.concat([clip.subarray(0, -4), Buffer.from('full')]);

const postOf = (url: string, platforms: readonly string[]) => ({
  ...{ text: uniqueText('Room'), platforms, media: [{ url }] },
});

test('a dry run refuses what the publish refuses for want of room, with the same words', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog', 'socialnet'] });
  const post = postOf(await upload(workspace, clip, 'clip.mp4'), ['microblog', 'socialnet']);
  await upload(workspace, filling(), 'other.mp4');
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  const { body: sent } = await workspace.publish(post);
  for (const platform of post.platforms) {
    const { code, error } = sent.platformResults[platform];
    expect(code).toBe('media_quota_exceeded');
    expect(error).toMatch(
      /^There is no room for clip\.mp4 in the form in which it is sent: .* together, and this would/,
    );
    expect(checked.platformResults[platform]).toMatchObject({ ok: false, state: 'problem', code, error });
  }
});

test('a post for later has a note about room, since files may be deleted until then', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  const post = postOf(await upload(workspace, clip, 'clip.mp4'), ['microblog']);
  await upload(workspace, filling(), 'other.mp4');
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await workspace.publish({ ...post, scheduledFor, dryRun: true });
  expect(body.platformResults.microblog).toMatchObject({
    ok: true,
    note: expect.stringContaining('There is no room for clip.mp4'),
  });
});

test('a file that is stripped once for all networks, or was for an earlier post, needs its room once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog', 'socialnet'] });
  const url = await upload(workspace, clip, 'clip.mp4');
  for (const _ of ['first', 'again']) {
    const post = postOf(url, ['microblog', 'socialnet']);
    const { body: checked } = await workspace.publish({ ...post, dryRun: true });
    const { body: sent } = await workspace.publish(post);
    for (const platform of post.platforms) {
      expect(checked.platformResults[platform]).toMatchObject({ ok: true, state: 'ready' });
      expect(checked.platformResults[platform].note).not.toContain('room');
      expect(sent.platformResults[platform]).toMatchObject({ ok: true, state: 'published' });
    }
  }
});

test('a picture whose size is known only once it is encoded is ready, with a note where it may not fit', async () => {
  const workspace = await stack.createWorkspace({ connect: ['shortvideo'] });
  const picture = await plainJpeg(2_000, 20);
  expect(picture.length).toBeLessThan(QUOTA);
  const post = postOf(await upload(workspace, picture, 'large.jpg'), ['shortvideo']);
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked.platformResults.shortvideo).toMatchObject({
    ok: true,
    note: expect.stringContaining('There may be no room for large.jpg in the form in which it is sent: '),
  });
});
