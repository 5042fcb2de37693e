import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingMedia, PublishContext, PublishProgress } from '../../src/index.ts';
import { fileOf, MP4_HEAD } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const SEGMENT = 4 * 1024 * 1024;

/** An MP4 of random frames, in pieces of an odd size. */
function clip(bytes: number, more: Partial<OutgoingMedia> = {}, head = MP4_HEAD): OutgoingMedia {
  const about = { kind: 'video', contentType: 'video/mp4', fileName: 'clip.mp4', alt: 'not for videos' } as const;
  return fileOf(Buffer.concat([head, randomBytes(bytes - head.length)]), { ...about, ...more }, 300_007);
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A GIF of one pixel with random bytes behind it: the network takes it the same way, and need not convert it. */
const animation = (bytes: number, more: Partial<OutgoingMedia> = {}) =>
  clip(bytes, { kind: 'image', contentType: 'image/gif', ...more }, GIF);

const used = useSandboxedDriver('x');
const { expectOnce } = used;
const control = () => used.control;
const publish = (media: OutgoingMedia | OutgoingMedia[], call?: PublishContext) => used.publish(media, call).result;

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

const appended = async () =>
  (await used.sandbox.requests('x')).filter(({ path, status }) => path.includes('/append') && status === 200).length;

describe('a video on X', () => {
  it('arrives in pieces as it is, and reports the progress', async () => {
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

  it('is given up when the network stays away, with nothing published', async () => {
    await control().fault({ operation: 'upload', kind: 'drop', times: 9 });
    expect(await rejectionOf(publish(clip(1_000)))).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(await control().countRequests('publish')).toBe(0);
  });

  it('resumes in another process where the first one ended', async () => {
    const video = clip(3 * SEGMENT);
    const call = memory();
    const stop = new AbortController();
    const onProgress = ({ doneBytes }: PublishProgress) => doneBytes >= 2 * SEGMENT && stop.abort();
    expect(await rejectionOf(publish(video, { ...call, signal: stop.signal, onProgress }))).toMatchObject({
      kind: 'unavailable',
    });
    const last = call.checkpoint ?? call.saved.at(-1) ?? null;
    expect(call.saved.at(-1)).toMatchObject({ step: 'upload', segments: 2, sha256: video.sha256 });
    await publish(video, { checkpoint: call.saved.at(-1) ?? last });
    await expectOnce(video);
    expect(await appended()).toBe(3);
  });

  it.each([2 * SEGMENT, SEGMENT + 1])('of %i bytes resumes when only its end was not confirmed', async (bytes) => {
    const video = animation(bytes);
    const call = memory();
    await control().fault({ operation: 'publish', kind: 'rate-limit' });
    await rejectionOf(publish(video, call));
    const whole = call.saved.find(({ segments }) => segments === 2) ?? null;
    expect(whole).toMatchObject({ step: 'upload', isFinalized: false });
    await publish(video, { checkpoint: whole });
    await expectOnce(video);
    expect(await appended()).toBe(2);
  });

  it('starts again when the earlier upload was of another file, or is gone', async () => {
    const video = animation(SEGMENT + 1);
    const elsewhere = { step: 'upload', mediaId: '123', segments: 1, isFinalized: false };
    await publish(video, { checkpoint: { ...elsewhere, sha256: '0'.repeat(64) } });
    expect(await appended()).toBe(2);
    await used.restart();
    await publish(video, { checkpoint: { ...elsewhere, sha256: video.sha256 } });
    await expectOnce(video);
  });

  it('is not sent again when its post may have been created', async () => {
    const video = animation(100);
    const call = memory();
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    expect(await rejectionOf(publish(video, call))).toMatchObject({ kind: 'outcome-unknown' });
    expect(call.checkpoint).toEqual({ step: 'publish' });
    expect(await rejectionOf(publish(video, call))).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    await expectOnce(video);
  });

  it('is not uploaded again when only its post was refused', async () => {
    const video = animation(SEGMENT + 1);
    const call = memory();
    await control().fault({ operation: 'publish', kind: 'rate-limit' });
    expect(await rejectionOf(publish(video, call))).toMatchObject({ kind: 'rate-limited' });
    expect(call.checkpoint).toMatchObject({ step: 'upload', isFinalized: true });
    await publish(video, call);
    await expectOnce(video);
    expect(await appended()).toBe(2);
  });

  it('is refused before anything is sent where X would not take it', async () => {
    const [video, flash, large] = [
      clip(1_000),
      clip(1_000, { contentType: 'video/x-flv' }),
      clip(1_000, { bytes: 600_000_000 }),
    ];
    expect(await rejectionOf(publish(flash))).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('clip.mp4 is FLV; X takes MP4 and MOV videos'),
    });
    expect(await rejectionOf(publish(large))).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('clip.mp4 is 600 MB'),
    });
    expect(await rejectionOf(publish([video, clip(1_000)]))).toMatchObject({ code: 'media_refused' });
    expect(await control().countRequests('upload')).toBe(0);
  });

  it('is not published when its file ends early', async () => {
    const short = clip(1_000, { bytes: 2_000 });
    expect(await rejectionOf(publish(short))).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    expect(await control().countRequests('publish')).toBe(0);
  });
});

it('an animation keeps its description', async () => {
  const media = animation(100, { alt: 'Nothing moves' });
  const { url } = await publish(media);
  await expectOnce(media);
  expect(await (await fetch(url)).text()).toContain('Nothing moves');
});
