import type { ByteReader } from '../byte-reader.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';

const OLD_HEADER_BYTES = 12;

/** @see Microsoft, BITMAPINFOHEADER */
export async function lookAtBmp(reader: ByteReader): Promise<FoundFacts> {
  const header = await reader.upTo(0, 26);
  const isOld = header.u32(14, true) === OLD_HEADER_BYTES;
  // A negative height is that of a picture whose first line is the upper one.
  const [width, height] = isOld
    ? [header.u16(18, true), header.u16(20, true)]
    : [header.u32(18, true), Math.abs(header.u32(22, true) | 0)];
  const isWhole = reader.bytes === null ? null : header.u32(2, true) <= reader.bytes;
  return { size: seenSize(width, height), frames: 1, isWhole };
}
