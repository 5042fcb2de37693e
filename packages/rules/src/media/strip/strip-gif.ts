import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import { colorTableBytes } from '../look/gif.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart } from './strip-plan.ts';

const BLOCK = { image: 0x2c, extension: 0x21, end: 0x3b };
const EXTENSION = { comment: 0xfe, application: 0xff };
/** Names of the applications whose extensions stay: those of loops and of color profiles. */
const KEPT = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Removes the comments of a GIF, what applications have written into it, and what follows its end. @see GIF89a specification */
export async function stripGif(reader: ByteReader): Promise<FoundEdits> {
  const edits = new FileEdits();
  const header = await reader.upTo(0, 13);
  let at = 13 + colorTableBytes(header.u8(10));
  for (let count = 0; mayHavePart(count, at); count += 1) {
    const block = await reader.upTo(at, 14, MAX_PART);
    const [type, label] = [block.u8(0), block.u8(1)];
    if (block.length > 0 && type === BLOCK.end) {
      const isMore = (await reader.upTo(at + 1, 1)).length > 0;
      if (isMore) edits.cut(at + 1, Number.POSITIVE_INFINITY);
      return { edits, isComplete: true };
    }
    if (type !== BLOCK.image && type !== BLOCK.extension) break;
    const start = at + (type === BLOCK.image ? 11 + colorTableBytes(block.u8(9)) : 2);
    const blocks = await skipBlocks(reader, start, count);
    if (blocks === null) break;
    const isAside =
      label === EXTENSION.comment || (label === EXTENSION.application && !KEPT.includes(block.text(3, 11)));
    if (type === BLOCK.extension && isAside) edits.cut(at, blocks.end);
    at = blocks.end;
    count = blocks.count;
  }
  return { edits, isComplete: false };
}

/** Skips blocks up to an empty one. @returns null where they do not end, or are too many */
async function skipBlocks(
  reader: ByteReader,
  from: number,
  before: number,
): Promise<{ end: number; count: number } | null> {
  let at = from;
  for (let count = before; mayHavePart(count, at); count += 1) {
    const { array } = await reader.upTo(at, 1, MAX_PART);
    const [length] = array;
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return { end: at, count };
  }
  return null;
}
