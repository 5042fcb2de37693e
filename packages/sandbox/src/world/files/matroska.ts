import { type Budget, type ByteReader, takeStep } from './byte-reader.ts';
import { type FoundFile, foundMovie, type Movie } from './found-file.ts';

/** A part of a file: its id, and the range of its content. */
interface Element {
  readonly id: number;
  readonly at: number;
  readonly end: number;
}

/** @see https://www.rfc-editor.org/rfc/rfc9559 */
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  projection: 0x7670,
  roll: 0x7675,
  cluster: 0x1f43b675,
};
const maxElements = 4000;

/** Looks at a WebM or Matroska file. @returns `undefined` for any other file. */
export function lookAtMatroska(reader: ByteReader): FoundFile | undefined {
  if (reader.u32(0) !== ids.header) return undefined;
  const budget = { steps: maxElements };
  const film: Movie = { hasPictures: false, hasSound: false };
  let docType = '';
  for (const top of elementsIn(reader, { at: 0, end: reader.length }, budget)) {
    if (top.id === ids.header) docType = textIn(reader, childOf(reader, top, ids.docType, budget));
    if (top.id === ids.segment) readSegment(reader, top, { film, budget });
  }
  const family = docType === 'webm' ? 'webm' : 'x-matroska';
  return foundMovie(film, [family, family]);
}

/** Reads the parts before the first pictures and sounds; players expect them there. */
function readSegment(reader: ByteReader, segment: Element, { film, budget }: { film: Movie; budget: Budget }): void {
  for (const part of elementsIn(reader, segment, budget)) {
    if (part.id === ids.info) readLength(reader, part, { film, budget });
    if (part.id === ids.tracks) {
      for (const track of elementsIn(reader, part, budget)) {
        if (track.id === ids.trackEntry) readTrack(reader, track, { film, budget });
      }
    }
    if (part.id === ids.cluster && (film.hasPictures || film.hasSound)) return;
  }
}

function readLength(reader: ByteReader, info: Element, { film, budget }: { film: Movie; budget: Budget }): void {
  let [scale, ticks] = [1_000_000, Number.NaN];
  for (const part of elementsIn(reader, info, budget)) {
    if (part.id === ids.timestampScale) scale = numberIn(reader, part);
    if (part.id === ids.duration) ticks = floatIn(reader, part);
  }
  const seconds = (ticks * scale) / 1e9;
  if (seconds > 0 && Number.isFinite(seconds)) film.seconds = seconds;
}

function readTrack(reader: ByteReader, track: Element, { film, budget }: { film: Movie; budget: Budget }): void {
  for (const part of elementsIn(reader, track, budget)) {
    const kind = part.id === ids.trackType ? numberIn(reader, part) : 0;
    if (kind === 1) film.hasPictures = true;
    if (kind === 2) film.hasSound = true;
    if (part.id !== ids.video) continue;
    for (const fact of elementsIn(reader, part, budget)) {
      if (fact.id === ids.pixelWidth) film.width ??= numberIn(reader, fact);
      if (fact.id === ids.pixelHeight) film.height ??= numberIn(reader, fact);
      const roll = fact.id === ids.projection ? childOf(reader, fact, ids.roll, budget) : undefined;
      // The roll is counted against the clock.
      const turned = roll ? Math.round(-floatIn(reader, roll) / 90) : 0;
      if (turned % 4) film.rotation = (((turned % 4) + 4) % 4) * 90;
    }
  }
}

function* elementsIn(reader: ByteReader, { at: from, end }: Omit<Element, 'id'>, budget: Budget): Generator<Element> {
  let at = from;
  while (at + 2 <= end && takeStep(budget)) {
    const idBytes = widthOf(reader.u8(at));
    const sizeAt = at + idBytes;
    const sizeBytes = widthOf(reader.u8(sizeAt));
    if (!(idBytes <= 4 && sizeBytes <= 8)) return;
    const size = variableAt(reader, sizeAt, sizeBytes);
    const content = sizeAt + sizeBytes;
    // All bits set mean that the end is not known.
    const stop = size === 2 ** (7 * sizeBytes) - 1 ? end : content + size;
    yield { id: bigEndian(reader, at, idBytes), at: content, end: Math.min(stop, end) };
    at = stop;
  }
}

function childOf(reader: ByteReader, parent: Element, id: number, budget: Budget): Element | undefined {
  for (const child of elementsIn(reader, parent, budget)) if (child.id === id) return child;
  return undefined;
}

/** Number of bytes of a number of variable length: as many as zeros before the first bit that is set, and one. */
function widthOf(first: number): number {
  return first > 0 ? Math.clz32(first) - 23 : Number.NaN;
}

function variableAt(reader: ByteReader, at: number, count: number): number {
  // The bit that tells the width would make a number of eight bytes too large to be exact.
  let value = reader.u8(at) & (0xff >> count);
  for (let index = 1; index < count; index += 1) value = value * 256 + reader.u8(at + index);
  return value;
}

function bigEndian(reader: ByteReader, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index += 1) value = value * 256 + reader.u8(at + index);
  return value;
}

function numberIn(reader: ByteReader, { at, end }: Element): number {
  return bigEndian(reader, at, Math.min(8, end - at));
}

function floatIn(reader: ByteReader, { at, end }: Element): number {
  const bytes = Buffer.from(reader.latin(at, Math.min(8, end - at)), 'latin1');
  return bytes.length === 8 ? bytes.readDoubleBE() : bytes.length === 4 ? bytes.readFloatBE() : Number.NaN;
}

function textIn(reader: ByteReader, element: Element | undefined): string {
  const text = element ? reader.latin(element.at, Math.min(32, element.end - element.at)) : '';
  return text.split('\0', 1)[0] ?? '';
}
