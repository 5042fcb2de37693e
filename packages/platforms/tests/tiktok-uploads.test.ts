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
import { rejectionOf } from './stub-network.ts';
import { connectAccount } from './suite/browser-flow.ts';
import { callFor } from './suite/faults.ts';

const CHUNK = 5 * 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

describe('uploading a video in chunks', () => {
  let aheadMs = 0;
  let sandbox: Sandbox;
  let proxy: CuttingProxy;
  let driver: PlatformDriver;
  let account: ConnectedAccount;
  const control = () => controlSandbox(sandbox.url, 'tiktok');

  beforeAll(async () => {
    sandbox = await startSandbox({ clock: () => Date.now() + aheadMs });
    proxy = await startCuttingProxy(sandbox.url);
    const base = `${proxy.url}/tiktok`;
    const created = findNetwork('shortvideo', 'tiktok')?.create({ ...sandboxApp, apiUrl: base, oauthUrl: base });
    if (!created) throw new Error('tiktok is not registered');
    driver = created;
  });
  beforeEach(async () => {
    aheadMs = 0;
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

  async function expectOnce({ bytes, sha256 }: OutgoingMedia): Promise<void> {
    const accepted = await control().acceptedPosts();
    expect(accepted).toMatchObject([{ media: [{ bytes, sha256 }] }]);
    expect(accepted).toHaveLength(1);
  }

  /** Stops a publish at some of its progress, as a process that ends would. */
  async function interrupt(video: OutgoingMedia, isReached: (progress: PublishProgress) => boolean) {
    const stop = new AbortController();
    const onProgress = (step: PublishProgress): void => {
      if (isReached(step)) stop.abort();
    };
    const { result, checkpoints } = publish(video, { signal: stop.signal, onProgress });
    const error = await rejectionOf(result);
    return { error, checkpoint: checkpoints.at(-1) ?? expect.fail('no checkpoint was stored') };
  }
  const afterFirstChunk = ({ doneBytes }: PublishProgress): boolean => doneBytes === CHUNK;

  it('arrives once and unchanged when it is cut at 10, 50 and 99 percent, and says how far it is', async () => {
    const video = sampleVideo(4 * CHUNK + 1_000_003);
    const head = 1_000;
    proxy.cutAt(...[0.1, 0.5, 0.99].map((part) => head + Math.floor(video.bytes * part)));
    const { result, progress } = publish(video);
    const { platformPostId } = await result;
    await expectOnce(video);
    expect((await control().acceptedPosts())[0]?.id).toBe(platformPostId);
    const done = progress.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done).toContain(3 * CHUNK);
    expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: video.bytes, totalBytes: video.bytes });
  });

  it.each([100, 2 * CHUNK - 1, 2 * CHUNK, 3 * CHUNK - 1])('cuts %i bytes as the network wants it', async (bytes) => {
    const video = sampleVideo(bytes);
    await publish(video).result;
    await expectOnce(video);
  });

  it.each(['server-error', 'timeout', 'drop', 'garbage', 'accept-then-drop', 'accept-then-error'] as const)(
    'goes on when a chunk in the middle meets %s',
    async (kind) => {
      const video = sampleVideo(2 * CHUNK + 5);
      const saveCheckpoint = async ({ isLastSent }: Checkpoint): Promise<void> => {
        if (isLastSent === false) await control().fault({ operation: 'upload', kind });
      };
      await publish(video, { ...callFor(kind), saveCheckpoint }).result;
      await expectOnce(video);
      expect(await control().countRequests('upload')).toBe(kind.startsWith('accept') ? 2 : 3);
    },
  );

  it.each(['server-error', 'timeout', 'drop', 'garbage', 'no-id', 'accept-then-drop'] as const)(
    'publishes nothing when no upload can begin because of %s',
    async (kind) => {
      await control().fault({ operation: 'upload', kind });
      const { result, checkpoints } = publish(sampleVideo(1000), callFor(kind));
      expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
      expect(checkpoints).toEqual([{ stage: 'nothing' }]);
      expect(await control().acceptedPosts()).toEqual([]);
    },
  );

  it('goes on from a checkpoint in another process, with the bytes that are there', async () => {
    const video = sampleVideo(3 * CHUNK + 5);
    const { error, checkpoint } = await interrupt(video, afterFirstChunk);
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(checkpoint).toMatchObject({ bytes: video.bytes, sha256: video.sha256, isLastSent: false });
    const { result, progress } = publish(video, { checkpoint });
    await result;
    expect(progress[0]).toEqual({ stage: 'uploading', doneBytes: CHUNK, totalBytes: video.bytes });
    await expectOnce(video);
  });

  it('finds the post of an earlier process that had sent everything, whatever has become of the file', async () => {
    const video = sampleVideo(2_000_000);
    const { error, checkpoint } = await interrupt(video, ({ stage }) => stage === 'processing');
    expect(error).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    const { platformPostId } = await publish(sampleVideo(1001), { checkpoint }).result;
    expect((await control().acceptedPosts())[0]?.id).toBe(platformPostId);
    await expectOnce(video);
  });

  it('begins anew when the file has changed since, or the network has ended the upload', async () => {
    const video = sampleVideo(2 * CHUNK + 5);
    const { checkpoint } = await interrupt(video, afterFirstChunk);
    const changed = sampleVideo(1000);
    await publish(changed, { checkpoint }).result;
    await expectOnce(changed);
    await control().reset();
    ({ account } = await connectAccount(driver));
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });

  it('begins anew when the hour of the upload is over', async () => {
    const video = sampleVideo(2 * CHUNK + 5);
    const { checkpoint } = await interrupt(video, afterFirstChunk);
    aheadMs = HOUR_MS;
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });

  it('knows that nothing was published when the last chunk certainly was not sent', async () => {
    const stop = new AbortController();
    const saveCheckpoint = async ({ isLastSent }: Checkpoint): Promise<void> => {
      if (isLastSent === true) stop.abort();
    };
    const { result, checkpoints } = publish(sampleVideo(1000), { signal: stop.signal, saveCheckpoint });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(checkpoints.map(({ isLastSent }) => isLastSent)).toContain(true);
    const checkpoint = checkpoints.at(-1) ?? null;
    expect(checkpoint).toMatchObject({ isLastSent: false });
    await control().fault({ operation: 'read', kind: 'server-error', times: 50 });
    expect(await rejectionOf(publish(sampleVideo(1000), { checkpoint }).result)).toMatchObject({ kind: 'unavailable' });
  });

  it('says that nothing was published when the hour ends during the upload', async () => {
    const saveCheckpoint = async (): Promise<void> => {
      aheadMs += HOUR_MS;
    };
    const { result, checkpoints } = publish(sampleVideo(1000), { saveCheckpoint });
    const error = await rejectionOf(result);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(error).toHaveProperty('message', expect.stringContaining('nothing was published'));
    expect(checkpoints.at(-1)).toMatchObject({ isLastSent: false });
    expect(await control().acceptedPosts()).toEqual([]);
  });

  it('does not know what happened when the network does not tell after the last chunk, and finds out later', async () => {
    const video = sampleVideo(1000);
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    let reads = 0;
    const saveCheckpoint = async (): Promise<void> => {
      reads += 1;
      if (reads === 3) await control().fault({ operation: 'read', kind: 'unauthorized', times: 50 });
    };
    const { result, checkpoints } = publish(video, { saveCheckpoint });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    const checkpoint = checkpoints.at(-1) ?? null;
    expect(checkpoint).toMatchObject({ isLastSent: true });
    expect(await rejectionOf(publish(video, { checkpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
    await control().clearFaults();
    const { platformPostId } = await publish(video, { checkpoint }).result;
    expect((await control().acceptedPosts())[0]?.id).toBe(platformPostId);
    await expectOnce(video);
  });

  it('gives up when nothing gets through any more', async () => {
    await control().fault({ operation: 'publish', kind: 'server-error', times: 20 });
    const error = await rejectionOf(publish(sampleVideo(1000)).result);
    expect(error).toMatchObject({ kind: 'outcome-unknown' });
    expect(await control().countRequests('publish')).toBeLessThan(10);
  });

  it('tells why the network did not publish, and begins anew when it is tried again', async () => {
    const text = {
      ...sampleVideo(1000),
      open: async function* () {
        yield new Uint8Array(1000);
      },
    };
    const { result, checkpoints } = publish(text);
    expect(await rejectionOf(result)).toMatchObject({
      kind: 'rejected',
      code: 'media_refused',
      upstreamCode: 'file_format_check_failed',
    });
    const video = sampleVideo(1000);
    await publish(video, { checkpoint: checkpoints.at(-1) ?? null }).result;
    await expectOnce(video);
  });

  it('says that nothing was published when the file cannot be read to its end', async () => {
    const { result } = publish({ ...sampleVideo(1000), bytes: 2000 });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    expect(await control().acceptedPosts()).toEqual([]);
  });
});
