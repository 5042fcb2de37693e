import { type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Checkpoint,
  type ConnectedAccount,
  findNetwork,
  type OutgoingMedia,
  type PlatformDriver,
  type PublishProgress,
} from '../src/index.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { controlSandbox } from './sandbox-control.ts';
import { type MediaServer, startMediaServer } from './served-media.ts';
import { rejectionOf } from './stub-network.ts';
import { connectAccount } from './suite/browser-flow.ts';

const MB = 1_000_000;
let sandbox: Sandbox;
let proxy: CuttingProxy;
let files: MediaServer;
let driver: PlatformDriver;
let account: ConnectedAccount;
const control = () => controlSandbox(sandbox.url, 'facebook');

beforeAll(async () => {
  sandbox = await startSandbox();
  proxy = await startCuttingProxy(sandbox.url);
  files = await startMediaServer();
  const registration = findNetwork('socialnet');
  if (!registration) throw new Error('socialnet has no network');
  const base = `${proxy.url}${registration.sandboxPath}`;
  driver = registration.create({ ...sandboxApp, apiUrl: base, oauthUrl: base });
});
beforeEach(async () => {
  await control().reset();
  proxy.cutAt();
  account = (await connectAccount(driver)).account;
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
  await sandbox.close();
});

/** The same file, and a list of the bytes from which it was read. */
function observed(media: OutgoingMedia): { media: OutgoingMedia; readFrom: number[] } {
  const readFrom: number[] = [];
  const open: OutgoingMedia['open'] = (fromByte = 0) => {
    readFrom.push(fromByte);
    return media.open(fromByte);
  };
  return { media: { ...media, open }, readFrom };
}

const postOf = (media: OutgoingMedia, text = 'a video') => ({ text, media: [media], meta: {} });

it('publishes a video with its text, and tells how far it is', async () => {
  const video = files.video({ bytes: 3 * MB });
  const progress: PublishProgress[] = [];
  const published = await driver.publish(postOf(video), account, { onProgress: (each) => progress.push(each) });
  expect(await control().acceptedPosts()).toMatchObject([
    { id: published.platformPostId, text: 'a video', media: [{ type: 'video/mp4', sha256: video.sha256 }] },
  ]);
  expect((await fetch(published.url)).status).toBe(200);
  expect(published.note).toBeUndefined();
  const done = progress.filter(({ stage }) => stage === 'uploading').map(({ doneBytes }) => doneBytes);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: 3 * MB, totalBytes: 3 * MB });
});

it('goes on where a cut connection ended, and the video arrives once with every byte', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 20 * MB }));
  proxy.cutAt(2 * MB, 10 * MB, 19.8 * MB);
  await driver.publish(postOf(media), account, {});
  expect(readFrom).toEqual([...readFrom].sort((one, other) => one - other));
  // Each cut costs one part again.
  expect(readFrom.length - new Set(readFrom).size).toBe(3);
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ bytes: 20 * MB, sha256: media.sha256 }] }]);
  expect(await control().countRequests('publish')).toBe(1);
});

it('gives up an upload that makes no progress, and nothing is published', async () => {
  await control().fault({ operation: 'upload', kind: 'drop', times: 100 });
  const error = await rejectionOf(driver.publish(postOf(files.video({ bytes: MB })), account, {}));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
  expect(await control().countRequests('publish')).toBe(0);
});

it('says nothing was published when the file ends early', async () => {
  const video = files.video({ bytes: MB });
  const short = { ...video, open: () => files.video({ bytes: MB / 2 }).open() };
  const error = await rejectionOf(driver.publish(postOf(short), account, {}));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
  expect(await control().countRequests('publish')).toBe(0);
});

it('goes on with the upload of a process that died', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 8 * MB }));
  let checkpoint: Checkpoint | null = null;
  const stopped = new AbortController();
  const first = driver.publish(postOf(media), account, {
    signal: stopped.signal,
    saveCheckpoint: async (each) => {
      checkpoint = each;
    },
    onProgress: ({ doneBytes }) => doneBytes > 4 * MB && stopped.abort(),
  });
  expect(await rejectionOf(first)).toMatchObject({ kind: 'unavailable' });
  expect(checkpoint).toMatchObject({ stage: 'uploading' });
  const before = readFrom.length;
  await driver.publish(postOf(media), account, { checkpoint });
  expect(readFrom[before]).toBeGreaterThan(0);
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256: media.sha256 }] }]);
});

