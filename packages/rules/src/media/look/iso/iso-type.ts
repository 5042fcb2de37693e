import type { Bytes } from '../bytes.ts';

const HEVC_PICTURES = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const AV1_PICTURES = ['avif', 'avis'];
/** Brands of pictures whose coding another brand names. */
const PICTURES = ['mif1', 'mif2', 'mif3', 'msf1', 'miaf'];
const SOUNDS = ['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ', 'aax '];
const MP4 = ['isom', 'iso2', 'mp41', 'mp42', 'avc1'];
/** Boxes with which a QuickTime file of old begins, which names no brand. */
const OLD_QUICKTIME = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/**
 * Tells the media type of a file of boxes by its brands.
 * @returns null for any other file
 * @see ISO/IEC 14496-12, ISO/IEC 23008-12, the registry of brands at mp4ra.org
 */
export function isoTypeOf(head: Bytes): string | null {
  const first = head.text(4, 4);
  if (first === 'ftyp') return typeOfBrands(head.text(8, 4), brandsOf(head));
  if (head.text(4, 8) === 'jP  \r\n\x87\n') return 'image/jp2';
  return OLD_QUICKTIME.includes(first) && isBoxSize(head) ? 'video/quicktime' : null;
}

function brandsOf(head: Bytes): string[] {
  const end = Math.min(head.u32(0), head.length);
  const brands = [];
  // A file with the least boxes names its coding in place of a version.
  for (let at = 12; at + 4 <= end; at += 4) brands.push(head.text(at, 4));
  return brands;
}

function typeOfBrands(major: string, others: readonly string[]): string {
  const hasOther = (brands: readonly string[]) => others.some((brand) => brands.includes(brand));
  if (AV1_PICTURES.includes(major)) return 'image/avif';
  if (HEVC_PICTURES.includes(major)) return 'image/heic';
  if (PICTURES.includes(major)) {
    if (hasOther(AV1_PICTURES)) return 'image/avif';
    return hasOther(HEVC_PICTURES) ? 'image/heic' : 'image/heif';
  }
  if (major === 'crx ') return 'image/x-canon-cr3';
  if (major === 'qt  ') return 'video/quicktime';
  if (SOUNDS.includes(major)) return 'audio/mp4';
  if (hasOther(MP4)) return 'video/mp4';
  if (/^3g[2c]/.test(major)) return 'video/3gpp2';
  return /^3g/.test(major) ? 'video/3gpp' : 'video/mp4';
}

/** Returns true when the file begins with a size that such a box can have: the same letters may stand in a text. */
function isBoxSize(head: Bytes): boolean {
  const size = head.u32(0);
  return size === 1 || (size >= 8 && (head.u8(0) === 0 || head.text(4, 4) === 'mdat'));
}
