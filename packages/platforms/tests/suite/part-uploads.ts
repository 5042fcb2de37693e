import { expect, it } from 'vitest';
import type { Checkpoint } from '../../src/index.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, type SandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';
import { callFor } from './faults.ts';

/** Parts in which a network takes a video. */
export interface PartUploads {
  readonly partBytes: number;
  /** Size of a file that goes in two parts. */
  readonly twoPartsBytes: number;
  /** Field of a checkpoint that says that the last part may have been sent. */
  readonly lastSent: string;
}

/** Declares the tests of networks that take a video in parts. */
export function describePartUploads(used: SandboxedDriver, { partBytes, twoPartsBytes, lastSent }: PartUploads): void {
  const { publish, expectOnce } = used;

  it.each(['server-error', 'timeout', 'drop', 'garbage', 'accept-then-drop', 'accept-then-error'] as const)(
    'resumes when a part in the middle meets %s',
    async (kind) => {
      const video = sampleVideo(twoPartsBytes);
      const saveCheckpoint = async (checkpoint: Checkpoint): Promise<void> => {
        if (checkpoint[lastSent] === false) await used.control.fault({ operation: 'upload', kind });
      };
      await publish(video, { ...callFor(kind), saveCheckpoint }).result;
      await expectOnce(video);
      expect(await used.control.countRequests('upload')).toBe(kind.startsWith('accept') ? 2 : 3);
    },
  );

  it('resumes from a checkpoint in another process, with the bytes that have arrived', async () => {
    const video = sampleVideo(3 * partBytes + 5);
    const { error, checkpoint } = await interruptPublish(used, video, ({ doneBytes }) => doneBytes === 2 * partBytes);
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(checkpoint).toMatchObject({ bytes: video.bytes, sha256: video.sha256, [lastSent]: false });
    const { result, progress } = publish(video, { checkpoint });
    await result;
    expect(progress[0]).toEqual({ stage: 'uploading', doneBytes: 2 * partBytes, totalBytes: video.bytes });
    await expectOnce(video);
  });

  it('says that nothing was published when the file cannot be read to its end', async () => {
    const { result } = publish({ ...sampleVideo(1000), bytes: 2000 });
    expect(await rejectionOf(result)).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    expect(await used.control.acceptedPosts()).toEqual([]);
  });

  it('gives up when every request fails', async () => {
    await used.control.fault({ operation: 'publish', kind: 'server-error', times: 20 });
    expect(await rejectionOf(publish(sampleVideo(1000)).result)).toMatchObject({ kind: 'outcome-unknown' });
    expect(await used.control.countRequests('publish')).toBeLessThan(10);
  });
}
