import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';
import { walkBoxes } from '../iso/boxes.ts';

/** Bytes of a codestream in which its size and orientation stand. */
const HEADER_BYTES = 32;
/** Bits of a side, and of the number before it, by its two bits of kind. */
const SIDE_BITS = [9, 13, 18, 30];
/** Width for a height, by the number of the ratio. */
const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];

/** Reads a JPEG XL picture, bare or in boxes. @see ISO/IEC 18181-1 annex D, 18181-2 */
export async function lookAtJxl(reader: ByteReader): Promise<FoundFacts> {
  const head = await reader.upTo(0, 2);
  if (head.u16(0) === 0xff0a) return readCodestream(await reader.upTo(2, HEADER_BYTES));
  for await (const { type, start } of walkBoxes(reader)) {
    // A part begins with its number.
    const skipped = type === 'jxlc' ? 0 : type === 'jxlp' ? 4 : null;
    if (skipped !== null) return readCodestream(await reader.upTo(start + skipped + 2, HEADER_BYTES));
  }
  return { isWhole: false };
}

function readCodestream(content: Bytes): FoundFacts {
  let at = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1, at += 1)
      value += ((content.u8(at >> 3) >> (at & 7)) & 1) * 2 ** index;
    return value;
  };
  const isSmall = bits(1) === 1;
  const side = () => (isSmall ? (bits(5) + 1) * 8 : bits(SIDE_BITS[bits(2)] ?? 9) + 1);
  const height = side();
  const ratio = bits(3);
  const width = ratio === 0 ? side() : Math.floor(height * (RATIOS[ratio] ?? 1));
  const isUsual = bits(1) === 1;
  const hasMore = !isUsual && bits(1) === 1;
  const orientation = hasMore ? bits(3) + 1 : 1;
  const hasOwnSize = hasMore && bits(1) === 1;
  if (hasOwnSize) skipSize(bits);
  const hasPreview = hasMore && bits(1) === 1;
  // After a preview, whose size would have to be read, the rest stays unknown.
  const isAnimated = hasMore && !hasPreview && bits(1) === 1;
  return {
    size: seenSize(width, height, orientation),
    orientation,
    isAnimated,
    frames: isAnimated || hasPreview ? null : 1,
  };
}

function skipSize(bits: (count: number) => number): void {
  const isSmall = bits(1) === 1;
  const side = () => bits(isSmall ? 5 : (SIDE_BITS[bits(2)] ?? 9));
  side();
  if (bits(3) === 0) side();
}
