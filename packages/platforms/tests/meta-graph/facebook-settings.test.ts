import { describe, expect, it } from 'vitest';
import type { OutgoingMedia, PublishContext } from '../../src/index.ts';
import { contentProblem } from '../../src/registry.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf } from '../support/stub-network.ts';

type Media = OutgoingMedia | readonly OutgoingMedia[];

const MB = 1_000_000;
const used = useSandboxedDriver('facebook');
const control = () => used.control;
const files = await useMediaServer();

describe('the link of a Facebook post', () => {
  const link = 'https://example.org/notes';
  const publish = (text: string, own: unknown = link) => used.publish([], {}, { text, settings: { link: own } }).result;

  it('is the card instead of the first address of the text', async () => {
    const { note } = await publish('See https://example.org/other');
    expect(note).toBeUndefined();
    expect(await control().acceptedPosts()).toMatchObject([
      { text: 'See https://example.org/other', card: { url: link } },
    ]);
  });

  it('needs no text', async () => {
    await publish('');
    await publish('', 'https://example.org/more');
    expect((await control().acceptedPosts()).map(({ card }) => card?.url)).toEqual([link, 'https://example.org/more']);
  });

  it('is not left out where Facebook refuses it', async () => {
    expect(await rejectionOf(publish('hello', 'https://www.facebook.com/zuck'))).toMatchObject({
      kind: 'rejected',
      upstreamCode: '1609008',
    });
    expect(await control().acceptedPosts()).toHaveLength(0);
    expect(await control().countRequests('publish')).toBe(1);
  });

  it('must be the address of a page', async () => {
    for (const own of ['example.org', 'ftp://example.org/a', '']) {
      const message = 'the link must be the whole address of a page, such as https://example.org/notes';
      expect(await rejectionOf(publish('hello', own))).toMatchObject({ kind: 'rejected', message });
    }
    expect(await control().countRequests('publish')).toBe(0);
  });

  it('is refused beside files, before anything is sent', async () => {
    const message =
      'Facebook shows the link as a card only without files; leave them out, or write the link into the text';
    for (const file of [files.jpeg({ shade: 1 }), files.video({ bytes: 5000 })]) {
      const { result } = used.publish(file, {}, { settings: { link } });
      expect(await rejectionOf(result)).toMatchObject({ kind: 'rejected', message });
    }
    const place = { platform: 'socialnet', network: 'facebook' } as const;
    const checked = { text: '', settings: { link }, hasMedia: true, limits: null };
    expect(contentProblem(place, checked)).toHaveProperty('message', message);
    expect(contentProblem(place, { ...checked, hasMedia: false })).toBeNull();
    expect((await control().countRequests('upload')) + (await control().countRequests('publish'))).toBe(0);
  });
});

