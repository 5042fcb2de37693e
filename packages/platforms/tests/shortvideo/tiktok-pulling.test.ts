import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import { callFor } from '../suite/faults.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { registrationOf, rejectionOf } from '../support/stub-network.ts';

const files = await useMediaServer();

describe('files that the network fetches itself', () => {
  const used = useSandboxedDriver('tiktok');
  const { publish } = used;
  const control = () => used.control;

  it.each([1, 2, 35])('publishes %i photos with their bytes, in their order', async (count) => {
    const media = Array.from({ length: count }, (_, shade) => files.jpeg({ shade }));
    const { platformPostId } = await publish(media).result;
    expect(await control().acceptedPosts()).toMatchObject([
      { id: platformPostId, text: 'a post', media: media.map(({ sha256 }) => ({ sha256, type: 'image/jpeg' })) },
    ]);
  });

  it.each([
    ['of one line', 'one line', 'one line'],
    ['with a title', 'a title\nand what follows', 'a title\nand what follows'],
    ['with an empty line', 'a title\r\n\r\nand what follows', 'a title\n\r\nand what follows'],
    ['with a long first line', `${'x'.repeat(91)}\nmore`, `${'x'.repeat(91)}\nmore`],
    ['without a first line', '\nno title', '\nno title'],
    ['of the greatest length', 'x'.repeat(2200), 'x'.repeat(2200)],
  ])('lets readers see a text %s, in the two places there are for it', async (_name, text, seen) => {
    await publish(files.jpeg({ shade: 1 }), {}, { text }).result;
    expect(await control().acceptedPosts()).toMatchObject([{ text: seen }]);
  });

  it('says what is missing when this server has no address that the network could fetch from', async () => {
    for (const publicUrl of [null, 'http://social.example/1.jpg', 'nonsense']) {
      const error = await rejectionOf(publish({ ...files.jpeg({ shade: 1 }), publicUrl }).result);
      const message = expect.stringMatching(
        publicUrl?.startsWith('http:')
          ? /^1\.jpg has an http address, and TikTok fetches images over https alone$/
          : /^1\.jpg has no public https address from which TikTok can fetch it; set SOCIAL_BASE_URL/,
      );
      expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', message });
    }
    expect(await control().countRequests('read')).toBe(0);
  });

  it('posts no fewer photos than it was given', async () => {
    const [first, second] = [files.jpeg({ shade: 1 }), files.jpeg({ shade: 2 })];
    const media = [{ ...first, publicUrl: 'https://example.com/1.jpg' }, second];
    // A network elsewhere cannot fetch from this machine, where the second photo is.
    const driver = registrationOf('tiktok').create({ ...sandboxApp, apiUrl: 'https://tiktok.test' });
    const error = await rejectionOf(driver.publish({ text: 'a post', media, settings: {} }, used.account, {}));
    expect(error).toMatchObject({
      kind: 'rejected',
      code: 'media_refused',
      message: '2.jpg has no public https address from which TikTok can fetch it',
    });
  });

  it('names the photo that is too large', async () => {
    const large = files.jpeg({ shade: 2, width: 3000, height: 2000 });
    const error = await rejectionOf(publish([files.jpeg({ shade: 1 }), large]).result);
    expect(error).toMatchObject({
      code: 'media_refused',
      message: '2.jpg is 3000 × 2000 pixels, and TikTok takes up to 1920 × 1080',
    });
  });

  it('explains that the app has not proven to own an address', async () => {
    const media = [{ ...files.jpeg({ shade: 1 }), publicUrl: 'https://example.com/1.jpg' }];
    const { result, checkpoints } = publish(media);
    expect(await rejectionOf(result)).toMatchObject({
      code: 'media_refused',
      upstreamCode: 'url_ownership_unverified',
    });
    expect(checkpoints).toEqual([{ stage: 'ordered' }, { stage: 'nothing' }]);
  });

  it('explains that the network could not fetch a file', async () => {
    const photo = files.jpeg({ shade: 1 });
    const gone = { ...photo, publicUrl: `${photo.publicUrl}.gone` };
    const error = await rejectionOf(publish(gone).result);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'media_unreachable', upstreamCode: 'photo_pull_failed' });
  });

  it.each(['accept-then-drop', 'accept-then-hang', 'accept-then-half', 'no-id', 'garbage', 'server-error'] as const)(
    'does not order photos a second time when the answer is lost by %s',
    async (kind) => {
      await control().fault({ operation: 'publish', kind });
      const media = [files.jpeg({ shade: 1 })];
      const { result, checkpoints } = publish(media, callFor(kind));
      expect(await rejectionOf(result)).toMatchObject({ kind: 'outcome-unknown', code: 'outcome_unknown' });
      const checkpoint = checkpoints.at(-1) ?? null;
      expect(await rejectionOf(publish(media, { checkpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
      expect(await control().countRequests('publish')).toBe(1);
    },
  );

  it('finds the post of an earlier process by its checkpoint', async () => {
    const media = [files.jpeg({ shade: 1 })];
    const { result, checkpoints } = publish(media);
    const { platformPostId } = await result;
    expect(await publish(media, { checkpoint: checkpoints.at(-1) ?? null }).result).toMatchObject({
      platformPostId,
    });
    expect(await control().acceptedPosts()).toHaveLength(1);
  });

  it('lets the network fetch a video only on request and from a public address', async () => {
    const video = files.video({ bytes: 5000 });
    await publish(video, {}, { settings: { pull: true } }).result;
    expect(await control().countRequests('upload')).toBe(0);
    await publish(video).result;
    await publish({ ...video, publicUrl: null }, {}, { settings: { pull: true } }).result;
    expect(await control().countRequests('upload')).toBe(2);
    const accepted = await control().acceptedPosts();
    expect(accepted.map(({ media }) => media[0]?.sha256)).toEqual(Array.from({ length: 3 }, () => video.sha256));
  });
});
