import {
  CONVERSIONS,
  fittedSize,
  type ImageLimits,
  type ImageSize,
  MAX_DECODED_BYTES,
  scaledSize,
} from '@social/rules';
import sharp, { type Metadata, type Sharp } from 'sharp';

// The library reads far more formats than networks take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
// One picture follows another here, and none twice.
sharp.cache(false);
sharp.concurrency(1);

/** A picture, and what it must fit. */
export interface FitOrder {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly limits: ImageLimits;
  /** Types that the network takes. */
  readonly types: readonly string[];
  /** Largest number of pixels that is decoded. */
  readonly maxPixels: number;
}

/** A picture that fits. Sizes are those of the upright picture. */
export interface FitResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly size: ImageSize;
  readonly sizeBefore: ImageSize;
  /** Set when transparent pixels were put on white. */
  readonly isOnWhite: boolean;
}

/** Qualities from the best on, and the usual share of the best one's bytes. */
const BEST = { quality: 85, share: 1 };
const LOSSY = [BEST, { quality: 75, share: 0.72 }, { quality: 65, share: 0.58 }];
/** Times that a picture is encoded at most. */
const MAX_ENCODES = 8;
/** Part of the allowed bytes to aim at, since the length of the next encode is a guess. */
const AIM = 0.96;
/** Largest color profile that is kept, in bytes and as a share of the bytes that the picture may have. */
const MAX_PROFILE = { bytes: 64 * 1024, share: 0.1 };
const HEIC: readonly string[] = ['image/heic', 'image/heif'];
/** Of 6. The default of 4 takes two and a half times as long for a tenth fewer bytes. */
const WEBP_EFFORT = 2;
/** Smallest shorter side that is still worth a try. */
const MIN_SIDE = 16;
/**
 * Makes a picture fit: first by its sides, then by its bytes, with lower quality before fewer pixels. Each encode tells how much
 * the next has to save. The result is upright, of a type that the network takes, never larger, and has no metadata but a small color profile.
 * @returns the picture, or null when nothing helps
 * @throws Error when the picture cannot be decoded
 */
export async function fitPicture(given: FitOrder): Promise<FitResult | null> {
  const { limits } = given;
  const order = HEIC.includes(given.contentType) ? { ...given, bytes: await decodeHeic(given.bytes) } : given;
  const before = await open(order).metadata();
  if (before.width * before.height * before.channels * (before.depth === 'ushort' ? 2 : 1) > MAX_DECODED_BYTES)
    return null;
  const sizeBefore = before.autoOrient;
  const fitted = fittedSize(sizeBefore, limits);
  const isSmaller = fitted.width < sizeBefore.width || fitted.height < sizeBefore.height;
  const { types, hasTransparency } = await typesFor(order, before);
  const [first, ...others] = types;
  if (first === undefined) return null;
  const encode = async (type: string, size: ImageSize, quality: number): Promise<FitResult> => {
    const image = withProfile(open(order), before, limits).resize({ ...size, fit: 'fill', withoutEnlargement: true });
    const { data, info } = await encoded(image, type, quality).toBuffer({ resolveWithObject: true });
    const bytes = new Uint8Array(data);
    const isOnWhite = hasTransparency && type === 'image/jpeg';
    return { bytes, contentType: type, size: { width: info.width, height: info.height }, sizeBefore, isOnWhite };
  };
  const lossy = isLossy(first) ? first : others.find(isLossy);
  let encodes = 0;
  // A PNG of the same size has hardly fewer bytes.
  if (!isLossy(first) && (isSmaller || given.bytes.length <= limits.maxBytes)) {
    const whole = await encode(first, fitted, 0);
    if (whole.bytes.length <= limits.maxBytes) return whole;
    encodes += 1;
  }
  const qualities = lossy === undefined ? [BEST] : LOSSY;
  const smallest = Math.min(MIN_SIDE, fitted.width, fitted.height);
  let next: Choice = { size: fitted, ...BEST };
  const tries: Try[] = [];
  for (; encodes < MAX_ENCODES && Math.min(next.size.width, next.size.height) >= smallest; encodes += 1) {
    const result = await encode(lossy ?? first, next.size, next.quality);
    if (result.bytes.length <= limits.maxBytes) return result;
    tries.push({ ...next, length: result.bytes.length });
    next = choose(tries, qualities, limits.maxBytes);
  }
  return null;
}

