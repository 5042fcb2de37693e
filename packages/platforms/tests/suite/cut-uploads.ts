import { createHash } from 'node:crypto';
import { sandboxApp } from '@social/sandbox';
import { expect, it } from 'vitest';
import type { OutgoingMedia, PublishProgress } from '../../src/index.ts';
import { startCutProxy } from '../cut-proxy.ts';
import type { SuiteContext } from './context.ts';

const CHUNK_BYTES = 64 * 1024;
const VIDEO_BYTES = 9 * 1024 * 1024;

/** Something that begins like an MP4, with bytes of its own. */
export function sampleVideo(options: { bytes: number; alt?: string }): OutgoingMedia {
  const data = Buffer.alloc(options.bytes);
  for (let at = 0; at < data.length; at += 4)
    data.writeUInt32LE((at * 2654435761) % 2 ** 32, Math.min(at, data.length - 4));
  data.write('\0\0\0\x18ftypmp42', 'latin1');
  return {
    ...{ kind: 'video', contentType: 'video/mp4', bytes: data.length, alt: options.alt ?? '', dimensions: null },
    ...{ fileName: 'clip.mp4', publicUrl: null, sha256: createHash('sha256').update(data).digest('hex') },
    open: async function* (fromByte = 0) {
      for (let at = fromByte; at < data.length; at += CHUNK_BYTES) yield data.subarray(at, at + CHUNK_BYTES);
    },
  };
}

/** For networks that take files in one request, with the post itself. */
export function describeCutUploads({
  createDriver,
  control,
  connect,
  failureOf,
  sandboxUrl,
  options,
}: SuiteContext): void {
  const { sandboxPath } = options.registration;
  const video = sampleVideo({ bytes: VIDEO_BYTES });
  const post = { text: 'a long upload', media: [video], meta: {} };

  it.each([0.1, 0.5, 0.7])('publishes once when the connection is cut after %d of the upload', async (share) => {
    await using proxy = await startCutProxy(sandboxUrl(), { afterBytes: VIDEO_BYTES * share, cuts: 2 });
    const { account } = await connect();
    const seen: PublishProgress[] = [];
    const driver = createDriver(sandboxApp, `${proxy.url}${sandboxPath}`);
    const outcome = driver.publish(post, account, { onProgress: (progress) => seen.push(progress) });
    // How much the system had taken over when the connection broke cannot be known: an upload that was handed over to its
    // end may have arrived, and is not repeated.
    const error = await outcome.then(
      () => null,
      () => failureOf(outcome),
    );
    if (error) expect(error.kind).toBe('outcome-unknown');
    const accepted = await control().acceptedPosts();
    expect(accepted.flatMap(({ media }) => media.map(({ sha256 }) => sha256))).toEqual(error ? [] : [video.sha256]);
    if (!error) expect(seen.at(-1)).toEqual({ stage: 'uploading', doneBytes: VIDEO_BYTES, totalBytes: VIDEO_BYTES });
  });

  it('gives up when every connection is cut, and knows that nothing was published', async () => {
    await using proxy = await startCutProxy(sandboxUrl(), { afterBytes: 200_000, cuts: 100 });
    const { account } = await connect();
    const driver = createDriver(sandboxApp, `${proxy.url}${sandboxPath}`);
    const error = await failureOf(driver.publish(post, account, {}));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(error.message).toContain('nothing was done');
    expect(proxy.connections).toBe(4);
    expect(await control().acceptedPosts()).toEqual([]);
  });

  it('does not repeat an upload that has arrived', async () => {
    const { account } = await connect();
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    const driver = createDriver(sandboxApp);
    expect((await failureOf(driver.publish(post, account, {}))).kind).toBe('outcome-unknown');
    expect(await control().acceptedPosts()).toHaveLength(1);
    expect(await control().countRequests('publish')).toBe(1);
  });
}
