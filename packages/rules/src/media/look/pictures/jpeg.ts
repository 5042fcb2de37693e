import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from '../file-look.ts';
import { RESOURCES } from '../resources.ts';
import { tellsOfResources, tellsOfXmp } from '../tells.ts';
import { NO_EXIF, readExif } from './tiff.ts';

const MOST_SEGMENTS = 4_000;
const MARKER = { scan: 0xda, end: 0xd9, app0: 0xe0, app1: 0xe1, app13: 0xed };
const EXIF = 'Exif\0\0';
/** Name of the segment in which XMP stands. */
export const XMP = 'http://ns.adobe.com/xap/1.0/\0';

/** Reads a JPEG up to its first scan. @see ITU-T T.81 section B.1.1, CIPA DC-008 */
export async function lookAtJpeg(reader: ByteReader): Promise<FoundFacts> {
  let exif = NO_EXIF;
  let tells = TELLS_NOTHING;
  let frame: Bytes | null = null;
  let at = 2;
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const header = await reader.upTo(at, 4);
    const marker = header.u8(1);
    if (header.length < 4 || header.u8(0) !== 0xff || marker === MARKER.scan || marker === MARKER.end) break;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = header.u16(2);
    const segment = () => reader.part(at + 4, length - 2);
    if (isFrameHeader(marker)) frame ??= await reader.upTo(at + 4, 5);
    if (marker === MARKER.app0) tells = joinTells(tells, { thumbnail: hasJfifThumbnail(await segment()) });
    if (marker === MARKER.app1) {
      const content = await segment();
      if (content.text(0, EXIF.length) === EXIF) exif = await readExif(content);
      if (content.text(0, XMP.length) === XMP) tells = joinTells(tells, tellsOfXmp(content.text()));
    }
    if (marker === MARKER.app13) {
      const content = await segment();
      if (content.text(0, RESOURCES.length) === RESOURCES) {
        tells = joinTells(tells, tellsOfResources(content.from(RESOURCES.length)));
      }
    }
    at += 2 + length;
  }
  const { orientation } = exif;
  return {
    size: frame && seenSize(frame.u16(3), frame.u16(1), orientation),
    ...{ orientation, frames: 1, hasTransparency: false, tells: joinTells(exif.tells, tells) },
  };
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function hasJfifThumbnail(content: Bytes): boolean {
  const name = content.text(0, 5);
  return name === 'JFXX\0' || (name === 'JFIF\0' && content.u8(12) * content.u8(13) > 0);
}
