import { type ByteReader, MAX_PART } from '../byte-reader.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';

/**
 * Blocks that any file may have, and bytes of it for one more. Writers fill their blocks of up to 255 bytes; a file in blocks of
 * one byte would keep the processor busy for seconds.
 */
const BLOCKS = { ofAny: 100_000, bytesEach: 64 };
const BLOCK = { image: 0x2c, extension: 0x21, end: 0x3b };
const GRAPHIC_CONTROL = 0xf9;

/** Walks through all blocks of a GIF: nothing else tells how many frames it has. @see GIF89a specification, sections 18 to 27 */
export async function lookAtGif(reader: ByteReader): Promise<FoundFacts> {
  const read = (at: number, length: number) => reader.upTo(at, length, MAX_PART);
  const header = await read(0, 13);
  let at = 13 + colorTableBytes(header.u8(10));
  let frames = 0;
  let centiseconds = 0;
  let hasTransparency = false;
  let isWhole: boolean | null = false;
  for (let count = 0; count < BLOCKS.ofAny + at / BLOCKS.bytesEach; count += 1) {
    const block = await read(at, 10);
    const type = block.u8(0);
    if (block.length === 0 || (type !== BLOCK.image && type !== BLOCK.extension)) {
      isWhole = type === BLOCK.end ? true : reader.isExhausted ? null : false;
      break;
    }
    if (type === BLOCK.image) {
      frames += 1;
      at += 11 + colorTableBytes(block.u8(9));
    } else {
      if (block.u8(1) === GRAPHIC_CONTROL) {
        hasTransparency ||= (block.u8(3) & 1) === 1;
        centiseconds += block.u16(4, true);
      }
      at += 2;
    }
    for (
      let length = (await read(at, 1)).u8(0);
      length > 0 && count < BLOCKS.ofAny + at / BLOCKS.bytesEach;
      count += 1
    ) {
      at += 1 + length;
      length = (await read(at, 1)).u8(0);
    }
    at += 1;
  }
  const isAnimated = frames > 1;
  const size = seenSize(header.u16(6, true), header.u16(8, true));
  const duration = isAnimated && isWhole ? centiseconds / 100 : null;
  return { size, frames: isWhole === null ? null : frames, isAnimated, duration, hasTransparency, isWhole };
}

/** Returns the size of a table of colors by the flags before it. */
export function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}
