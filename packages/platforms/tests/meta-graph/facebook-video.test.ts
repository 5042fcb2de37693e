import { expect, it } from 'vitest';
import type { OutgoingMedia } from '../../src/index.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf } from '../support/stub-network.ts';

const MB = 1_000_000;
const used = useSandboxedDriver('facebook');
const { publish, expectOnce } = used;
const control = () => used.control;
const files = await useMediaServer();

/** The same file, and a list of the bytes from which it was read. */
function observed(media: OutgoingMedia): { media: OutgoingMedia; readFrom: number[] } {
  const readFrom: number[] = [];
  const open: OutgoingMedia['open'] = (fromByte = 0) => {
    readFrom.push(fromByte);
    return media.open(fromByte);
  };
  return { media: { ...media, open }, readFrom };
}

it('publishes a video with its text, and reports the progress', async () => {
  const video = files.video({ bytes: 3 * MB });
  const { result, progress } = publish(video, {}, { text: 'a video' });
  const published = await result;
  expect(await control().acceptedPosts()).toMatchObject([
    { id: published.platformPostId, text: 'a video', media: [{ type: 'video/mp4', sha256: video.sha256 }] },
  ]);
  expect((await fetch(published.url)).status).toBe(200);
  expect(published.note).toBeUndefined();
  const done = progress.filter(({ stage }) => stage === 'uploading').map(({ doneBytes }) => doneBytes);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: 3 * MB, totalBytes: 3 * MB });
});

it('resumes after a cut connection, and the video arrives once with every byte', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 20 * MB }));
  used.proxy.cutAt(2 * MB, 10 * MB, 19.8 * MB);
  await publish(media).result;
  expect(readFrom).toEqual([...readFrom].sort((one, other) => one - other));
  // Each cut costs one part again.
  expect(readFrom.length - new Set(readFrom).size).toBe(3);
  await expectOnce(media);
  expect(await control().countRequests('publish')).toBe(1);
});

it('gives up an upload that makes no progress, and publishes nothing', async () => {
  await control().fault({ operation: 'upload', kind: 'drop', times: 100 });
  const error = await rejectionOf(publish(files.video({ bytes: MB })).result);
  expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
  expect(await control().countRequests('publish')).toBe(0);
});

it('says that nothing was published when the file ends early', async () => {
  const short = { ...files.video({ bytes: MB }), open: () => files.video({ bytes: MB / 2 }).open() };
  expect(await rejectionOf(publish(short).result)).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
  expect(await control().countRequests('publish')).toBe(0);
});

it('resumes the upload of a process that died', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 8 * MB }));
  const { error, checkpoint } = await interruptPublish(used, media, ({ doneBytes }) => doneBytes > 4 * MB);
  expect(error).toMatchObject({ kind: 'unavailable' });
  expect(checkpoint).toMatchObject({ stage: 'uploading' });
  const before = readFrom.length;
  await publish(media, { checkpoint }).result;
  expect(readFrom[before]).toBeGreaterThan(0);
  await expectOnce(media);
});

it('asks the network for the next part when the last part arrived without an answer', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 8 * MB }));
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  const { result, checkpoints } = publish(media);
  await rejectionOf(result);
  await publish(media, { checkpoint: checkpoints[0] ?? null }).result;
  expect(readFrom.slice(-1)).toEqual([0]);
  await expectOnce(media);
});

it('uploads MOV as well', async () => {
  const mov = files.video({ bytes: MB, isQuickTime: true });
  await publish(mov).result;
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ type: 'video/quicktime', sha256: mov.sha256 }] }]);
});

it('starts again for another file, and after the network has forgotten the upload', async () => {
  const { media, readFrom } = observed(files.video({ bytes: MB }));
  const strangers = [
    { stage: 'uploading', files: 'another', uploads: 'upload:abc' },
    // The form of an earlier version.
    { stage: 'uploading', files: media.sha256, uploads: 'upload:abc 4:handle' },
    { stage: 'uploading', files: media.sha256, uploads: `123 456 0 ${MB}` },
  ];
  for (const checkpoint of strangers) await publish(media, { checkpoint }).result;
  expect(await control().acceptedPosts()).toHaveLength(3);
  expect(readFrom).toEqual([0, 0, 0, 0]);
});

it('reports an unknown outcome for a video whose state the network does not tell', async () => {
  const video = files.video({ bytes: MB });
  const checkpoint = { stage: 'uploading', files: video.sha256, uploads: `123 456 ${MB} ${MB}` };
  const error = await rejectionOf(publish(video, { checkpoint }).result);
  expect(error).toMatchObject({ kind: 'outcome-unknown', upstreamCode: '1363041' });
  expect(await control().acceptedPosts()).toHaveLength(0);
});

it('reports an unknown outcome for images after the publishing call may have been made', async () => {
  const image = files.jpeg({ shade: 1 });
  await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
  const { result, checkpoints } = publish(image);
  expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown' });
  const checkpoint = checkpoints.at(-1) ?? null;
  expect(checkpoint).toEqual({ stage: 'publishing' });
  expect(await rejectionOf(publish(image, { checkpoint }).result)).toMatchObject({
    kind: 'outcome-unknown',
    message:
      'the server stopped while it published this, so it may have been done; check the account before sending it again',
  });
  expect(await control().acceptedPosts()).toHaveLength(1);
});

