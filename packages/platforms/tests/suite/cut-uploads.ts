import { sandboxApp } from '@social/sandbox';
import { expect, it } from 'vitest';
import type { PublishProgress } from '../../src/index.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { sampleVideo } from '../support/media-samples.ts';
import type { SuiteContext } from './context.ts';

const VIDEO_BYTES = 9 * 1024 * 1024;

/** Declares the tests of networks that take files in one request, with the post itself. */
export function describeCutUploads({
  createDriver,
  control,
  connect,
  failureOf,
  sandboxUrl,
  options,
}: SuiteContext): void {
  const { sandboxPath } = options.registration;
  const video = sampleVideo(VIDEO_BYTES);
  const post = { text: 'a long upload', media: [video], settings: { silent: true } };

  it.each([0.1, 0.5, 0.7])('publishes once when the connection is cut after %d of the upload', async (share) => {
    await using proxy = await startCuttingProxy(sandboxUrl());
    proxy.cutRequests(Math.floor(VIDEO_BYTES * share), 2);
    const { account } = await connect();
    const seen: PublishProgress[] = [];
    const driver = createDriver(sandboxApp, `${proxy.url}${sandboxPath}`);
    const outcome = driver.publish(post, account, { onProgress: (progress) => seen.push(progress) });
    // An upload that was handed over to its last byte before the connection broke may have arrived, and is not repeated.
    const error = await outcome.then(
      () => null,
      () => failureOf(outcome),
    );
    if (error) expect(error.kind).toBe('outcome-unknown');
    const accepted = await control().acceptedPosts();
    expect(accepted.flatMap(({ media }) => media.map(({ sha256 }) => sha256))).toEqual(error ? [] : [video.sha256]);
    expect(accepted.map(({ chat }) => chat)).toEqual(error ? [] : [{ silent: true }]);
    if (!error) expect(seen.at(-1)).toEqual({ stage: 'uploading', doneBytes: VIDEO_BYTES, totalBytes: VIDEO_BYTES });
  });

  it('gives up when every connection is cut, and knows that nothing was published', async () => {
    await using proxy = await startCuttingProxy(sandboxUrl());
    proxy.cutRequests(200_000, 100);
    const { account } = await connect();
    const driver = createDriver(sandboxApp, `${proxy.url}${sandboxPath}`);
    const error = await failureOf(driver.publish(post, account, {}));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
    expect(error.message).toContain('nothing was done');
    expect(proxy.cuts).toBe(4);
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
