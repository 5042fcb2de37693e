import type { FaultKind } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingMedia } from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { callFor } from '../suite/faults.ts';
import { describePartUploads } from '../suite/part-uploads.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const PART = 8 * 1024 * 1024;

describe('uploading a video', () => {
  const used = useSandboxedDriver('youtube');
  const { publish, expectOnce } = used;
  const control = () => used.control;

  describePartUploads(used, { partBytes: PART, twoPartsBytes: PART + 5, lastSent: 'isLastByteSent' });

  /** Stops a publish after its first part, as a process that ends would. */
  async function interrupt(video: OutgoingMedia): Promise<Checkpoint> {
    const { error, checkpoint } = await interruptPublish(used, video);
    expect(error).toMatchObject({ kind: 'unavailable' });
    return checkpoint;
  }

  it('arrives once and unchanged when it is cut at 10, 50 and 99 percent, and reports the progress', async () => {
    const video = sampleVideo(2 * PART + 3_000_001);
    const head = 1_000;
    used.proxy.cutAt(...[0.1, 0.5, 0.99].map((part) => head + Math.floor(video.bytes * part)));
    const { result, progress } = publish(video);
    await result;
    await expectOnce(video);
    const done = progress.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.length).toBeGreaterThan(4);
    expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: video.bytes, totalBytes: video.bytes });
  });

  it.each([
    'accept-then-drop',
    'accept-then-hang',
    'accept-then-error',
    'accept-then-half',
    'no-id',
    'drip',
    'huge',
  ] as const)('finds out that the video is there when the last answer is lost by %s', async (kind) => {
    const video = sampleVideo(100_000);
    await control().fault({ operation: 'publish', kind });
    const { platformPostId } = await publish(video, callFor(kind)).result;
    await expectOnce(video);
    expect(platformPostId).toContain((await control().acceptedPosts())[0]?.id);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it.each(['server-error', 'timeout', 'drop', 'garbage'] as const)(
    'sends the last part again when YouTube did not get it because of %s',
    async (kind) => {
      const video = sampleVideo(100_000);
      await control().fault({ operation: 'publish', kind });
      await publish(video, callFor(kind)).result;
      await expectOnce(video);
    },
  );

  it.each(['server-error', 'timeout', 'drop', 'garbage'] as const)(
    'publishes nothing when no upload can begin because of %s',
    async (kind) => {
      await control().fault({ operation: 'upload', kind });
      const { result } = publish(sampleVideo(100_000), callFor(kind));
      expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable' });
      expect(await control().acceptedPosts()).toEqual([]);
    },
  );

  it.each<[FaultKind, string, string]>([
    ['rate-limit', 'rate-limited', 'network_rate_limited'],
    ['unauthorized', 'reconnect', 'reconnect_required'],
    ['forbidden', 'rejected', 'network_forbidden'],
    ['credits-depleted', 'rate-limited', 'network_rate_limited'],
  ])('takes %s as a definite answer to the last part', async (kind, expected, code) => {
    await control().fault({ operation: 'publish', kind });
    expect(await rejectionOf(publish(sampleVideo(100_000)).result)).toMatchObject({ kind: expected, code });
    expect(await control().acceptedPosts()).toEqual([]);
  });

  it('reports an unknown outcome when YouTube does not answer, and finds the video in a later call', async () => {
    const video = sampleVideo(100_000);
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    await control().fault({ operation: 'read', kind: 'unauthorized' });
    const { result, checkpoints } = publish(video);
    const error = await rejectionOf(result);
    expect(error).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    await control().clearFaults();
    const checkpoint = checkpoints.at(-1) ?? null;
    const { platformPostId } = await publish(video, { checkpoint }).result;
    await expectOnce(video);
    expect(platformPostId).toContain((await control().acceptedPosts())[0]?.id);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it('starts again when the file has changed since the checkpoint', async () => {
    const checkpoint = await interrupt(sampleVideo(PART + 5));
    const changed = sampleVideo(PART + 6);
    await publish(changed, { checkpoint }).result;
    await expectOnce(changed);
  });

  it('returns the video that was complete, even when the file has changed since', async () => {
    const video = sampleVideo(1000);
    const { result, checkpoints } = publish(video);
    const { platformPostId } = await result;
    const again = publish(sampleVideo(1001), { checkpoint: checkpoints.at(-1) ?? null });
    expect((await again.result).platformPostId).toBe(platformPostId);
    await expectOnce(video);
  });

  it('starts again when YouTube has forgotten the upload, unless the last byte had been sent', async () => {
    const video = sampleVideo(PART + 5);
    const checkpoint = await interrupt(video);
    used.aheadMs = 25 * 60 * 60 * 1000;
    used.account = (await connectAccount(used.driver)).account;
    const error = await rejectionOf(publish(video, { checkpoint: { ...checkpoint, isLastByteSent: true } }).result);
    expect(error).toMatchObject({ kind: 'outcome-unknown' });
    expect(await control().acceptedPosts()).toEqual([]);
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });
});
