import { createHash, randomBytes } from 'node:crypto';
import { type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Checkpoint,
  type ConnectedAccount,
  findNetwork,
  type OutgoingMedia,
  type OutgoingPost,
  type PlatformDriver,
  PlatformError,
  type PublishContext,
  type PublishProgress,
} from '../src/index.ts';
import { controlSandbox } from './sandbox-control.ts';
import { connectAccount } from './suite/browser-flow.ts';

const SEGMENT = 4 * 1024 * 1024;

/** Bytes that begin like an MP4, in pieces of an odd size. */
function clip(
  bytes: number,
  more: Partial<OutgoingMedia> = {},
  head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
): OutgoingMedia {
  const data = Buffer.concat([head, randomBytes(bytes - head.length)]);
  return {
    kind: 'video',
    contentType: 'video/mp4',
    bytes,
    sha256: createHash('sha256').update(data).digest('hex'),
    dimensions: null,
    fileName: 'clip.mp4',
    publicUrl: null,
    alt: 'not for videos',
    open: async function* (fromByte = 0) {
      for (let at = fromByte; at < data.length; at += 300_007) yield data.subarray(at, at + 300_007);
    },
    ...more,
  };
}

/** Bytes that begin like a GIF: the network takes it the same way, and need not convert it. */
const animation = (bytes: number, more: Partial<OutgoingMedia> = {}) =>
  clip(bytes, { kind: 'image', contentType: 'image/gif', ...more }, Buffer.from('GIF89a', 'latin1'));

let sandbox: Sandbox;
let driver: PlatformDriver;
let account: ConnectedAccount;

const control = () => controlSandbox(sandbox.url, 'x');
const postOf = (...media: OutgoingMedia[]): OutgoingPost => ({ text: 'Look', media, meta: {} });
const publish = (media: OutgoingMedia, call: PublishContext = {}) => driver.publish(postOf(media), account, call);

async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof PlatformError ? error : expect.fail(`expected a refusal, got ${error}`);
}

/** Keeps checkpoints as a server does. */
function memory(): PublishContext & { checkpoint: Checkpoint | null; readonly saved: Checkpoint[] } {
  const call = {
    checkpoint: null as Checkpoint | null,
    saved: [] as Checkpoint[],
    saveCheckpoint: async (checkpoint: Checkpoint) => {
      call.checkpoint = checkpoint;
      call.saved.push(checkpoint);
    },
  };
  return call;
}

async function expectOnce({ sha256 }: OutgoingMedia): Promise<void> {
  const accepted = await control().acceptedPosts();
  expect(accepted.map(({ media }) => media.map((each) => each.sha256))).toEqual([[sha256]]);
}

const appended = async () => {
  const answer = await fetch(`${sandbox.url}/_sandbox/requests?network=x`);
  const { requests } = (await answer.json()) as { requests: { path: string; status: number }[] };
  return requests.filter(({ path, status }) => path.includes('/append') && status === 200).length;
};

beforeAll(async () => {
  sandbox = await startSandbox();
  const base = `${sandbox.url}/x`;
  const registration = findNetwork('microblog', 'x') ?? expect.fail('x is not registered');
  driver = registration.create({ ...sandboxApp, apiUrl: base, oauthUrl: base });
});
beforeEach(async () => {
  await control().reset();
  ({ account } = await connectAccount(driver));
});
afterAll(() => sandbox.close());

