import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import type { Bytes } from '../look/bytes.ts';
import { readExif } from '../look/tiff.ts';
import { type Credit, creditOfExif, creditOfXmp, exifOf, hasCredit, isSame, joinCredits, NO_CREDIT } from './credit.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart } from './strip-plan.ts';

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Where the flags of the header stand, and what they say. */
const FLAGS = { at: 20, exif: 0x08, xmp: 0x04 };

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly content: Bytes;
}

interface Webp {
  readonly edits: FileEdits;
  /** Chunks of EXIF, one of which may already say no more than the credit. */
  readonly exifs: Chunk[];
  credit: Credit;
  orientation: number;
  /** Bytes that are cut out within the size that the file gives of itself. */
  removed: number;
}

/** Removes the chunks of a WebP that are neither its pictures nor its colors. @see RFC 9649 section 2.7 */
export async function stripWebp(reader: ByteReader): Promise<FoundEdits> {
  const header = await reader.upTo(0, 30);
  const end = 8 + header.u32(4, true);
  const webp: Webp = { edits: new FileEdits(), exifs: [], credit: NO_CREDIT, orientation: 1, removed: 0 };
  const isWhole = (await readChunks(reader, webp, end)) && header.length === 30;
  const credit = header.text(12, 4) === 'VP8X' ? webp.credit : NO_CREDIT;
  if (isWhole) {
    const hasExif = writeCredit(webp, credit, end);
    patchHeader(webp, header, hasExif);
    const isMore = (await reader.upTo(end, 1)).length > 0;
    if (isMore) webp.edits.cut(end, Number.POSITIVE_INFINITY);
  }
  return { edits: isWhole ? webp.edits : new FileEdits(), orientation: webp.orientation, isComplete: isWhole };
}

/** @returns false where the file ends before it says, or says it before a chunk ends */
async function readChunks(reader: ByteReader, webp: Webp, fileEnd: number): Promise<boolean> {
  let at = 12;
  for (let count = 0; mayHavePart(count, at) && at < fileEnd; count += 1) {
    const header = await reader.upTo(at, 8);
    const [type, length] = [header.text(0, 4), header.u32(4, true)];
    const last = at + 8 + length;
    if (header.length < 8 || last > Math.min(fileEnd, reader.bytes ?? fileEnd)) return false;
    // Some writers leave out the byte that makes the last chunk even.
    const end = Math.min(last + (length & 1), fileEnd);
    if (!KEPT.has(type)) {
      const content = await reader.upTo(at + 8, Math.min(length, MAX_PART));
      await removeChunk(webp, type, { start: at, end, content });
    }
    at = end;
  }
  return at >= fileEnd;
}

async function removeChunk(webp: Webp, type: string, chunk: Chunk): Promise<void> {
  const { start, end, content } = chunk;
  if (type === 'EXIF') {
    webp.exifs.push(chunk);
    webp.orientation = (await readExif(content)).orientation;
    webp.credit = joinCredits(creditOfExif(content), webp.credit);
    return;
  }
  if (type === 'XMP ') webp.credit = joinCredits(webp.credit, creditOfXmp(content));
  webp.edits.cut(start, end);
  webp.removed += end - start;
}

/** Keeps one chunk of EXIF that says no more than the credit, and else writes it. @returns true when the file has one then */
function writeCredit(webp: Webp, credit: Credit, fileEnd: number): boolean {
  const exif = exifOf(credit);
  const kept = webp.exifs.find(({ content }) => hasCredit(credit) && isSame(content.array, exif));
  for (const chunk of webp.exifs) {
    if (chunk === kept) continue;
    webp.edits.cut(chunk.start, chunk.end);
    webp.removed += chunk.end - chunk.start;
  }
  if (kept || !hasCredit(credit)) return kept !== undefined;
  const added = new Uint8Array(8 + exif.length + (exif.length & 1));
  added.set([0x45, 0x58, 0x49, 0x46]);
  new DataView(added.buffer).setUint32(4, exif.length, true);
  added.set(exif, 8);
  webp.edits.replace(fileEnd, fileEnd, added);
  webp.removed -= added.length;
  return true;
}

function patchHeader({ edits, removed }: Webp, header: Bytes, hasExif: boolean): void {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, header.u32(4, true) - removed, true);
  if (removed !== 0) edits.overwrite(4, size);
  if (header.text(12, 4) !== 'VP8X') return;
  const flags = (header.u8(FLAGS.at) & ~(FLAGS.exif | FLAGS.xmp)) | (hasExif ? FLAGS.exif : 0);
  if (flags !== header.u8(FLAGS.at)) edits.overwrite(FLAGS.at, Uint8Array.of(flags));
}
