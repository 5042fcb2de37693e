import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import type { Bytes } from '../look/bytes.ts';
import { readExif } from '../look/pictures/tiff.ts';
import { type Credit, creditOfExif, creditOfXmp, joinCredits, NO_CREDIT } from './credit.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart } from './strip-plan.ts';

/** Chunks that a picture may do without, and that stay: they say how its pixels are meant. @see PNG specification, section 11.3 */
const KEPT = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT oFFs pCAL sCAL sTER acTL fcTL fdAT'.split(
    ' ',
  ),
);
const TEXTS = ['tEXt', 'zTXt', 'iTXt'];
const KEYWORD = { creator: 'Author', copyright: 'Copyright' } as const;
const XMP = 'XML:com.adobe.xmp';
const HEADER_END = 33;

interface Png {
  readonly edits: FileEdits;
  /** Keywords of the texts that stay. */
  readonly keywords: Set<string>;
  credit: Credit;
  orientation: number;
}

/** Removes the chunks of a PNG that are neither its pictures nor its colors, and what follows its end. */
export async function stripPng(reader: ByteReader): Promise<FoundEdits> {
  const png: Png = { edits: new FileEdits(), keywords: new Set(), credit: NO_CREDIT, orientation: 1 };
  const isComplete = await readChunks(reader, png);
  writeCredit(png);
  return { edits: png.edits, orientation: png.orientation, isComplete };
}

/** @returns false where the end of the picture was not reached */
async function readChunks(reader: ByteReader, png: Png): Promise<boolean> {
  let at = 8;
  for (let count = 0; mayHavePart(count, at); count += 1) {
    const header = await reader.upTo(at, 8, MAX_PART);
    const [length, type] = [header.u32(0), header.text(4, 4)];
    const end = at + 12 + length;
    if (header.length < 8 || (count === 0 && type !== 'IHDR') || (reader.bytes !== null && end > reader.bytes))
      return false;
    if (type === 'IEND') {
      const isMore = (await reader.upTo(end, 1)).length > 0;
      if (isMore) png.edits.cut(end, Number.POSITIVE_INFINITY);
      return true;
    }
    if (isAncillary(type) && !KEPT.has(type)) {
      await removeChunk(png, { type, start: at, end, content: await reader.upTo(at + 8, Math.min(length, MAX_PART)) });
    }
    at = end;
  }
  return false;
}

/** Names of chunks that a picture may do without begin with a small letter. */
function isAncillary(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) !== 0;
}

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** At most `MAX_PART` of it. */
  readonly content: Bytes;
}

async function removeChunk(png: Png, { type, start, end, content }: Chunk): Promise<void> {
  if (type === 'eXIf') {
    png.orientation = (await readExif(content)).orientation;
    png.credit = joinCredits(creditOfExif(content), png.credit);
  }
  const keyword = TEXTS.includes(type) ? content.text(0, 80).split('\0', 1)[0] : undefined;
  if (keyword === KEYWORD.creator || keyword === KEYWORD.copyright) {
    png.keywords.add(keyword);
    return;
  }
  if (keyword === XMP) png.credit = joinCredits(png.credit, creditOfXmp(content));
  png.edits.cut(start, end);
}

/** Writes the credit behind the header, unless the picture has a text of it. */
function writeCredit({ edits, keywords, credit }: Png): void {
  for (const key of ['creator', 'copyright'] as const) {
    const text = credit[key];
    const keyword = KEYWORD[key];
    if (text !== null && !keywords.has(keyword))
      edits.replace(HEADER_END, HEADER_END, internationalText(keyword, text));
  }
}

function internationalText(keyword: string, text: string): Uint8Array {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(content.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length - 4);
  chunk.set(content, 4);
  view.setUint32(content.length + 4, checksumOf(content));
  return chunk;
}

/** @see PNG specification, annex D */
function checksumOf(content: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
  }
  return ~sum >>> 0;
}
