import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FileTells, type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from '../file-look.ts';
import { tellsOfXmp } from '../tells.ts';
import { readExif } from './tiff.ts';

const MOST_CHUNKS = 4_000;
/** Numbers of a pixel by the type of color; those of a palette are eight bits each. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** Bit of the type of color: pixels have an alpha channel. */
const ALPHA = 4;

/** Reads the chunks of a PNG but not its pixels. @see PNG specification, sections 5.3, 11.2 and 11.3 */
export async function lookAtPng(reader: ByteReader): Promise<FoundFacts> {
  const header = await reader.upTo(0, 33);
  if (header.text(12, 4) !== 'IHDR') return { isWhole: false };
  let hasTransparency = (header.u8(25) & ALPHA) !== 0;
  let channels = CHANNELS[header.u8(25)] ?? 4;
  let orientation = 1;
  let frames = 1;
  let isAnimated = false;
  let tells = TELLS_NOTHING;
  let at = 33;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const chunk = await reader.upTo(at, 8, 256);
    const [length, type] = [chunk.u32(0), chunk.text(4, 4)];
    if (chunk.length < 8 || type === 'IEND') break;
    const content = () => reader.part(at + 8, length);
    if (type === 'tRNS' && !hasTransparency) {
      hasTransparency = true;
      channels += 1;
    }
    if (type === 'acTL') {
      isAnimated = true;
      frames = (await content()).u32(0);
    }
    if (type === 'eXIf') {
      const exif = await readExif(await content());
      orientation = exif.orientation;
      tells = joinTells(tells, exif.tells);
    }
    if (type === 'tEXt' || type === 'iTXt') tells = joinTells(tells, tellsOfText(await content()));
    at += 12 + length;
  }
  return {
    size: seenSize(header.u32(16), header.u32(20), orientation),
    ...{ orientation, frames, isAnimated, hasTransparency, tells },
    pixelBytes: channels * (header.u8(24) === 16 ? 2 : 1),
  };
}

function tellsOfText(content: Bytes): Partial<FileTells> {
  const text = content.text();
  if (text.startsWith('XML:com.adobe.xmp\0')) return tellsOfXmp(text);
  return text.startsWith('Creation Time\0') ? { time: true } : {};
}