it.each([
  ['accept-then-drop', 1],
  ['drop', 2],
] as const)('finds out about a video whose answer was lost by "%s", and publishes it once', async (kind, finishes) => {
  const video = files.video({ bytes: MB });
  await control().fault({ operation: 'publish', kind });
  const { result, checkpoints } = publish(video);
  const published = await result;
  await expectOnce(video);
  expect(await control().countRequests('publish')).toBe(finishes);
  const checkpoint = checkpoints.find(({ stage }) => stage === 'publishing') ?? null;
  expect(checkpoint).toMatchObject({ stage: 'publishing', videoId: published.platformPostId });
  expect(await publish(video, { checkpoint }).result).toEqual(published);
  expect(await control().acceptedPosts()).toMatchObject([{ id: published.platformPostId }]);
  expect(await control().countRequests('publish')).toBe(finishes);
});

it('finishes the upload of a process that died before it published', async () => {
  const video = files.video({ bytes: MB });
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  const { result, checkpoints } = publish(video);
  await rejectionOf(result);
  const uploads = await control().countRequests('upload');
  const checkpoint = checkpoints.find(({ stage }) => stage === 'publishing') ?? null;
  const { platformPostId } = await publish(video, { checkpoint }).result;
  await expectOnce(video);
  expect(await control().acceptedPosts()).toMatchObject([{ id: platformPostId }]);
  expect(await control().countRequests('upload')).toBe(uploads);
});

it('resumes with uploaded images, and uploads each of them once', async () => {
  const media = [1, 2, 3].map((shade) => files.jpeg({ shade }));
  const { result, checkpoints } = publish(media);
  await result;
  expect(checkpoints.map(({ stage }) => stage)).toEqual(['uploading', 'uploading', 'uploading', 'publishing']);
  await used.restart();
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  const partly = publish(media);
  await rejectionOf(partly.result);
  await publish(media, { checkpoint: partly.checkpoints[1] ?? null }).result;
  expect(await control().countRequests('upload')).toBe(4);
  expect(await control().acceptedPosts()).toMatchObject([{ media: media.map(({ sha256 }) => ({ sha256 })) }]);
});

it.each(['images', 'a video'])('uses the same uploads again after the network refused %s', async (what) => {
  const media = what === 'images' ? files.jpeg({ shade: 1 }) : files.video({ bytes: MB });
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  const { result, checkpoints } = publish(media);
  expect(await rejectionOf(result)).toMatchObject({ kind: 'rate-limited' });
  const uploads = await control().countRequests('upload');
  await publish(media, { checkpoint: checkpoints.at(-1) ?? null }).result;
  expect(await control().countRequests('upload')).toBe(uploads);
  await expectOnce(media);
});

it('waits for the processing of a video that another process published', async () => {
  const video = files.video({ bytes: MB });
  const { result, checkpoints } = publish(video);
  const published = await result;
  const checkpoint = checkpoints.at(-1) ?? null;
  expect(checkpoint).toEqual({ stage: 'processing', videoId: published.platformPostId });
  expect(await publish(video, { checkpoint }).result).toEqual(published);
  expect(await control().countRequests('publish')).toBe(1);
});

it('looks for a post that may be published before it looks at the files, even if these have changed', async () => {
  const { result, checkpoints } = publish(files.video({ bytes: MB }));
  const published = await result;
  const image = files.jpeg({ shade: 1 });
  for (const media of [[image], [files.video({ bytes: MB }), image]]) {
    expect(await publish(media, { checkpoint: checkpoints.at(-1) ?? null }).result).toEqual(published);
    const lost = publish(media, { checkpoint: { stage: 'publishing' } }).result;
    expect(await rejectionOf(lost)).toMatchObject({ kind: 'outcome-unknown' });
  }
  expect(await control().acceptedPosts()).toHaveLength(1);
});

it('says why a video cannot be shown, and starts again when it is retried', async () => {
  const { result, checkpoints } = publish(files.video({ bytes: MB, isBroken: true }));
  expect(await rejectionOf(result)).toMatchObject({
    kind: 'rejected',
    code: 'media_refused',
    message: 'Facebook could not process the video, so no one can see it: "The video file could not be processed"',
  });
  expect(await control().acceptedPosts()).toHaveLength(0);
  const video = files.video({ bytes: MB });
  await publish(video, { checkpoint: checkpoints.at(-1) ?? null }).result;
  await expectOnce(video);
});

it('reports an accepted video as published even where its processing cannot be read', async () => {
  await control().fault({ operation: 'read', kind: 'unauthorized' });
  const published = await publish(files.video({ bytes: MB })).result;
  expect(published.note).toBe('Facebook is still processing the video.');
  expect(await control().acceptedPosts()).toMatchObject([{ id: published.platformPostId }]);
});

it('takes a video only without other files', async () => {
  expect(await rejectionOf(publish([files.video({ bytes: MB }), files.jpeg({ shade: 1 })]).result)).toMatchObject({
    code: 'media_refused',
    message: 'socialnet takes one video, and no images with it',
  });
  expect(await control().countRequests('upload')).toBe(0);
});
