import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingMedia, PublishProgress } from '../../src/index.ts';
import { fileOf, sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf, useStubbedDriver } from '../support/stub-network.ts';

const PART = 4 * 1024 * 1024;
const used = useSandboxedDriver('linkedin');
const stubbed = useStubbedDriver('linkedin');
const { publish, expectOnce } = used;
const sentParts = async () =>
  (await used.sandbox.requests('linkedin')).filter(({ path, status }) => path.includes('/part/') && status === 200)
    .length;
const isProcessing = ({ stage }: PublishProgress) => stage === 'processing';

describe('a video on LinkedIn', () => {
  it.each([80_000, PART, 2 * PART + 1_234])('of %i bytes arrives in parts as it is', async (bytes) => {
    const video = sampleVideo(bytes);
    const { result, progress } = publish(video);
    const { platformPostId } = await result;
    await expectOnce(video);
    expect(platformPostId).toMatch(/^urn:li:share:/);
    expect(await sentParts()).toBe(Math.ceil(bytes / PART));
    expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: bytes, totalBytes: bytes });
  });

  it('sends no token to the addresses of its parts', async () => {
    const { stub, driver } = stubbed;
    const part = { uploadUrl: `${stub.url}/part`, firstByte: 0, lastByte: 79_999 };
    const value = { video: 'urn:li:video:D4E', uploadToken: '', uploadInstructions: [part] };
    stub.reply = (response, { path }) => {
      const status = path === '/part' || path.endsWith('initializeUpload') ? 200 : 403;
      response.writeHead(status, { 'content-type': 'application/json', etag: '"tag"' }).end(JSON.stringify({ value }));
    };
    const post = { text: 'a post', media: [sampleVideo(80_000)], settings: {} };
    await rejectionOf(driver.publish(post, { ...used.account, accessToken: 'token' }, {}));
    const [begun, sent, finalized] = stub.requests;
    expect([begun?.headers.authorization, sent?.headers.authorization]).toEqual(['Bearer token', undefined]);
    expect(JSON.parse(finalized?.body ?? '')).toMatchObject({ finalizeUploadRequest: { uploadedPartIds: ['tag'] } });
  });

  it.each(['drop', 'server-error', 'accept-then-drop'] as const)('survives %s on the way', async (kind) => {
    const video = sampleVideo(PART + 5);
    const saveCheckpoint = () => used.control.fault({ operation: 'upload', kind, times: 2 });
    await publish(video, { saveCheckpoint: once(saveCheckpoint) }).result;
    await expectOnce(video);
  });

  it('is not sent again when it was complete before the process ended', async () => {
    const video = sampleVideo(PART + 5);
    const { checkpoint } = await interruptPublish(used, video, isProcessing);
    expect(used.driver.precedesPublish?.(checkpoint)).toBe(true);
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
    expect(await sentParts()).toBe(2);
  });

  it('is sent again when the process ended before, or the file is another one', async () => {
    const video = sampleVideo(PART + 5);
    const { checkpoint } = await interruptPublish(used, video, ({ doneBytes }) => doneBytes === PART);
    expect(checkpoint).toEqual({ step: 'upload' });
    const other = { step: 'upload', sha256: '0'.repeat(64), video: 'urn:li:video:abc' };
    await publish(video, { checkpoint: other }).result;
    await expectOnce(video);
  });

  it('is sent again when the network has forgotten what an earlier process sent', async () => {
    const video = sampleVideo(80_000);
    const checkpoint = { step: 'upload', sha256: video.sha256, video: 'urn:li:video:D4E05AQforgotten' };
    await publish(video, { checkpoint }).result;
    await expectOnce(video);
  });

  it('may be there when the process ended while its post was created', async () => {
    const saved: Checkpoint[] = [];
    await used.control.fault({ operation: 'publish', kind: 'accept-then-drop' });
    const saveCheckpoint = async (checkpoint: Checkpoint) => void saved.push(checkpoint);
    const video = sampleVideo(80_000);
    expect(await rejectionOf(publish(video, { saveCheckpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
    const checkpoint = saved.at(-1) ?? null;
    expect(checkpoint && used.driver.precedesPublish?.(checkpoint)).toBe(false);
    expect(await rejectionOf(publish(video, { checkpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
    await expectOnce(video);
  });

  it('can be tried again after its post was refused, without a second upload', async () => {
    await used.control.fault({ operation: 'publish', kind: 'rate-limit' });
    const video = sampleVideo(80_000);
    const { result, checkpoints } = publish(video);
    expect(await rejectionOf(result)).toMatchObject({ kind: 'rate-limited' });
    await publish(video, { checkpoint: checkpoints.at(-1) ?? null }).result;
    await expectOnce(video);
    expect(await sentParts()).toBe(1);
  });

  it('that the network cannot read is refused with the reason, and nothing is published', async () => {
    const broken = fileOf(Buffer.alloc(80_000, 'x'), { kind: 'video', contentType: 'video/mp4', fileName: 'clip.mp4' });
    const error = await rejectionOf(publish(broken).result);
    expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused' });
    expect(String(error)).toContain('LinkedIn could not process this video');
    expect(await used.control.acceptedPosts()).toEqual([]);
  });

  it.each<[string, Partial<OutgoingMedia>]>([
    ['is too large', { bytes: 600 * 1024 * 1024 }],
    ['is too short', { duration: 1 }],
    ['is a format it does not take', { contentType: 'video/webm' }],
  ])('that %s is refused before anything is sent', async (_what, more) => {
    expect(await rejectionOf(publish(sampleVideo(80_000, more)).result)).toMatchObject({ code: 'media_refused' });
    expect(await used.control.countRequests('upload')).toBe(0);
  });

  it.each([
    [
      'leave a gap',
      [
        { firstByte: 0, lastByte: 10 },
        { firstByte: 12, lastByte: 79_999 },
      ],
    ],
    ['do not reach the end', [{ firstByte: 0, lastByte: 10 }]],
    ['are endless', [{ firstByte: 0, lastByte: 1e15 }]],
    ['lead elsewhere', [{ firstByte: 0, lastByte: 79_999, uploadUrl: 'https://files.example/x' }]],
    ['are missing', []],
  ])('is not sent when the parts that are asked for %s', async (_what, asked) => {
    const uploadInstructions = asked.map((part) => ({ uploadUrl: `${stubbed.stub.url}/dms-uploads/x`, ...part }));
    const value = { video: 'urn:li:video:D4E', uploadToken: '', uploadInstructions };
    stubbed.stub.reply = { status: 200, body: { value } };
    const post = { text: 'a post', media: [sampleVideo(80_000)], settings: {} };
    const publishing = stubbed.driver.publish(post, { ...used.account, accessToken: 'token' }, {});
    expect(await rejectionOf(publishing)).toMatchObject({ kind: 'unavailable' });
    expect(stubbed.stub.requests).toHaveLength(1);
  });
});

/** Calls a function with the first checkpoint only. */
function once(work: () => Promise<unknown>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
}
