import { type FileLimits, type MediaLimits, mediaLimits } from '@social/sandbox';
import { type MediaFacts, networkFacts, PLATFORM_IDS, platformFacts } from '@social/types';
import { expect, test } from 'vitest';

/** Each way in which the contract takes more than the sandbox. */
const DIFFERENCES: readonly string[] = [];

const NETWORKS = PLATFORM_IDS.flatMap((id) => platformFacts(id).networks).filter((id) => id in mediaLimits);

const takes = (limits: readonly (FileLimits | undefined)[], type: string) =>
  limits.some((each) =>
    each?.types.some((taken) => taken === type || taken === '*/*' || taken === type.replace(/\/.*/, '/*')),
  );

function kindsOf({ pictures, animations, videos, documents }: MediaLimits) {
  return {
    still: pictures ?? documents,
    moving: animations ?? documents ?? pictures,
    film: videos ?? documents,
    images: [pictures, animations, documents],
    videos: [videos, documents],
  };
}

/** Finds what the contract lets through and the sandbox refuses. */
function differencesOf(network: string): string[] {
  const { media } = networkFacts(network) as { media: MediaFacts };
  const limits: MediaLimits = mediaLimits[network as keyof typeof mediaLimits];
  const { still, moving, film, images, videos } = kindsOf(limits);
  const { imageShape, videoShape, animationSides, videoSides, imageSides, videoSeconds } = media;
  const numbers: Record<string, readonly [number | undefined, number | undefined]> = {
    files: [media.files, limits.maxFiles],
    'bytes of a picture': [media.maxImageBytes, still?.maxBytes],
    'bytes of an animation': [media.maxAnimationBytes ?? media.maxImageBytes, moving?.maxBytes],
    'bytes of a video': [media.maxVideoBytes, film?.maxBytes],
    'frames of an animation': [media.maxFrames || Infinity, moving?.maxFrames],
    'pixels of a picture': [imageSides?.maxPixels, still?.maxPixels],
    'the longer side of a picture': [imageSides?.maxLong, still?.maxSide],
    'the shorter side of a picture': [imageSides?.maxShort, still?.maxShorterSide],
    'both sides of a picture': [imageSides?.maxSum, still?.maxSumOfSides],
    'the width of an animation': [animationSides?.maxWidth, limits.animations?.maxWidth],
    'the height of an animation': [animationSides?.maxHeight, limits.animations?.maxHeight],
    'pixels of an animation': [animationSides?.maxPixels, limits.animations?.maxPixels],
    'the width of a video': [videoSides?.maxWidth, film?.maxWidth ?? film?.maxSide],
    'pixels of a video': [videoSides?.maxPixels, film?.maxPixels],
    'the shape of a picture': [imageShape?.widest, still?.maxRatio],
    'the shape of a video': [videoShape?.widest, film?.maxRatio],
    'seconds of a video': [videoSeconds?.max, film?.maxSeconds],
    documents: [media.documents?.files ?? 0, limits.maxFiles],
    'bytes of a document': [media.documents?.maxBytes ?? 0, limits.documents?.maxBytes ?? 0],
    'a description': [media.maxAlt, limits.maxAltText],
  };
  const least: typeof numbers = {
    'the shape of a picture': [imageShape?.narrowest, still?.minRatio],
    'the shape of a video': [videoShape?.narrowest, film?.minRatio],
    'a side of a video': [videoSides?.min, film?.minSide],
    'seconds of a video': [videoSeconds?.min, film?.minSeconds],
  };
  return [
    ...media.imageTypes.filter((type) => !takes(images, type)),
    ...(media.documents?.types ?? []).filter((type) => !takes([limits.documents], type)),
    ...media.videoTypes.filter((type) => !takes(videos, type)),
    ...Object.keys(numbers).filter((name) => {
      const [ours, theirs] = numbers[name] ?? [];
      return theirs !== undefined && (ours ?? Infinity) > theirs;
    }),
    ...Object.keys(least).filter((name) => {
      const [ours, theirs] = least[name] ?? [];
      return theirs !== undefined && (ours ?? 0) < theirs - 0.001;
    }),
  ].map((name) => `${network}: ${name}`);
}

test('the contract lets nothing through that the sandbox refuses by its own table', () => {
  expect(NETWORKS.length).toBeGreaterThanOrEqual(10);
  expect(NETWORKS.flatMap(differencesOf)).toEqual(DIFFERENCES);
});
