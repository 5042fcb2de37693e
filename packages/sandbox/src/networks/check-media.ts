import { type FoundFile, seenSides } from '../world/files/found-file.ts';
import type { FileLimits } from './media-limits.ts';

/** What is wrong with a file. */
export type MediaProblem = 'type' | 'bytes' | 'sides' | 'ratio' | 'frames' | 'duration';

/** Returns true when a list of types has this one, or stands for it with `*`. */
export function includesType(types: readonly string[], type: string): boolean {
  const [kind = ''] = type.split('/');
  return types.some((each) => each === type || each === `${kind}/*` || each === '*/*');
}

/**
 * Compares a file with the limits of its kind. What the bytes do not tell, such as the length of a video without one, is not
 * refused.
 *
 * @returns The first limit that it breaks, in the order of {@link MediaProblem}.
 */
export function problemOf(
  found: FoundFile | undefined,
  bytes: number,
  limits: FileLimits | undefined,
): MediaProblem | undefined {
  if (!found || !limits || !includesType(limits.types, found.type)) return 'type';
  if (!isWithin(bytes, limits.minBytes, limits.maxBytes)) return 'bytes';
  const sides = seenSides(found);
  if (sides && !hasAllowedSides(sides, limits)) return 'sides';
  if (sides && !hasAllowedRatio(sides, limits)) return 'ratio';
  if (!hasAllowedFrames(found, limits)) return 'frames';
  const { seconds } = found;
  if (seconds === undefined) return undefined;
  return isWithin(seconds, limits.minSeconds, limits.maxSeconds) ? undefined : 'duration';
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

function hasAllowedSides({ width, height }: Sides, limits: FileLimits): boolean {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return (
    isWithin(width, limits.minSide, limits.maxWidth) &&
    isWithin(height, limits.minSide, limits.maxHeight) &&
    isWithin(longer, undefined, limits.maxSide) &&
    isWithin(shorter, undefined, limits.maxShorterSide) &&
    isWithin(width + height, undefined, limits.maxSumOfSides) &&
    isWithin(width * height, undefined, limits.maxPixels)
  );
}

function hasAllowedRatio({ width, height }: Sides, limits: FileLimits): boolean {
  const { minRatio = 0, maxRatio = Number.POSITIVE_INFINITY, ratioTolerance = 0 } = limits;
  return isWithin(width / height, minRatio - ratioTolerance, maxRatio + ratioTolerance);
}

function hasAllowedFrames({ frames = 1, width = 0, height = 0 }: FoundFile, limits: FileLimits): boolean {
  return (
    isWithin(frames, undefined, limits.maxFrames) && isWithin(frames * width * height, undefined, limits.maxFramePixels)
  );
}

function isWithin(value: number, least = 0, most = Number.POSITIVE_INFINITY): boolean {
  return value >= least && value <= most;
}
