import { describe, expect, it } from 'vitest';
import type { Checkpoint, OutgoingPost, PublishContext } from '../../src/index.ts';
import { locksKeys } from '../../src/mastodon/instance.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { sampleImage } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('mastodon');
const publishId = '019aae4e-0000-7000-8000-000000000001';
const text: OutgoingPost = { text: 'once', media: [], settings: {} };
const picture: OutgoingPost = { ...text, media: [sampleImage({ shade: 3 })] };

/** Publishes with a lost answer, and then makes the same request again. */
async function publishTwice(post: OutgoingPost, first: 'drop' | 'accept-then-drop', second: () => Promise<void>) {
  const saved: Checkpoint[] = [];
  const saveCheckpoint = async (checkpoint: Checkpoint) => void saved.push(checkpoint);
  await used.control.fault({ operation: 'publish', kind: first });
  const call: PublishContext = { publishId, saveCheckpoint };
  const { account, driver } = used;
  expect(await rejectionOf(driver.publish(post, account, call))).toMatchObject({ kind: 'outcome-unknown' });
  await second();
  const checkpoint = saved.at(-1) ?? null;
  return { checkpoint, saved, result: driver.publish(post, account, { ...call, checkpoint, isRepeat: true }) };
}

const nothing = async () => undefined;

describe('a repeated request', () => {
  it.each([
    ['a text', text],
    ['a picture', picture],
  ])('publishes %s that never arrived', async (_what, post) => {
    const { result } = await publishTwice(post, 'drop', nothing);
    const { platformPostId } = await result;
    const accepted = await used.control.acceptedPosts();
    expect(accepted).toMatchObject([{ id: platformPostId, idempotencyKey: `${publishId}-1` }]);
    expect(accepted[0]?.media).toHaveLength(post.media.length);
  });

  it.each([
    ['a text', text],
    ['a picture', picture],
  ])('finds %s that did arrive', async (_what, post) => {
    const { result } = await publishTwice(post, 'accept-then-drop', nothing);
    const { platformPostId } = await result;
    expect(await used.control.acceptedPosts()).toMatchObject([{ id: platformPostId }]);
  });

  it('uploads no file again', async () => {
    const { result } = await publishTwice(picture, 'drop', nothing);
    await result;
    expect(await used.control.countRequests('upload')).toBe(1);
  });

  it('leaves open what the server answers with an error, as 4.6.1 does', async () => {
    const asEarlier = () => used.control.set({ mastodon: { idempotency: 'bug-500' } });
    const { result } = await publishTwice(text, 'accept-then-drop', asEarlier);
    expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown' });
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('leaves open what is refused before the server looks at the key', async () => {
    const { result } = await publishTwice(text, 'accept-then-drop', () =>
      used.control.fault({ operation: 'publish', kind: 'forbidden' }),
    );
    const error = await rejectionOf(result);
    expect(error).toMatchObject({ kind: 'outcome-unknown', status: 403 });
    expect(String(error)).toContain('says nothing about the first time');
  });

  it('leaves open what is refused for its files, which the first call may have used', async () => {
    const forgotten = () => used.control.set({ mastodon: { idempotency: 'none' } });
    const { result, checkpoint } = await publishTwice(picture, 'accept-then-drop', forgotten);
    expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown', status: 422 });
    expect(checkpoint).toMatchObject({ step: 'publish' });
    expect(await used.control.acceptedPosts()).toHaveLength(1);
  });

  it('can be tried again with its files after the text was refused', async () => {
    const shorter = () => used.control.set({ mastodon: { maxCharacters: 3 } });
    const { result, saved } = await publishTwice(picture, 'drop', shorter);
    await rejectionOf(result);
    expect(saved.at(-1)).toEqual({ step: 'upload' });
  });

  it('is not sent without the files that it had', async () => {
    const { account, driver } = used;
    const call = { publishId, checkpoint: { step: 'publish' }, isRepeat: true } as const;
    expect(await rejectionOf(driver.publish(picture, account, call))).toMatchObject({ kind: 'outcome-unknown' });
    expect(await used.control.countRequests('publish')).toBe(0);
  });

  it('fails where the server refuses the text, which it looks at after the key', async () => {
    const shorter = () => used.control.set({ mastodon: { maxCharacters: 3 } });
    const { result } = await publishTwice(text, 'drop', shorter);
    expect(await rejectionOf(result)).toMatchObject({ kind: 'rejected', status: 422 });
  });
});

describe('a publish may be sent again', () => {
  const sentAt = new Date('2026-11-20T14:00:00Z');
  const limits = { locksKeys: true } as const;
  const lost = { sentAt, checkpoint: null, hasMedia: false, limits };
  const until = (changes: object) => used.driver.repeatableUntil?.({ ...lost, ...changes });

  it('for fifty minutes, where the server holds a lock on the key', () => {
    expect(until({})).toEqual(new Date('2026-11-20T14:50:00Z'));
    expect(until({ limits: {} })).toBeNull();
    expect(until({ limits: null })).toBeNull();
  });

  it('with files only when it is known which were sent', () => {
    const sent = { step: 'publish', mediaIds: '1 2' };
    expect(until({ hasMedia: true, checkpoint: sent })).not.toBeNull();
    for (const checkpoint of [null, { step: 'upload' }, { step: 'publish' }, { ...sent, mediaIds: '../x' }])
      expect(until({ hasMedia: true, checkpoint })).toBeNull();
  });

  it.each([
    ['mastodon', null, true],
    ['mastodon', 'bug-500', true],
    ['mastodon', 'racing', undefined],
    ['gotosocial', null, undefined],
    ['pixelfed', null, undefined],
    ['akkoma', null, undefined],
  ] as const)('as the server says: %s with %s keys', async (kind, idempotency, expected) => {
    await used.control.set({ mastodon: { kind, idempotency } });
    const { account } = await connectAccount(used.driver);
    const { locksKeys } = (await used.driver.readLimits?.(account, {})) ?? {};
    expect(locksKeys).toBe(expected);
  });

  it.each([
    ['4.6.0', true],
    ['4.6.3', true],
    ['4.10.0', true],
    ['5.0.0-alpha.1', true],
    ['4.7.0-nightly.2026-11-01', true],
    ['4.6.0+glitch', true],
    ['4.6.0-rc.1', false],
    ['4.6.0-nightly.2026-01-01', false],
    ['4.5.9', false],
    ['4.5.9+glitch', false],
    ['3.99.0', false],
    ['4.6.0 (compatible; Pleroma 2.9.0)', false],
    ['0.19.1', false],
    ['40.6', false],
    ['', false],
  ])('at version %s: %s', (version, expected) => {
    expect(locksKeys(version)).toBe(expected);
  });
});
