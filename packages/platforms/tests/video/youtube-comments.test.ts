import { expect, it } from 'vitest';
import { sampleVideo } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('youtube');

const publishVideo = async (settings = {}) => (await used.publish(sampleVideo(10_000), {}, { settings }).result).url;
const comment = (text: string, replyTo: string) => used.publish([], {}, { text, replyTo }).result;
const remove = (id: string) => used.driver.actions.deletePost?.(id, used.account, {});
const commentsThere = async () =>
  (await used.control.acceptedPosts()).filter((post) => post.replyToId !== null && post.deletedAt === null);

it('comments on a video, finds and reads the comment, and deletes it alone', async () => {
  const video = await publishVideo();
  const { platformPostId, url, note } = await comment('First <3 & *more*', video);
  expect([platformPostId, note]).toEqual([url, undefined]);
  expect(url).toContain(`${video}&lc=`);
  const address = expect.stringContaining(`/youtube/watch${new URL(url).search}`);
  const shown = { text: 'First <3 & *more*', replyToId: video.slice(-11), url: address };
  expect(await commentsThere()).toMatchObject([shown]);
  expect(await (await fetch(url)).text()).toContain('in reply to');
  const { ownPosts } = used.driver;
  expect(ownPosts.findId(url, used.account)).toBe(url);
  expect(ownPosts.findId(video, used.account)).toBe(video);
  const read = { id: url, url, text: 'First <3 & *more*', createdAt: expect.any(Date) };
  expect(await ownPosts.read?.(url, used.account, {})).toEqual(read);
  expect([await remove(url), await remove(url)]).toEqual(['deleted', 'gone']);
  expect(await ownPosts.read?.(url, used.account, {})).toBeNull();
  expect(await remove(video)).toBe('deleted');
});

it('takes a comment for gone once its video was deleted', async () => {
  const video = await publishVideo();
  const { platformPostId } = await comment('below', video);
  await remove(video);
  expect(await remove(platformPostId)).toBe('gone');
  expect(await commentsThere()).toEqual([]);
});

it.each([{ privacyStatus: 'private' }, { madeForKids: true }])(
  'says that a video with %j takes no comments',
  async (settings) => {
    const error = await rejectionOf(comment('below', await publishVideo(settings)));
    expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
    expect(String(error)).toContain('private videos and those made for kids have none');
  },
);

it.each([
  ['x'.repeat(10_001), 'invalid_request', '10000 characters'],
  [' ', 'invalid_request', 'wants a text'],
])('passes on why YouTube refuses a comment', async (text, code, message) => {
  const error = await rejectionOf(comment(text, await publishVideo()));
  expect(error).toMatchObject({ kind: 'rejected', code, message: expect.stringContaining(message) });
});

it('does not comment on a missing video, or on what is no video', async () => {
  const missing = (await publishVideo()).replace(/v=.*/, 'v=aaaaaaaaaaa');
  expect(await rejectionOf(comment('below', missing))).toMatchObject({ kind: 'not-found' });
  const before = await used.control.countRequests('publish');
  expect(await rejectionOf(comment('below', 'Ugkx123456789'))).toMatchObject({ code: 'network_refused' });
  expect(await used.control.countRequests('publish')).toBe(before);
});

it.each(['accept-then-drop', 'accept-then-error', 'no-id'] as const)(
  'does not know whether a comment with a lost answer (%s) was made, and sends it once',
  async (kind) => {
    const video = await publishVideo();
    const before = await used.control.countRequests('publish');
    await used.control.fault({ operation: 'publish', kind });
    expect(await rejectionOf(comment('maybe', video))).toMatchObject({ kind: 'outcome-unknown' });
    expect(await used.control.countRequests('publish')).toBe(before + 1);
    expect(await commentsThere()).toHaveLength(1);
  },
);
