import { type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  Checkpoint,
  ConnectedAccount,
  OutgoingMedia,
  PlatformDriver,
  PublishContext,
  PublishProgress,
} from '../src/index.ts';
import { findNetwork } from '../src/index.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { sampleVideo } from './sample-video.ts';
import { controlSandbox } from './sandbox-control.ts';
import type { FaultKind } from './sandbox-vocabulary.ts';
import { rejectionOf } from './stub-network.ts';
import { connectAccount } from './suite/browser-flow.ts';
import { callFor } from './suite/faults.ts';

const PART = 8 * 1024 * 1024;

describe('uploading a video', () => {
  let now = 0;
  let sandbox: Sandbox;
  let proxy: CuttingProxy;
  let driver: PlatformDriver;
  let account: ConnectedAccount;
  const control = () => controlSandbox(sandbox.url, 'youtube');

  beforeAll(async () => {
    sandbox = await startSandbox({ clock: () => Date.now() + now });
    proxy = await startCuttingProxy(sandbox.url);
    const base = `${proxy.url}/youtube`;
    const created = findNetwork('video', 'youtube')?.create({ ...sandboxApp, apiUrl: base, oauthUrl: base });
    if (!created) throw new Error('youtube is not registered');
    driver = created;
  });
  beforeEach(async () => {
    now = 0;
    await control().reset();
    ({ account } = await connectAccount(driver));
    proxy.cutAt();
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await sandbox.close();
  });

  /** Publishes, and keeps what the driver stored and told. */
  function publish(video: OutgoingMedia, call: PublishContext = {}) {
    const checkpoints: Checkpoint[] = [];
    const progress: PublishProgress[] = [];
    const result = driver.publish({ text: 'A film', media: [video], meta: {} }, account, {
      ...call,
      saveCheckpoint: async (checkpoint) => {
        checkpoints.push(checkpoint);
        await call.saveCheckpoint?.(checkpoint);
      },
      onProgress: (step) => {
        progress.push(step);
        call.onProgress?.(step);
      },
    });
    return { result, checkpoints, progress };
  }

  async function expectOnce(video: OutgoingMedia): Promise<void> {
    const { bytes, sha256 } = video;
    expect(await control().acceptedPosts()).toMatchObject([{ media: [{ bytes, sha256 }] }]);
    expect(await control().acceptedPosts()).toHaveLength(1);
  }

  /** Stops a publish after its first part, as a process that ends would. */
  async function interrupt(video: OutgoingMedia): Promise<Checkpoint> {
    const stop = new AbortController();
    const { result, checkpoints } = publish(video, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable' });
    return checkpoints.at(-1) ?? expect.fail('no checkpoint was stored');
  }

  it('arrives once and unchanged when it is cut at 10, 50 and 99 percent, and says how far it is', async () => {
    const video = sampleVideo(2 * PART + 3_000_001);
    const head = 1_000;
    proxy.cutAt(...[0.1, 0.5, 0.99].map((part) => head + Math.floor(video.bytes * part)));
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
    'sends the last part again when the network did not get it because of %s',
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

  it.each(['server-error', 'timeout', 'drop', 'garbage', 'accept-then-drop', 'accept-then-error'] as const)(
    'goes on when a part in the middle meets %s',
    async (kind) => {
      const video = sampleVideo(PART + 5);
      const saveCheckpoint = async ({ isLastByteSent }: Checkpoint): Promise<void> => {
        if (isLastByteSent === false) await control().fault({ operation: 'upload', kind });
      };
      await publish(video, { ...callFor(kind), saveCheckpoint }).result;
      await expectOnce(video);
      expect(await control().countRequests('upload')).toBe(kind.startsWith('accept') ? 2 : 3);
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

  it('does not know whether it is published when the network does not say, and finds out in a later call', async () => {
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

  it('goes on from a checkpoint in another process, with the bytes that are there', async () => {
    const video = sampleVideo(2 * PART + 5);
    const checkpoint = await interrupt(video);
    expect(checkpoint).toMatchObject({ bytes: video.bytes, sha256: video.sha256, isLastByteSent: false });
    const { result, progress } = publish(video, { checkpoint });
    await result;
    expect(progress[0]).toEqual({ stage: 'uploading', doneBytes: PART, totalBytes: video.bytes });
    await expectOnce(video);
  });

  it('begins anew when the file has changed since the checkpoint', async () => {
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

  it('begins anew when the network has forgotten the upload, unless the last byte had been sent', async () => {
    const video = sampleVideo(PART + 5);
    const checkpoint = await interrupt(video);
    now = 25 * 60 * 60 * 1000;
    ({ account } = await connectAccount(driver));
    const error = await rejectionOf(publish(video, { checkpoint: { ...checkpoint, isLastByteSent: true } }).result);
    expect(error).toMatchObject({ kind: 'outcome-unknown' });
    expect(await control().acceptedPosts()).toEqual([]);
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });

  it('says that nothing was published when the file cannot be read to its end', async () => {
    const { result } = publish({ ...sampleVideo(1000), bytes: 2000 });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    expect(await control().acceptedPosts()).toEqual([]);
  });

  it('gives up when nothing gets through any more', async () => {
    await control().fault({ operation: 'publish', kind: 'server-error', times: 20 });
    const error = await rejectionOf(publish(sampleVideo(1000)).result);
    expect(error).toMatchObject({ kind: 'outcome-unknown' });
    expect(await control().countRequests('publish')).toBeLessThan(10);
  });
});
