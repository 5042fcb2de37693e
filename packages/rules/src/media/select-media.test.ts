import { describe, expect, it } from 'vitest';
import { mediaKindOf } from './media-kind.ts';
import { type MediaCandidate, selectMedia } from './select-media.ts';

const given = (field: MediaCandidate['field'], ...kinds: MediaCandidate['kind'][]) =>
  kinds.map((kind) => ({ kind, field }));
const images = (count: number) => given('mediaUrls', ...Array<'image'>(count).fill('image'));

describe('selectMedia', () => {
  it('takes what the platform carries and leaves the rest with a note', () => {
    const [image, video] = given('mediaUrls', 'image', 'video');
    expect(selectMedia('profnet', [image!, video!])).toEqual({
      taken: [image],
      left: [video],
      note: 'Left out on LinkedIn: 1 video. Addresses in "mediaUrls" do not bring these there, those in "media" do.',
      problem: null,
    });
    expect(selectMedia('video', [image!, video!])).toMatchObject({
      taken: [video],
      note: 'Left out on YouTube: 1 image.',
    });
    expect(selectMedia('photonet', [image!, video!])).toMatchObject({ taken: [image, video], note: null });
  });

  it('ignores mediaUrls on microblog and says which field reaches it', () => {
    expect(selectMedia('microblog', given('mediaUrls', 'image', 'image', null))).toMatchObject({
      taken: [],
      note: 'Left out on X: 2 images and 1 file. Addresses in "mediaUrls" do not bring these there, those in "media" do.',
      problem: null,
    });
    expect(selectMedia('microblog', given('media', 'image'))).toMatchObject({ left: [], note: null, problem: null });
  });

  it('lets a video go alone where the platform does not mix', () => {
    const [image, video] = given('media', 'image', 'video');
    for (const [platform, network] of [
      ['socialnet', 'Facebook'],
      ['microblog', 'X'],
      ['shortvideo', 'TikTok'],
    ] as const) {
      expect(selectMedia(platform, [image!, video!])).toEqual({
        taken: [video],
        left: [image],
        note: `Left out on ${network}: 1 image.`,
        problem: null,
      });
    }
    expect(selectMedia('chatbot', [image!, video!])).toMatchObject({ taken: [image, video], problem: null });
  });

  it('finds too many', () => {
    expect(selectMedia('profnet', images(9)).problem).toBeNull();
    expect(selectMedia('profnet', images(10)).problem).toBe('LinkedIn takes at most 9 images, 10 were given');
    expect(selectMedia('video', given('mediaUrls', 'video', 'video')).problem).toBe(
      'YouTube takes at most 1 video, 2 were given',
    );
    expect(selectMedia('microblog', given('media', ...Array<null>(5).fill(null))).problem).toBe(
      'X takes at most 4 files, 5 were given',
    );
  });

  it('finds that a platform must have media and gets none it can carry', () => {
    expect(selectMedia('shortvideo', [])).toMatchObject({ problem: 'TikTok needs an image or a video' });
    expect(selectMedia('shortvideo', images(1))).toMatchObject({ problem: 'TikTok needs an image or a video' });
    expect(selectMedia('shortvideo', given('media', 'image'))).toMatchObject({ problem: null });
    expect(selectMedia('photonet', []).problem).toBe('Instagram needs an image or a video');
    expect(selectMedia('shortvideo', given('mediaUrls', null)).problem).toBeNull();
    expect(selectMedia('video', []).problem).toBeNull();
  });
});

describe('mediaKindOf', () => {
  it.each([
    ['https://example.com/a.JPG', 'image'],
    ['https://example.com/a.tar.png?download=1#x', 'image'],
    ['https://example.com/clip.mkv', 'video'],
    ['https://example.com/image', null],
    ['https://example.com/', null],
    ['https://example.com/?file=a.png', null],
    ['https://example.png', null],
    ['https://example.com/a.exe', null],
    ['not an address.png', null],
  ])('judges %s as %s', (url, kind) => {
    expect(mediaKindOf(url)).toBe(kind);
  });
});
