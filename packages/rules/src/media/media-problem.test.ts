import { describe, expect, it } from 'vitest';
import { mediaFacts } from './media-facts.ts';
import { type KnownFile, mediaProblem } from './media-problem.ts';

const picture: KnownFile = {
  name: 'harbor.jpg',
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 500_000,
  size: { width: 1080, height: 1080 },
};
const film: KnownFile = { ...picture, name: 'film.mp4', kind: 'video', contentType: 'video/mp4', size: null };
const of = (network: string, platform: Parameters<typeof mediaFacts>[0]) => mediaFacts(platform, { network });

describe('a problem of files', () => {
  it.each<[string, ReturnType<typeof of>, KnownFile[], string | null]>([
    ['X', of('x', 'microblog'), [picture, picture, picture, picture], null],
    ['X', of('x', 'microblog'), Array(5).fill(picture), 'X takes at most 4 images, 5 were given'],
    ['X', of('x', 'microblog'), [picture, film], 'X takes a video or images, not both in one post'],
    [
      'X',
      of('x', 'microblog'),
      [{ ...picture, name: 'wave.gif', contentType: 'image/gif', isAnimated: true, frames: 12 }, picture],
      'X takes a GIF like wave.gif only without other files; leave them out',
    ],
    [
      'X',
      of('x', 'microblog'),
      [{ ...picture, name: 'wave.gif', contentType: 'image/gif', isAnimated: true, frames: 351 }],
      'wave.gif has 351 frames, and X takes up to 350',
    ],
    [
      'X',
      of('x', 'microblog'),
      [{ ...film, size: { width: 3000, height: 900 } }],
      'film.mp4 is 3000 × 900 pixels, and X takes videos from 0.33:1 to 3:1; crop it',
    ],
    [
      'Bluesky',
      of('bluesky', 'bluesky'),
      [{ ...picture, name: 'wave.webp', contentType: 'image/webp', isAnimated: true }],
      'wave.webp is animated, and Bluesky shows no animated WEBP; post it as a video',
    ],
    [
      'Bluesky',
      of('bluesky', 'bluesky'),
      [{ ...film, contentType: 'video/x-matroska' }],
      'film.mp4 is MKV; Bluesky takes MP4 videos',
    ],
    [
      'Mastodon',
      of('mastodon', 'mastodon'),
      [{ ...picture, name: 'still.gif', contentType: 'image/gif', size: { width: 1200, height: 900 } }],
      'still.gif is 1200 × 900 pixels, and Mastodon takes GIFs of at most 921600 pixels in all',
    ],
    ['LinkedIn', of('linkedin', 'profnet'), [{ ...film, bytes: 100_000 }], null],
    [
      'LinkedIn',
      of('linkedin', 'profnet'),
      [{ ...film, bytes: 60_000 }],
      'film.mp4 is 60 kB, and LinkedIn takes videos of at least 75 kB',
    ],
    [
      'LinkedIn',
      of('linkedin', 'profnet'),
      [{ ...film, bytes: 100_000, duration: 1_801 }],
      'film.mp4 lasts 1801 seconds, and LinkedIn takes videos of at most 1800 seconds',
    ],
    [
      'Instagram',
      of('instagram', 'photonet'),
      [{ ...picture, size: { width: 1000, height: 1800 } }],
      'harbor.jpg is 1000 × 1800 pixels, and Instagram takes images from 0.8:1 to 1.91:1; crop it',
    ],
    ['Instagram', of('instagram', 'photonet'), [{ ...picture, size: { width: 1080, height: 1350 } }], null],
    [
      'Instagram',
      of('instagram', 'photonet'),
      [{ ...film, duration: 2.2 }],
      'film.mp4 lasts 2.2 seconds, and Instagram takes videos of at least 3 seconds',
    ],
    ['Instagram', of('instagram', 'photonet'), [], 'Instagram needs an image or a video'],
    [
      'Discord',
      of('discord', 'chatbot'),
      [{ ...film, bytes: 20_000_000 }],
      'film.mp4 is 20 MB, and Discord takes up to 10.5 MB',
    ],
    ['Telegram', of('telegram', 'chatbot'), [{ ...film, bytes: 20_000_000 }], null],
    [
      'Telegram',
      of('telegram', 'chatbot'),
      [{ ...picture, size: { width: 9000, height: 2000 } }],
      'harbor.jpg is 9000 × 2000 pixels, and Telegram takes up to 10000 for width and height together',
    ],
    [
      'Mastodon',
      of('mastodon', 'mastodon'),
      [{ ...picture, alt: 'x'.repeat(1_501) }],
      'harbor.jpg has a description of 1501 characters, and Mastodon takes up to 1500; shorten it',
    ],
  ])('at %s', (taker, facts, files, problem) => {
    expect(mediaProblem(files, facts, taker)).toBe(problem);
  });

  it('follows the figures of the server that is connected', () => {
    const facts = mediaFacts('mastodon', {
      network: 'mastodon',
      server: { files: 6, types: ['image/jpeg', 'image/avif', 'video/mp4'], imageBytes: 400_000, description: 5_000 },
    });
    const files = Array<KnownFile>(6).fill({ ...picture, bytes: 1, alt: 'x'.repeat(4_000) });
    expect(mediaProblem(files, facts, 'Mastodon')).toBeNull();
    expect(mediaProblem([picture], facts, 'Mastodon')).toContain('takes up to 400 kB');
    expect(mediaProblem([{ ...picture, contentType: 'image/png' }], facts, 'Mastodon')).toContain('takes JPEG images');
  });
});