it('asks the network where an upload goes on whose last part arrived without an answer', async () => {
  const { media, readFrom } = observed(files.video({ bytes: 8 * MB }));
  const saved: Checkpoint[] = [];
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  await rejectionOf(driver.publish(postOf(media), account, call));
  const [first] = saved;
  await driver.publish(postOf(media), account, { checkpoint: first ?? null });
  expect(readFrom.slice(-1)).toEqual([0]);
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256: media.sha256 }] }]);
});

it('uploads MOV as well', async () => {
  const mov = files.video({ bytes: MB, isQuickTime: true });
  await driver.publish(postOf(mov), account, {});
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ type: 'video/quicktime', sha256: mov.sha256 }] }]);
});

it('begins anew for another file, and where the network has forgotten the upload', async () => {
  const { media, readFrom } = observed(files.video({ bytes: MB }));
  const strangers = [
    { stage: 'uploading', files: 'another', uploads: 'upload:abc' },
    // Of a version that uploaded otherwise.
    { stage: 'uploading', files: media.sha256, uploads: 'upload:abc 4:handle' },
    { stage: 'uploading', files: media.sha256, uploads: `123 456 0 ${MB}` },
  ];
  for (const checkpoint of strangers) await driver.publish(postOf(media), account, { checkpoint });
  expect(await control().acceptedPosts()).toHaveLength(3);
  expect(readFrom).toEqual([0, 0, 0, 0]);
});

it('does not know what came of a video that the network cannot be asked about', async () => {
  const video = files.video({ bytes: MB });
  const checkpoint = { stage: 'uploading', files: video.sha256, uploads: `123 456 ${MB} ${MB}` };
  const error = await rejectionOf(driver.publish(postOf(video), account, { checkpoint }));
  expect(error).toMatchObject({ kind: 'outcome-unknown', upstreamCode: '1363041' });
  expect(await control().acceptedPosts()).toHaveLength(0);
});

it('does not know what came of images once the publishing call may have been made', async () => {
  const saved: Checkpoint[] = [];
  const post = postOf(files.jpeg({ shade: 1 }));
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
  expect(await rejectionOf(driver.publish(post, account, call))).toMatchObject({ kind: 'outcome-unknown' });
  const checkpoint = saved.at(-1) ?? null;
  expect(checkpoint).toEqual({ stage: 'publishing' });
  const error = await rejectionOf(driver.publish(post, account, { checkpoint }));
  expect(error).toMatchObject({
    kind: 'outcome-unknown',
    message:
      'the server stopped while it published this, so it may have been done; check the account before sending it again',
  });
  expect(await control().acceptedPosts()).toHaveLength(1);
});

it.each([
  ['accept-then-drop', 1],
  ['drop', 2],
] as const)(
  'asks what came of a video whose answer was lost by "%s", and publishes it once',
  async (kind, finishes) => {
    const saved: Checkpoint[] = [];
    const video = files.video({ bytes: MB });
    await control().fault({ operation: 'publish', kind });
    const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
    const published = await driver.publish(postOf(video), account, call);
    expect(await control().acceptedPosts()).toMatchObject([
      { id: published.platformPostId, media: [{ sha256: video.sha256 }] },
    ]);
    expect(await control().countRequests('publish')).toBe(finishes);
    const checkpoint = saved.find(({ stage }) => stage === 'publishing') ?? null;
    expect(checkpoint).toMatchObject({ stage: 'publishing', videoId: published.platformPostId });
    expect(await driver.publish(postOf(video), account, { checkpoint })).toEqual(published);
    expect(await control().acceptedPosts()).toHaveLength(1);
    expect(await control().countRequests('publish')).toBe(finishes);
  },
);

it('finishes the upload of a process that died before it published', async () => {
  const saved: Checkpoint[] = [];
  const video = files.video({ bytes: MB });
  const post = postOf(video);
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  await rejectionOf(driver.publish(post, account, call));
  const uploads = await control().countRequests('upload');
  const checkpoint = saved.find(({ stage }) => stage === 'publishing') ?? null;
  const published = await driver.publish(post, account, { checkpoint });
  expect(await control().acceptedPosts()).toMatchObject([
    { id: published.platformPostId, media: [{ sha256: video.sha256 }] },
  ]);
  expect(await control().countRequests('upload')).toBe(uploads);
});

