import { type ByteReader, MAX_PART } from '../look/byte-reader.ts';
import type { Bytes } from '../look/bytes.ts';
import { XMP } from '../look/pictures/jpeg.ts';
import { RESOURCES } from '../look/resources.ts';
import { type Credit, creditOfResources, creditOfXmp, exifOf, hasCredit, joinCredits, NO_CREDIT } from './credit.ts';
import { ExifParts } from './exif-parts.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart } from './strip-plan.ts';

const EXIF = 'Exif\0\0';
const MARKER = { scan: 0xda, end: 0xd9, app0: 0xe0, app1: 0xe1, app13: 0xed, app15: 0xef, comment: 0xfe };
/** Names of the segments for applications that stay: they say how colors are meant. */
const KEPT: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };
/** Bytes of the coded pixels that are searched at once for the next marker. */
const SEARCHED = 1_048_576;

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
  readonly content: Bytes;
}

/** What was found in the segments before. */
interface Jpeg {
  readonly edits: FileEdits;
  readonly exif: ExifParts;
  /** What XMP and IPTC say. */
  credit: { readonly xmp: Credit; readonly iptc: Credit };
  /** Where EXIF is to stand: behind the segment of JFIF, which comes first. */
  creditAt: number;
}

/**
 * Removes the segments of a JPEG that are neither its picture nor its colors, and what follows its end: second pictures and videos.
 * @see ITU-T T.81 section B.1.1, CIPA DC-007
 */
export async function stripJpeg(reader: ByteReader): Promise<FoundEdits> {
  const edits = new FileEdits();
  const exif = new ExifParts(edits);
  const jpeg: Jpeg = { edits, exif, credit: { xmp: NO_CREDIT, iptc: NO_CREDIT }, creditAt: 2 };
  const isComplete = await readSegments(reader, jpeg);
  writeCredit(jpeg, joinCredits(exif.credit, joinCredits(jpeg.credit.xmp, jpeg.credit.iptc)));
  return { edits, orientation: exif.orientation, isComplete };
}

/** @returns false where the end of the picture was not reached */
async function readSegments(reader: ByteReader, jpeg: Jpeg): Promise<boolean> {
  let at = 2;
  for (let count = 0; mayHavePart(count, at); count += 1) {
    const header = await reader.upTo(at, 4, MAX_PART);
    const [first, marker] = [header.u8(0), header.u8(1)];
    if (header.length < 2 || first !== 0xff) return false;
    if (marker === MARKER.end) {
      const isMore = (await reader.upTo(at + 2, 1)).length > 0;
      if (isMore) jpeg.edits.cut(at + 2, Number.POSITIVE_INFINITY);
      return true;
    }
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + header.u16(2);
    const content = await reader.upTo(at + 4, end - at - 4, MAX_PART);
    if (end < at + 4 || content.length < end - at - 4) return false;
    if (isAside(marker)) await removeSegment(jpeg, { marker, start: at, end, content });
    const next = marker === MARKER.scan ? await markerAfter(reader, end) : end;
    if (next === null) return false;
    at = next;
  }
  return false;
}

function isAside(marker: number): boolean {
  return (marker >= MARKER.app0 && marker <= MARKER.app15) || marker === MARKER.comment;
}

async function removeSegment(jpeg: Jpeg, segment: Segment): Promise<void> {
  const { marker, start, end, content } = segment;
  const name = KEPT[marker];
  if (name !== undefined && content.text(0, name.length) === name) {
    if (marker === MARKER.app0) keepJfif(jpeg, segment);
    return;
  }
  if (marker === MARKER.app1 && content.text(0, EXIF.length) === EXIF) {
    await jpeg.exif.remove(content.from(EXIF.length), start, end);
    return;
  }
  if (marker === MARKER.app1 && content.text(0, XMP.length) === XMP) {
    jpeg.credit = { ...jpeg.credit, xmp: joinCredits(jpeg.credit.xmp, creditOfXmp(content)) };
  }
  if (marker === MARKER.app13 && content.text(0, RESOURCES.length) === RESOURCES) {
    const credit = creditOfResources(content.from(RESOURCES.length));
    jpeg.credit = { ...jpeg.credit, iptc: joinCredits(jpeg.credit.iptc, credit) };
  }
  jpeg.edits.cut(start, end);
}

/** Removes a small picture that JFIF has: its sides, in the last two bytes of the header, become 0. */
function keepJfif(jpeg: Jpeg, { start, end, content }: Segment): void {
  if (start === jpeg.creditAt) jpeg.creditAt = end;
  if (content.length <= 14) return;
  jpeg.edits.replace(start + 2, start + 4, Uint8Array.of(0, 16));
  jpeg.edits.replace(start + 16, end, Uint8Array.of(0, 0));
}

function writeCredit({ edits, exif, creditAt }: Jpeg, credit: Credit): void {
  if (exif.keepsCredit(credit) || !hasCredit(credit)) return;
  const content = exifOf(credit);
  const length = 2 + EXIF.length + content.length;
  const name = Array.from(EXIF, (character) => character.charCodeAt(0));
  edits.replace(creditAt, creditAt, Uint8Array.of(0xff, MARKER.app1, length >> 8, length & 255, ...name, ...content));
}

/** Finds the marker after the coded pixels, in which a byte of 255 is followed by a zero or is one that restarts them. */
async function markerAfter(reader: ByteReader, from: number): Promise<number | null> {
  let at = from;
  for (;;) {
    const { array } = await reader.upTo(at, MAX_PART, SEARCHED);
    if (array.length < 2) return null;
    let found = array.indexOf(0xff);
    for (; found >= 0 && found + 1 < array.length; found = array.indexOf(0xff, found + 1)) {
      const next = array[found + 1] as number;
      const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
      if (!isCoded) return at + found;
    }
    at += found >= 0 ? found : array.length;
  }
}
