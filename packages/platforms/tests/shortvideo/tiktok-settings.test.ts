import { describe, expect, it } from 'vitest';
import { contentProblem, filesProblem, type OutgoingMedia } from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { useMediaServer } from '../support/served-media.ts';
import { rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

type Settings = Record<string, unknown>;

const files = await useMediaServer();
const used = useSandboxedDriver('tiktok');

const photos = (count: number) => Array.from({ length: count }, (_, shade) => files.jpeg({ shade }));
const clip = (seconds: number): OutgoingMedia => ({ ...sampleVideo(2000), duration: seconds });
const publish = (media: OutgoingMedia | OutgoingMedia[], settings: Settings, text = 'a post') =>
  used.publish(media, {}, { settings, text }).result;
const begun = async () => (await used.control.countRequests('upload')) + (await used.control.countRequests('publish'));

describe('settings of a video', () => {
  it.each([
    [{ disableComment: true }, { disable_comment: true, disable_duet: false }, ['comments off']],
    [{ disableDuet: true }, { disable_duet: true, disable_stitch: false }, ['duet off']],
    [{ disableStitch: true, disableDuet: false }, { disable_stitch: true, disable_duet: false }, ['stitch off']],
    [{ coverMs: 1500 }, { video_cover_timestamp_ms: 1500 }, ['cover at 1500 ms']],
    [{ coverMs: 0 }, { video_cover_timestamp_ms: 0 }, ['cover at 0 ms']],
    [{ ownBrand: true }, { brand_organic_toggle: true, brand_content_toggle: false }, ['promotional content']],
    [{ paidPartnership: true }, { brand_organic_toggle: false, brand_content_toggle: true }, ['paid partnership']],
    [{ paidPartnership: false }, { brand_organic_toggle: false, brand_content_toggle: false }, []],
    [{ aiGenerated: true }, { is_aigc: true }, ['creator labeled as AI-generated']],
    [{ aiGenerated: false }, { is_aigc: false }, []],
  ])('reach TikTok and its page: %j', async (settings, expected, labels) => {
    const { note, url } = await publish(clip(10), settings);
    expect(note).toBeUndefined();
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: expected, labels }]);
    const page = await (await fetch(url)).text();
    for (const label of labels) expect(page).toContain(label);
  });

  it('go with a video that TikTok fetches', async () => {
    const settings = { pull: true, coverMs: 20, aiGenerated: true, disableDuet: true };
    await publish(files.video({ bytes: 5000 }), settings);
    const sent = { video_cover_timestamp_ms: 20, is_aigc: true, disable_duet: true };
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: sent }]);
    expect(await used.control.countRequests('upload')).toBe(0);
  });

  it('are those of the interrupted publish when it is resumed, and so is the note', async () => {
    const settings = { coverMs: 20, aiGenerated: true, ownBrand: true, coverIndex: 1 };
    const video = sampleVideo(11 * 1024 * 1024);
    const begin: typeof used.publish = (media, call) => used.publish(media, call, { settings });
    const { checkpoint } = await interruptPublish({ publish: begin }, video);
    const { note } = await used.publish(video, { checkpoint }, { settings }).result;
    expect(note).toBe('coverIndex has no effect on videos of TikTok.');
    await used.expectOnce(video);
    const sent = { video_cover_timestamp_ms: 20, is_aigc: true, brand_organic_toggle: true };
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: sent }]);
  });

  it('without effect are named in a note', async () => {
    const { note } = await publish(clip(10), { title: 'Own', coverIndex: 40, autoAddMusic: true });
    expect(note).toBe('title, coverIndex, and autoAddMusic have no effect on videos of TikTok.');
    expect(await used.control.acceptedPosts()).toMatchObject([{ text: 'a post' }]);
  });
});

describe('settings of photos', () => {
  it.each([
    [{ disableComment: true }, { disable_comment: true }, ['comments off']],
    [{ autoAddMusic: true }, { auto_add_music: true }, ['music by TikTok']],
    [{ autoAddMusic: false }, { auto_add_music: false }, []],
    [{ coverIndex: 2 }, { photo_cover_index: 2 }, ['cover: photo 3']],
    [{ ownBrand: true }, { brand_organic_toggle: true, brand_content_toggle: false }, ['promotional content']],
    [{ paidPartnership: true }, { brand_organic_toggle: false, brand_content_toggle: true }, ['paid partnership']],
  ])('reach TikTok and its page: %j', async (settings, expected, labels) => {
    const { note } = await publish(photos(3), settings);
    expect(note).toBeUndefined();
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: expected, labels }]);
  });

  it('have a title, below which the whole text is the description', async () => {
    await publish(photos(1), { title: 'Own title' }, 'first line\nsecond line');
    await publish(photos(1), { title: 'No text' }, '');
    const texts = (await used.control.acceptedPosts()).map(({ text }) => text);
    expect(texts).toEqual(['Own title\nfirst line\nsecond line', 'No text']);
  });

  it('without effect are named in a note, and are not sent', async () => {
    const { note } = await publish(photos(1), {
      aiGenerated: true,
      disableDuet: true,
      coverMs: 5,
      disableStitch: false,
    });
    expect(note).toBe(
      'There is no label for content made with AI on photos of TikTok: the post goes without. disableDuet and coverMs have no effect on photos of TikTok.',
    );
    const [post] = await used.control.acceptedPosts();
    expect(post?.settings).toEqual({
      ...{ privacy_level: 'PUBLIC_TO_EVERYONE', disable_comment: false },
      photo_cover_index: 0,
    });
  });
});

