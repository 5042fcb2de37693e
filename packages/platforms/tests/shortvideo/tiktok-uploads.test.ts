import { describe, expect, it } from 'vitest';
import type { Checkpoint, PublishProgress } from '../../src/index.ts';
import { callFor } from '../suite/faults.ts';
import { describePartUploads } from '../suite/part-uploads.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const CHUNK = 5 * 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

describe('uploading a video in chunks', () => {
  const used = useSandboxedDriver('tiktok');
  const { publish, expectOnce } = used;
  const control = () => used.control;

  describePartUploads(used, { partBytes: CHUNK, twoPartsBytes: 2 * CHUNK + 5, lastSent: 'isLastSent' });

  const afterFirstChunk = ({ doneBytes }: PublishProgress): boolean => doneBytes === CHUNK;

  it('arrives once and unchanged when it is cut at 10, 50 and 99 percent, and reports the progress', async () => {
    const video = sampleVideo(4 * CHUNK + 1_000_003);
    const head = 1_000;
    used.proxy.cutAt(...[0.1, 0.5, 0.99].map((part) => head + Math.floor(video.bytes * part)));
    const { result, progress } = publish(video);
    const { platformPostId } = await result;
    await expectOnce(video);
    expect((await control().acceptedPosts())[0]?.id).toBe(platformPostId);
    const done = progress.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done).toContain(3 * CHUNK);
    expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: video.bytes, totalBytes: video.bytes });
  });

  it.each([1000, 2 * CHUNK - 1, 2 * CHUNK, 3 * CHUNK - 1])('cuts %i bytes as the network wants it', async (bytes) => {
    const video = sampleVideo(bytes);
    await publish(video).result;
    await expectOnce(video);
  });

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

  it('finds the post of an earlier process that had sent everything, even if the file has changed', async () => {
    const video = sampleVideo(2_000_000);
    const { error, checkpoint } = await interruptPublish(used, video, ({ stage }) => stage === 'processing');
    expect(error).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
    const { platformPostId } = await publish(sampleVideo(1001), { checkpoint }).result;
    expect((await control().acceptedPosts())[0]?.id).toBe(platformPostId);
    await expectOnce(video);
  });

  it('starts again when the file has changed since, or the network has ended the upload', async () => {
    const video = sampleVideo(2 * CHUNK + 5);
    const { checkpoint } = await interruptPublish(used, video, afterFirstChunk);
    const changed = sampleVideo(1000);
    await publish(changed, { checkpoint }).result;
    await expectOnce(changed);
    await used.restart();
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });

  it('starts again when the hour of the upload is over', async () => {
    const video = sampleVideo(2 * CHUNK + 5);
    const { checkpoint } = await interruptPublish(used, video, afterFirstChunk);
    used.aheadMs = HOUR_MS;
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
      used.aheadMs += HOUR_MS;
    };
    const { result, checkpoints } = publish(sampleVideo(1000), { saveCheckpoint });
    const error = await rejectionOf(result);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(error).toHaveProperty('message', expect.stringContaining('nothing was published'));
    expect(checkpoints.at(-1)).toMatchObject({ isLastSent: false });
    expect(await control().acceptedPosts()).toEqual([]);
  });

  it('reports an unknown outcome when the network does not answer after the last chunk, and finds the post later', async () => {
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

  it('says why the network did not publish, and starts again when it is retried', async () => {
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
});
