import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { describe, expect, it } from 'vitest';
import { fittedSize, imageExcess } from './image-limits.ts';
import { type MediaPlace, mediaFacts } from './media-facts.ts';
import { limitsFor } from './media-problem.ts';

const imageLimits = (platform: PlatformId, place?: MediaPlace) =>
  limitsFor({ contentType: 'image/jpeg' }, mediaFacts(platform, place));
const jpeg = (width: number, height: number, bytes = 1000) => ({
  contentType: 'image/jpeg',
  bytes,
  size: { width, height },
});

describe('imageExcess', () => {
  it('measures bytes on every platform that takes pictures', () => {
    for (const platform of PLATFORM_IDS.filter((id) => mediaFacts(id).images > 0)) {
      const { maxImageBytes } = mediaFacts(platform);
      expect(imageExcess(jpeg(10, 10, maxImageBytes), imageLimits(platform), 'TikTok')).toBeNull();
      expect(imageExcess(jpeg(10, 10, maxImageBytes + 1), imageLimits(platform), 'X')).toMatch(/^is .*B, and X takes/);
    }
  });

  it('measures the sides whichever way round the picture is', () => {
    const limits = imageLimits('shortvideo');
    expect(imageExcess(jpeg(1080, 1920), limits, 'TikTok')).toBeNull();
    expect(imageExcess(jpeg(1920, 1081), limits, 'TikTok')).toBe(
      'is 1920 × 1081 pixels, and TikTok takes up to 1920 × 1080',
    );
    expect(imageExcess(jpeg(1921, 1080), limits, 'TikTok')).not.toBeNull();
  });

  it('knows limits that only one network of a platform has', () => {
    expect(imageExcess(jpeg(9000, 2000), imageLimits('chatbot', { network: 'telegram' }), 'TikTok')).toContain(
      '10000 for width and height',
    );
    expect(imageExcess(jpeg(9000, 2000), imageLimits('chatbot', { network: 'discord' }), 'TikTok')).toBeNull();
  });

  it('takes what is unknown for small enough, and a GIF of any sides', () => {
    const limits = imageLimits('shortvideo');
    expect(imageExcess({ contentType: 'image/jpeg', bytes: null, size: null }, limits, 'TikTok')).toBeNull();
    expect(imageExcess({ ...jpeg(4000, 3000), contentType: 'image/gif' }, limits, 'TikTok')).toBeNull();
  });
});

describe('fittedSize', () => {
  it.each([
    [
      { width: 4032, height: 3024 },
      { maxLong: 1920, maxShort: 1080 },
      { width: 1440, height: 1080 },
    ],
    [
      { width: 3024, height: 4032 },
      { maxLong: 1920, maxShort: 1080 },
      { width: 1080, height: 1440 },
    ],
    [
      { width: 800, height: 600 },
      { maxLong: 1920, maxShort: 1080 },
      { width: 800, height: 600 },
    ],
    [{ width: 9000, height: 3000 }, { maxSum: 10_000 }, { width: 7500, height: 2500 }],
    [{ width: 200, height: 100 }, { maxPixels: 5_000 }, { width: 100, height: 50 }],
    [{ width: 50_000, height: 1 }, { maxLong: 100 }, { width: 100, height: 1 }],
  ])('fits %j into %j', (size, limits, fitted) => {
    expect(fittedSize(size, limits)).toEqual(fitted);
  });
});