describe('a video on X', () => {
  it('arrives in pieces as it is, and says how far it is', async () => {
    const video = clip(2 * SEGMENT + 1_234);
    const told: PublishProgress[] = [];
    const { url } = await publish(video, { onProgress: (progress) => told.push(progress) });
    await expectOnce(video);
    expect(await appended()).toBe(3);
    const totalBytes = video.bytes;
    expect(told).toEqual([
      { stage: 'uploading', doneBytes: SEGMENT, totalBytes },
      { stage: 'uploading', doneBytes: 2 * SEGMENT, totalBytes },
      { stage: 'uploading', doneBytes: totalBytes, totalBytes },
      { stage: 'processing', doneBytes: totalBytes, totalBytes },
    ]);
    expect(await (await fetch(url)).text()).toContain('<video');
  });

  it('of exactly one piece has no second one', async () => {
    const video = clip(SEGMENT);
    await publish(video);
    await expectOnce(video);
    expect(await appended()).toBe(1);
  });

  it.each(['drop', 'server-error', 'garbage', 'accept-then-drop'] as const)('survives %s on the way', async (kind) => {
    const video = animation(SEGMENT + 5);
    await control().fault({ operation: 'upload', kind, times: 2 });
    await publish(video);
    await expectOnce(video);
  });

  it('is given up when the network is gone for long, with nothing published', async () => {
    await control().fault({ operation: 'upload', kind: 'drop', times: 9 });
    expect(await failureOf(publish(clip(100)))).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(await control().countRequests('publish')).toBe(0);
  });

  it('goes on in another process where the first one ended', async () => {
    const video = clip(3 * SEGMENT);
    const call = memory();
    const stop = new AbortController();
    const onProgress = ({ doneBytes }: PublishProgress) => doneBytes >= 2 * SEGMENT && stop.abort();
    expect((await failureOf(publish(video, { ...call, signal: stop.signal, onProgress }))).kind).toBe('unavailable');
    const last = call.checkpoint ?? call.saved.at(-1) ?? null;
    expect(call.saved.at(-1)).toMatchObject({ step: 'upload', segments: 2, sha256: video.sha256 });
    await publish(video, { checkpoint: call.saved.at(-1) ?? last });
    await expectOnce(video);
    expect(await appended()).toBe(3);
  });

  it('begins anew when the earlier upload was of another file, or is gone', async () => {
    const video = animation(SEGMENT + 1);
    const elsewhere = { step: 'upload', mediaId: '123', segments: 1, isFinalized: false };
    await publish(video, { checkpoint: { ...elsewhere, sha256: '0'.repeat(64) } });
    expect(await appended()).toBe(2);
    await control().reset();
    ({ account } = await connectAccount(driver));
    await publish(video, { checkpoint: { ...elsewhere, sha256: video.sha256 } });
    await expectOnce(video);
  });

  it('is not sent again when nobody knows whether its post was created', async () => {
    const video = animation(100);
    const call = memory();
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    expect((await failureOf(publish(video, call))).kind).toBe('outcome-unknown');
    expect(call.checkpoint).toEqual({ step: 'publish' });
    expect(await failureOf(publish(video, call))).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    await expectOnce(video);
  });

  it('is not uploaded again when only its post was refused', async () => {
    const video = animation(SEGMENT + 1);
    const call = memory();
    await control().fault({ operation: 'publish', kind: 'rate-limit' });
    expect((await failureOf(publish(video, call))).kind).toBe('rate-limited');
    expect(call.checkpoint).toMatchObject({ step: 'upload', isFinalized: true });
    await publish(video, call);
    await expectOnce(video);
    expect(await appended()).toBe(2);
  });

  it('is refused before anything is sent where X would not take it', async () => {
    const [video, flash, large] = [
      clip(100),
      clip(100, { contentType: 'video/x-flv' }),
      clip(100, { bytes: 600_000_000 }),
    ];
    expect((await failureOf(publish(flash))).message).toContain('clip.mp4 is video/x-flv; microblog takes video/mp4');
    expect((await failureOf(publish(large))).message).toContain('clip.mp4 has 600000000 bytes');
    const two = driver.publish(postOf(video, clip(100)), account, {});
    expect(await failureOf(two)).toMatchObject({ code: 'media_refused' });
    expect(await control().countRequests('upload')).toBe(0);
  });

  it('whose file ends early is not published', async () => {
    const short = clip(100, { bytes: 200 });
    expect(await failureOf(publish(short))).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    expect(await control().countRequests('publish')).toBe(0);
  });
});

it('an animation keeps its description', async () => {
  const media = animation(100, { alt: 'Nothing moves' });
  const { url } = await publish(media);
  await expectOnce(media);
  expect(await (await fetch(url)).text()).toContain('Nothing moves');
});