it('goes on with uploaded images, and uploads none of them twice', async () => {
  const media = [1, 2, 3].map((shade) => files.jpeg({ shade }));
  const saved: Checkpoint[] = [];
  const post = { text: 'three', media, meta: {} };
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  await driver.publish(post, account, call);
  expect(saved.map(({ stage }) => stage)).toEqual(['uploading', 'uploading', 'uploading', 'publishing']);
  await control().reset();
  account = (await connectAccount(driver)).account;
  const partly: Checkpoint[] = [];
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  await rejectionOf(driver.publish(post, account, { saveCheckpoint: async (each) => void partly.push(each) }));
  await driver.publish(post, account, { checkpoint: partly[1] ?? null });
  expect(await control().countRequests('upload')).toBe(4);
  expect(await control().acceptedPosts()).toMatchObject([{ media: media.map(({ sha256 }) => ({ sha256 })) }]);
});

it.each(['images', 'a video'])('names the same uploads again after %s were refused', async (what) => {
  const saved: Checkpoint[] = [];
  const media = what === 'images' ? files.jpeg({ shade: 1 }) : files.video({ bytes: MB });
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  await control().fault({ operation: 'publish', kind: 'rate-limit' });
  expect(await rejectionOf(driver.publish(postOf(media), account, call))).toMatchObject({ kind: 'rate-limited' });
  const uploads = await control().countRequests('upload');
  await driver.publish(postOf(media), account, { checkpoint: saved.at(-1) ?? null });
  expect(await control().countRequests('upload')).toBe(uploads);
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256: media.sha256 }] }]);
});

it('waits for the processing of a video that another process published', async () => {
  const saved: Checkpoint[] = [];
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  const post = postOf(files.video({ bytes: MB }));
  const published = await driver.publish(post, account, call);
  const checkpoint = saved.at(-1) ?? null;
  expect(checkpoint).toEqual({ stage: 'processing', videoId: published.platformPostId });
  expect(await driver.publish(post, account, { checkpoint })).toEqual(published);
  expect(await control().countRequests('publish')).toBe(1);
});

it('settles what may be published before it looks at the files, whatever has become of them', async () => {
  const saved: Checkpoint[] = [];
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  const published = await driver.publish(postOf(files.video({ bytes: MB })), account, call);
  const image = files.jpeg({ shade: 1 });
  for (const media of [[image], [files.video({ bytes: MB }), image]]) {
    const post = { text: 'a video', media, meta: {} };
    expect(await driver.publish(post, account, { checkpoint: saved.at(-1) ?? null })).toEqual(published);
    const lost = driver.publish(post, account, { checkpoint: { stage: 'publishing' } });
    expect(await rejectionOf(lost)).toMatchObject({ kind: 'outcome-unknown' });
  }
  expect(await control().acceptedPosts()).toHaveLength(1);
});

it('says why a video cannot be shown, and begins anew when it is tried again', async () => {
  const saved: Checkpoint[] = [];
  const call = { saveCheckpoint: async (each: Checkpoint) => void saved.push(each) };
  const error = await rejectionOf(driver.publish(postOf(files.video({ bytes: MB, isBroken: true })), account, call));
  expect(error).toMatchObject({
    kind: 'rejected',
    code: 'media_refused',
    message:
      'the network could not process the video, so that nobody can see it: "The video file could not be processed"',
  });
  expect(await control().acceptedPosts()).toHaveLength(0);
  const video = files.video({ bytes: MB });
  await driver.publish(postOf(video), account, { checkpoint: saved.at(-1) ?? null });
  expect(await control().acceptedPosts()).toMatchObject([{ media: [{ sha256: video.sha256 }] }]);
});

it('knows a video that was accepted, even where its processing cannot be asked about', async () => {
  await control().fault({ operation: 'read', kind: 'unauthorized' });
  const published = await driver.publish(postOf(files.video({ bytes: MB })), account, {});
  expect(published.note).toBe('The network is still processing the video.');
  expect(await control().acceptedPosts()).toMatchObject([{ id: published.platformPostId }]);
});

it('takes a video by itself only', async () => {
  const media = [files.video({ bytes: MB }), files.jpeg({ shade: 1 })];
  expect(await rejectionOf(driver.publish({ text: 'both', media, meta: {} }, account, {}))).toMatchObject({
    code: 'media_refused',
    message: 'socialnet takes one video, and no images with it',
  });
  expect(await control().countRequests('upload')).toBe(0);
});