describe('the type of a Facebook post', () => {
  const video = () => ({ ...files.video({ bytes: 2 * MB }), duration: 10, dimensions: { width: 720, height: 1280 } });
  const picture = () => files.jpeg({ shade: 1 });
  const publish = (media: Media, type: string, call: PublishContext = {}) =>
    used.publish(media, call, { text: 'a post', settings: { type } });
  const calls = async () => (await control().countRequests('upload')) + (await control().countRequests('publish'));

  it('publishes a video as a reel with its text, and reports the progress', async () => {
    const file = video();
    const { result, progress, checkpoints } = publish(file, 'reel');
    const { platformPostId, url, note } = await result;
    expect(note).toBeUndefined();
    expect(await control().acceptedPosts()).toMatchObject([
      { id: platformPostId, text: 'a post', media: [{ sha256: file.sha256 }], settings: { edge: 'video_reels' } },
    ]);
    expect(await (await fetch(url)).text()).toContain('a post');
    expect(progress.at(-1)).toMatchObject({ stage: 'processing' });
    expect(checkpoints.map(({ stage }) => stage)).toEqual(['uploading', 'uploading', 'publishing', 'processing']);
  });

  it.each(['reel', 'story'])('begins a %s again that stopped during its upload', async (type) => {
    const file = video();
    await control().fault({ operation: 'upload', kind: 'rate-limit' });
    const { result, checkpoints } = publish(file, type);
    expect(await rejectionOf(result)).toHaveProperty('kind', 'rate-limited');
    expect(checkpoints).toMatchObject([{ stage: 'uploading', uploads: '' }]);
    await publish(file, type, { checkpoint: checkpoints[0] ?? null }).result;
    await used.expectOnce(file);
  });

  it.each([
    ['a picture', picture, 'photo_stories'],
    ['a video', video, 'video_stories'],
  ] as const)('publishes %s as a story without its text', async (_what, file, edge) => {
    const { platformPostId, url } = await publish(file(), 'story').result;
    expect(await control().acceptedPosts()).toMatchObject([{ id: platformPostId, text: '', settings: { edge } }]);
    expect((await fetch(url)).status).toBe(200);
    const { account, driver } = used;
    expect(await driver.actions.deletePost?.(platformPostId, account, {})).toBe('deleted');
  });

  it('publishes in the feed where it is asked for, as without a type', async () => {
    await publish(video(), 'feed').result;
    await publish(picture(), 'feed').result;
    for (const post of await control().acceptedPosts()) expect(post).not.toHaveProperty('settings');
  });

  it('refuses files that do not fit, before anything is sent', async () => {
    const reel = 'the type reel needs one video, and no other file';
    const story = 'the type story needs one image or one video, and no other file';
    const cases: readonly (readonly [type: string, media: Media, message: string])[] = [
      ['reel', [], reel],
      ['reel', picture(), reel],
      ['reel', [video(), picture()], reel],
      ['story', [], story],
      ['story', [picture(), picture()], story],
      [
        'reel',
        { ...video(), duration: 91 },
        'clip.mp4 lasts 91 seconds, and Facebook takes videos of at most 90 seconds',
      ],
      [
        'story',
        { ...video(), duration: 61 },
        'clip.mp4 lasts 61 seconds, and Facebook takes videos of at most 60 seconds',
      ],
      [
        'reel',
        { ...video(), dimensions: { width: 1920, height: 1080 } },
        'clip.mp4 is 1920 × 1080 pixels, and Facebook takes reels of 9:16 and at least 540 × 960; crop it, or leave the type out',
      ],
    ];
    for (const [type, media, message] of cases) {
      expect(await rejectionOf(publish(media, type).result)).toMatchObject({ kind: 'rejected', message });
    }
    expect(await calls()).toBe(0);
  });

  it('uploads a reel again where the connection is cut', async () => {
    const file = video();
    used.proxy.cutAt(MB);
    await publish(file, 'reel').result;
    expect(used.proxy.cuts).toBe(1);
    await used.expectOnce(file);
  });

  it.each(['reel', 'story'])('resumes a %s with the video that is uploaded', async (type) => {
    const file = video();
    await control().fault({ operation: 'publish', kind: 'rate-limit' });
    const { result, checkpoints } = publish(file, type);
    expect(await rejectionOf(result)).toHaveProperty('kind', 'rate-limited');
    const uploads = await control().countRequests('upload');
    await publish(file, type, { checkpoint: checkpoints.at(-1) ?? null }).result;
    expect(await control().countRequests('upload')).toBe(uploads);
    await used.expectOnce(file);
  });

  it.each(['reel', 'story'])('publishes a %s once of which the answer was lost', async (type) => {
    const file = video();
    await control().fault({ operation: 'publish', kind: 'drop' });
    await publish(file, type).result;
    await used.expectOnce(file);
  });

  it.each(['reel', 'story'])(
    'asks for the state of a %s of which the answer was lost after it was published',
    async (type) => {
      const file = video();
      await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
      const { result, checkpoints } = publish(file, type);
      const { url } = await result;
      expect((await fetch(url)).status).toBeLessThan(500);
      const publishing = checkpoints.findLast(({ stage }) => stage === 'publishing') ?? null;
      await publish(file, type, { checkpoint: publishing }).result;
      await used.expectOnce(file);
      expect(await control().countRequests('publish')).toBe(1);
    },
  );

  it('does not publish a story of a picture again that may be published', async () => {
    await control().fault({ operation: 'publish', kind: 'accept-then-drop' });
    const { result, checkpoints } = publish(picture(), 'story');
    expect(await rejectionOf(result)).toHaveProperty('kind', 'outcome-unknown');
    const again = publish(picture(), 'story', { checkpoint: checkpoints.at(-1) ?? null });
    expect(await rejectionOf(again.result)).toHaveProperty('kind', 'outcome-unknown');
    await used.expectOnce(picture());
  });

  it('waits for a story that another process published, and keeps its id', async () => {
    const file = video();
    const { result, checkpoints } = publish(file, 'story');
    const { platformPostId, url } = await result;
    const again = await publish(file, 'story', { checkpoint: checkpoints.at(-1) ?? null }).result;
    expect(again).toMatchObject({ platformPostId, url });
    await used.expectOnce(file);
  });

  it('says why a reel cannot be shown', async () => {
    const file = { ...files.video({ bytes: 5000, isBroken: true }) };
    const { result, checkpoints } = publish(file, 'reel');
    expect(await rejectionOf(result)).toMatchObject({ code: 'media_refused' });
    expect(checkpoints.at(-1)).toMatchObject({ stage: 'uploading', uploads: '' });
    expect(await control().acceptedPosts()).toHaveLength(0);
  });
});
