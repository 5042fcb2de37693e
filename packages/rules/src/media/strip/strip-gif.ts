import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import { colorTableBytes } from '../look/pictures/gif.ts';
import { type Credit, creditOfXmp, hasCredit, isSame, xmpOf } from './credit.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart, PIECE_BYTES } from './strip-plan.ts';

const BLOCK = { image: 0x2c, extension: 0x21, end: 0x3b };
const EXTENSION = { comment: 0xfe, application: 0xff };
const XMP = 'XMP DataXMP';
/** Names of the applications whose extensions stay: those of loops and of color profiles. */
const KEPT = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Removes the comments of a GIF, what applications have written into it, and what follows its end. @see GIF89a specification */
export async function stripGif(reader: ByteReader): Promise<FoundEdits> {
  const edits = new FileEdits();
  const header = await reader.upTo(0, 13);
  let at = 13 + colorTableBytes(header.u8(10));
  let hasXmp = false;
  for (let count = 0; mayHavePart(count, at, PIECE_BYTES); count += 1) {
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
    const name = block.text(3, XMP.length);
    if (type === BLOCK.extension && label === EXTENSION.application && name === XMP) {
      hasXmp = await stripXmp(reader, edits, { start: at, end: blocks.end, hasXmp });
    } else if (type === BLOCK.extension && isAside(label, name)) edits.cut(at, blocks.end);
    at = blocks.end;
    count = blocks.count;
  }
  return { edits, isComplete: false };
}

function isAside(label: number, name: string): boolean {
  return label === EXTENSION.comment || (label === EXTENSION.application && !KEPT.includes(name));
}

/** Replaces the first XMP by one that says no more than creator and copyright. @returns true when the file has it then */
async function stripXmp(
  reader: ByteReader,
  edits: FileEdits,
  { start, end, hasXmp }: { start: number; end: number; hasXmp: boolean },
): Promise<boolean> {
  const whole = await reader.upTo(start, Math.min(end - start, MAX_PART), MAX_PART);
  const credit = creditOfXmp(whole);
  if (hasXmp || !hasCredit(credit)) {
    edits.cut(start, end);
    return hasXmp;
  }
  const kept = xmpExtension(credit);
  if (end - start !== kept.length || !isSame(whole.array, kept)) edits.replace(start, end, kept);
  return true;
}

/** Writes XMP as text without blocks, and what ends any block that its letters seem to begin. @see XMP Specification, part 3 */
function xmpExtension(credit: Credit): Uint8Array {
  const head = [BLOCK.extension, EXTENSION.application, XMP.length, ...Array.from(XMP, (one) => one.charCodeAt(0))];
  const tail = [1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0];
  return Uint8Array.of(...head, ...xmpOf(credit), ...tail);
}

/** Skips blocks up to an empty one. @returns null where they do not end, or are too many */
async function skipBlocks(
  reader: ByteReader,
  from: number,
  before: number,
): Promise<{ end: number; count: number } | null> {
  let at = from;
  for (let count = before; mayHavePart(count, at, PIECE_BYTES); count += 1) {
    const { array } = await reader.upTo(at, 1, MAX_PART);
    const [length] = array;
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return { end: at, count };
  }
  return null;
}