/** A size and a quality to try. */
interface Choice {
  readonly size: ImageSize;
  readonly quality: number;
  readonly share: number;
}

/** What was tried, and the bytes that came of it. */
interface Try extends Choice {
  readonly length: number;
}

/** Chooses what will probably fit: the best lower quality of the last size, or else fewer pixels of the lowest one. */
function choose(tries: readonly Try[], qualities: typeof LOSSY, maxBytes: number): Choice {
  const [before, last] = [tries.at(-2), tries.at(-1)] as [Try | undefined, Try];
  const wanted = (AIM * maxBytes) / last.length;
  const lower = qualities.filter(({ share }) => share < last.share);
  const enough = lower.find(({ share }) => share / last.share <= wanted);
  if (enough) return { ...enough, size: last.size };
  const lowest = lower.at(-1) ?? last;
  const shrunk = (wanted * last.share) / lowest.share;
  const factor = Math.min(lower.length > 0 ? 1 : 0.97, shrunk ** (1 / (2 * growthOf(before, last))));
  return { quality: lowest.quality, share: lowest.share, size: scaledSize(last.size, factor) };
}

/** Returns the exponent with which the bytes grow with the pixels: 1 until two sizes of a quality tell. */
function growthOf(before: Try | undefined, last: Try): number {
  if (before?.quality !== last.quality) return 1;
  const pixels = (size: ImageSize) => size.width * size.height;
  const growth = Math.log(before.length / last.length) / Math.log(pixels(before.size) / pixels(last.size));
  return Number.isFinite(growth) ? Math.min(1.5, Math.max(0.25, growth)) : 1;
}

/** Loads the decoder, which few pictures need. */
async function decodeHeic(bytes: FitOrder['bytes']): Promise<FitOrder['bytes']> {
  const { heicToPng } = await import('./heic.ts');
  return heicToPng(bytes);
}

function open({ bytes, maxPixels }: FitOrder): Sharp {
  // Warnings are frequent in the photos of phones, which networks take.
  return sharp(bytes, { limitInputPixels: maxPixels, autoOrient: true, failOn: 'error' });
}

/**
 * Lists the types that the result may have, the best first. A picture with transparency becomes a JPEG only where the network takes
 * nothing else.
 */
async function typesFor(
  order: FitOrder,
  { hasAlpha }: Metadata,
): Promise<{ readonly types: readonly string[]; readonly hasTransparency: boolean }> {
  const types = (CONVERSIONS[order.contentType] ?? []).filter((type) => order.types.includes(type));
  const hasTransparency = hasAlpha && !(await open(order).stats()).isOpaque;
  const others = types.filter((type) => type !== 'image/jpeg');
  return { types: hasTransparency && others.length > 0 ? others : types, hasTransparency };
}

/** Keeps a small color profile of a picture in RGB or gray; any other is converted to sRGB, which needs none. */
function withProfile(image: Sharp, { icc, space }: Metadata, { maxBytes }: ImageLimits): Sharp {
  const largest = Math.min(MAX_PROFILE.bytes, MAX_PROFILE.share * maxBytes);
  const isKept = icc && icc.length <= largest && (space === 'srgb' || space === 'b-w');
  return isKept ? image.keepIccProfile() : image;
}

function encoded(image: Sharp, type: string, quality: number): Sharp {
  // A JPEG has no transparent pixels; the library would make them black.
  if (type === 'image/jpeg') return image.flatten({ background: '#fff' }).jpeg({ quality });
  return type === 'image/webp' ? image.webp({ quality, effort: WEBP_EFFORT }) : image.png();
}

function isLossy(type: string): boolean {
  return type !== 'image/png';
}
