import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import type { Bytes } from '../look/bytes.ts';
import { type Credit, creditOfXmp, exifOf, hasCredit, joinCredits, NO_CREDIT } from './credit.ts';
import { ExifParts } from './exif-parts.ts';
import { FileEdits, sizeChangeOf } from './file-edits.ts';
import { type FoundEdits, mayHavePart } from './strip-plan.ts';

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Where the flags of the header stand, and what they say. */
const FLAGS = { at: 20, exif: 0x08, xmp: 0x04 };

interface Webp {
  readonly edits: FileEdits;
  readonly exif: ExifParts;
  /** What XMP says. */
  credit: Credit;
}

/** Removes the chunks of a WebP that are neither its pictures nor its colors. @see RFC 9649 section 2.7 */
export async function stripWebp(reader: ByteReader): Promise<FoundEdits> {
  const edits = new FileEdits();
  const exif = new ExifParts(edits);
  const webp: Webp = { edits, exif, credit: NO_CREDIT };
  const header = await reader.upTo(0, 30);
  const end = 8 + header.u32(4, true);
  const isWhole = (await readChunks(reader, webp, end)) && header.length === 30;
  const { orientation } = exif;
  // Without a size that fits, the file would not be read any longer.
  if (!isWhole) return { edits: new FileEdits(), orientation, isComplete: false };
  const hasExif = writeCredit(webp, isExtended(header) ? joinCredits(exif.credit, webp.credit) : NO_CREDIT, end);
  patchHeader(edits, header, hasExif);
  const isMore = (await reader.upTo(end, 1)).length > 0;
  if (isMore) edits.cut(end, Number.POSITIVE_INFINITY);
  return { edits, orientation, isComplete: true };
}

function isExtended(header: Bytes): boolean {
  return header.text(12, 4) === 'VP8X';
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
      if (type === 'XMP ') webp.credit = joinCredits(webp.credit, creditOfXmp(content));
      if (type === 'EXIF') await webp.exif.remove(content, at, end);
      else webp.edits.cut(at, end);
    }
    at = end;
  }
  return at >= fileEnd && at <= (reader.bytes ?? at);
}

/** @returns true when the file has EXIF then */
function writeCredit({ edits, exif }: Webp, credit: Credit, fileEnd: number): boolean {
  if (exif.keepsCredit(credit)) return true;
  if (!hasCredit(credit)) return false;
  const content = exifOf(credit);
  const chunk = new Uint8Array(8 + content.length + (content.length & 1));
  chunk.set([0x45, 0x58, 0x49, 0x46]);
  new DataView(chunk.buffer).setUint32(4, content.length, true);
  chunk.set(content, 8);
  edits.replace(fileEnd, fileEnd, chunk);
  return true;
}

function patchHeader(edits: FileEdits, header: Bytes, hasExif: boolean): void {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, header.u32(4, true) + sizeChangeOf(edits.inOrder()), true);
  if (edits.count > 0) edits.overwrite(4, size);
  if (!isExtended(header)) return;
  const flags = (header.u8(FLAGS.at) & ~(FLAGS.exif | FLAGS.xmp)) | (hasExif ? FLAGS.exif : 0);
  if (flags !== header.u8(FLAGS.at)) edits.overwrite(FLAGS.at, Uint8Array.of(flags));
}