describe('what an account has switched off', () => {
  it('stays off, and a note says so', async () => {
    await used.control.set({ authorizeAs: 'sandbox_private' });
    used.account = (await connectAccount(used.driver)).account;
    const { note } = await publish(clip(10), { disableDuet: false, disableStitch: false, disableComment: false });
    expect(note).toBe(
      'The account offers no public posts: this one is FOLLOWER_OF_CREATOR. The account has duets and stitches switched off: they stay off.',
    );
    expect(await used.control.acceptedPosts()).toMatchObject([
      { settings: { disable_comment: false, disable_duet: true, disable_stitch: true } },
    ]);
  });
});

describe('settings that TikTok cannot take', () => {
  const BRANDED =
    "TikTok takes no paid partnership with the privacy level SELF_ONLY, all that an unaudited app has; set privacyLevel to another one, or settings.shortvideo.paidPartnership to false, which leaves TikTok's label out where the post asks every network for it";

  it.each<[string, () => OutgoingMedia | OutgoingMedia[], Settings, string]>([
    ['a paid partnership for oneself', () => clip(10), { paidPartnership: true, privacyLevel: 'SELF_ONLY' }, BRANDED],
    ['the same of photos', () => photos(1), { paidPartnership: true, privacyLevel: 'SELF_ONLY' }, BRANDED],
    [
      'a cover after the end',
      () => clip(1.5),
      { coverMs: 1500 },
      'no frame at coverMs 1500: it lasts 1500 milliseconds',
    ],
    [
      'a cover that is no photo',
      () => photos(2),
      { coverIndex: 2 },
      'no photo at coverIndex 2: give 0 for the first, up to 1',
    ],
    ['a long title', () => photos(1), { title: `${'x'.repeat(89)}👋` }, 'the title has 91 UTF-16 units'],
    ['a blank title', () => photos(1), { title: '  ' }, 'must not be blank'],
  ])('%s: nothing is sent', async (_name, media, settings, message) => {
    const error = await rejectionOf(publish(media(), settings));
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
    expect(error).toHaveProperty('message', expect.stringContaining(message));
    expect(await begun()).toBe(0);
  });

  const network = { platform: 'shortvideo', network: 'tiktok' } as const;

  it.each([
    [{ paidPartnership: true, privacyLevel: 'SELF_ONLY' }, null, BRANDED],
    [
      { paidPartnership: true, privacyLevel: 'SELF_ONLY' },
      { visibilities: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'] },
      BRANDED,
    ],
    [{ paidPartnership: true }, { visibilities: ['SELF_ONLY'] }, BRANDED],
  ])('%j fails a dry run of an account with %j', (settings, limits, message) => {
    const problem = contentProblem(network, { text: 'Words', settings, hasMedia: true, limits });
    expect(problem?.message).toContain(message);
  });

  it.each(['  ', 'x'.repeat(91)])('the title %j fails a dry run of photos, and not one of a video', (title) => {
    const photo = { kind: 'image', dimensions: null, duration: null, fileName: 'a.jpg' } as const;
    const post = { text: 'Words', settings: { title }, hasMedia: true, limits: null };
    expect(contentProblem(network, post)).toBeNull();
    expect(filesProblem(network, { ...post, media: [photo] })?.message).toContain('title');
    expect(filesProblem(network, { ...post, media: [{ ...photo, kind: 'video' }] })).toBeNull();
    expect(filesProblem(network, { ...post, media: [{ ...photo, kind: null }] })).toBeNull();
  });

  it('a title of a video has no effect, and a note says so', async () => {
    const { note } = await publish(clip(10), { title: '  ' });
    expect(note).toBe('title has no effect on videos of TikTok.');
  });

  it.each([
    [{ paidPartnership: true }, null],
    [{ paidPartnership: true }, { visibilities: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'] }],
    [{ paidPartnership: false, ownBrand: true, privacyLevel: 'SELF_ONLY' }, null],
  ])('%j passes a dry run of an account with %j', (settings, limits) => {
    expect(contentProblem(network, { text: 'Words', settings, hasMedia: true, limits })).toBeNull();
  });
});

describe('the request that begins a post', () => {
  const stubbed = useStubbedDriver('tiktok');
  const creator = { creator_username: 'owner', privacy_level_options: ['PUBLIC_TO_EVERYONE'] };
  const flags = { disable_comment: false, disable_duet: false, disable_stitch: false };

  const bodyWith = async (media: OutgoingMedia, settings: Settings) => {
    stubbed.stub.reply = { status: 200, body: { data: creator, error: { code: 'ok' } } };
    const post = { text: 'Words', media: [media], settings };
    await stubbed.driver.publish(post, stubAccount('open-id'), {}).catch(() => undefined);
    return stubbed.stub.requests[1]?.body;
  };

  it.each([{}, { coverMs: null, title: undefined, paidPartnership: null, coverIndex: null }])(
    'says nothing of settings that are left out: %j',
    async (settings) => {
      const info = { title: 'Words', privacy_level: 'PUBLIC_TO_EVERYONE' };
      expect(await bodyWith(sampleVideo(2000), settings)).toBe(
        JSON.stringify({
          post_info: { ...info, ...flags },
          source_info: { source: 'FILE_UPLOAD', video_size: 2000, chunk_size: 2000, total_chunk_count: 1 },
        }),
      );
      stubbed.stub.requests.length = 0;
      const photo = files.jpeg({ shade: 1 });
      expect(await bodyWith(photo, settings)).toBe(
        JSON.stringify({
          post_info: { ...info, disable_comment: false },
          source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: [photo.publicUrl] },
          ...{ post_mode: 'DIRECT_POST', media_type: 'PHOTO' },
        }),
      );
    },
  );
});
