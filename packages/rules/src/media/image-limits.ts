import type { ImageSides } from '@social/types';
import { sizesText } from './file-size.ts';

/** Largest picture that a network takes. */
export interface ImageLimits extends ImageSides {
  readonly maxBytes: number;
}

/** Width and height in pixels, whichever way round. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Known facts of a picture. */
interface MeasuredImage {
  readonly contentType: string;
  /** Size of the file; null while it is unknown. */
  readonly bytes: number | null;
  /** Sides in pixels; null while they are unknown. */
  readonly size: ImageSize | null;
}

/**
 * Explains why a picture is too large, as the end of a sentence that begins with its name. Facts that are unknown count as
 * small enough, and no network limits the sides of a GIF.
 * @param taker name of the network for people
 * @returns null for a picture that fits
 */
export function imageExcess(
  { contentType, bytes, size }: MeasuredImage,
  limits: ImageLimits,
  taker: string,
): string | null {
  if (bytes !== null && bytes > limits.maxBytes) {
    const shown = sizesText(bytes, limits.maxBytes);
    return `is ${shown.size}, and ${taker} takes up to ${shown.limit}`;
  }
  if (size === null || contentType === 'image/gif' || scaleTo(size, limits) === 1) return null;
  return `is ${size.width} × ${size.height} pixels, and ${taker} takes up to ${describeSides(limits)}`;
}

/** Returns the largest size of the same shape that has sides within the limits; never a larger one. */
export function fittedSize(size: ImageSize, limits: ImageSides): ImageSize {
  return scaledSize(size, scaleTo(size, limits));
}

/** Scales both sides down to whole pixels. @param factor at most 1 */
export function scaledSize({ width, height }: ImageSize, factor: number): ImageSize {
  const side = (pixels: number) => Math.max(1, Math.floor(pixels * Math.min(1, factor)));
  return { width: side(width), height: side(height) };
}

/** Returns the factor by which both sides must shrink; 1 when they fit. */
function scaleTo({ width, height }: ImageSize, { maxLong, maxShort, maxSum, maxPixels }: ImageSides): number {
  const factors = [
    (maxLong ?? Infinity) / Math.max(width, height),
    (maxShort ?? Infinity) / Math.min(width, height),
    (maxSum ?? Infinity) / (width + height),
    Math.sqrt((maxPixels ?? Infinity) / (width * height)),
  ];
  return Math.min(1, ...factors);
}

function describeSides({ maxLong, maxShort, maxSum, maxPixels }: ImageSides): string {
  const parts = [
    maxLong !== undefined && maxShort !== undefined ? `${maxLong} × ${maxShort}` : null,
    maxSum === undefined ? null : `${maxSum} for width and height together`,
    maxPixels === undefined ? null : `${maxPixels} in all`,
  ];
  return parts.filter((part) => part !== null).join(' or ');
}
