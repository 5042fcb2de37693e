import { fittedSize, type ImageLimits, type ImageSize, scaledSize } from '@social/rules';
import sharp, { type Metadata, type Sharp } from 'sharp';

// The library reads far more formats than networks take.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) });
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
}

const QUALITIES = [85, 75, 65];
/** Smallest shorter side that is still worth a try. */
const MIN_SIDE = 16;
/** Bytes of the largest decoded picture, which may be in memory as a whole: 50 megapixels with transparency. */
const MAX_DECODED_BYTES = 200_000_000;
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/webp': ['image/webp', 'image/jpeg'],
  'image/png': ['image/png', 'image/jpeg'],
  'image/gif': ['image/png', 'image/jpeg'],
};

/**
 * Makes a picture fit: first by its sides, then by its bytes, with lower quality before fewer pixels. The result is upright,
 * never larger, and has no metadata but the colour profile.
 * @returns the picture, or null when nothing helps
 * @throws Error when the picture cannot be decoded
 */
export async function fitPicture(order: FitOrder): Promise<FitResult | null> {
  const { limits } = order;
  const before = await open(order).metadata();
  if (before.width * before.height * before.channels * (before.depth === 'ushort' ? 2 : 1) > MAX_DECODED_BYTES)
    return null;
  const sizeBefore = before.autoOrient;
  const fitted = fittedSize(sizeBefore, limits);
  const isSmaller = fitted.width < sizeBefore.width || fitted.height < sizeBefore.height;
  const types = await typesFor(order, before);
  const [first, ...others] = types;
  if (first === undefined) return null;
  const encode = async (type: string, size: ImageSize, quality: number): Promise<FitResult> => {
    const image = withProfile(open(order), before).resize({ ...size, fit: 'fill', withoutEnlargement: true });
    const { data, info } = await encoded(image, type, quality).toBuffer({ resolveWithObject: true });
    const bytes = new Uint8Array(data);
    return { bytes, contentType: type, size: { width: info.width, height: info.height }, sizeBefore };
  };
  const lossy = isLossy(first) ? first : others.find(isLossy);
  // A PNG of the same size has hardly fewer bytes, so that it is tried only where its sides shrink.
  if (!isLossy(first) && isSmaller) {
    const whole = await encode(first, fitted, 0);
    if (whole.bytes.length <= limits.maxBytes) return whole;
  }
  for (let size = fitted; Math.min(size.width, size.height) >= Math.min(MIN_SIDE, fitted.width, fitted.height); ) {
    let length = 0;
    for (const quality of lossy === undefined ? [0] : QUALITIES) {
      const result = await encode(lossy ?? first, size, quality);
      length = result.bytes.length;
      if (length <= limits.maxBytes) return result;
    }
    size = scaledSize(size, Math.min(0.9, Math.sqrt(limits.maxBytes / length)));
    if (size.width * size.height === 1) return null;
  }
  return null;
}

function open({ bytes, maxPixels }: FitOrder): Sharp {
  // Warnings are frequent in the photos of phones, which networks take.
  return sharp(bytes, { limitInputPixels: maxPixels, autoOrient: true, failOn: 'error' });
}

/** Lists the types that the result may have, the best first. Only a picture without transparency may become a JPEG. */
async function typesFor(order: FitOrder, { hasAlpha }: Metadata): Promise<readonly string[]> {
  const types = ALTERNATIVES[order.contentType] ?? [];
  const isOpaque = !hasAlpha || (await open(order).stats()).isOpaque;
  return types.filter((type) => order.types.includes(type) && (isOpaque || type !== 'image/jpeg'));
}

/** Keeps the colour profile of a picture in RGB or grey; any other is converted to sRGB, which needs none. */
function withProfile(image: Sharp, { icc, space }: Metadata): Sharp {
  return icc && (space === 'srgb' || space === 'b-w') ? image.keepIccProfile() : image;
}

function encoded(image: Sharp, type: string, quality: number): Sharp {
  if (type === 'image/jpeg') return image.jpeg({ quality });
  return type === 'image/webp' ? image.webp({ quality }) : image.png();
}

function isLossy(type: string): boolean {
  return type !== 'image/png';
}
