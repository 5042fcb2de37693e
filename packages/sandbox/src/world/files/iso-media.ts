import { type Budget, type ByteReader, takeStep } from './byte-reader.ts';
import { type FoundFile, foundMovie, type Movie } from './found-file.ts';

/** A part of a file: its name, and the range of its content. */
interface Box {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

/** Names of pictures by brand. The first brand of the list that a file has names its type. */
const pictureBrands: readonly (readonly [RegExp, string])[] = [
  [/^avi[fs]/, 'image/avif'],
  [/^he[iv][cmsx]/, 'image/heic'],
  [/^m[is]f1/, 'image/heif'],
  [/^jxl /, 'image/jxl'],
  [/^crx /, 'image/x-canon-cr3'],
];
const soundBrands = /^(?:M4[ABP] |F4[AB] )/;
/** Boxes with which a QuickTime file without a list of brands begins. */
const oldQuickTime = /^(?:moov|mdat|wide|free|skip|pnot)$/;
const maxBrands = 64;
const maxBoxes = 4000;

/**
 * Looks at a file of boxes: MP4, QuickTime, HEIF and their relatives.
 *
 * @returns `undefined` for any other file.
 */
export function lookAtIsoMedia(reader: ByteReader): FoundFile | undefined {
  const name = reader.latin(4, 4);
  if (name === 'JXL ' && reader.u32(0) === 12) return { type: 'image/jxl', shows: 'picture' };
  if (name !== 'ftyp' && !(oldQuickTime.test(name) && reader.u32(0) <= reader.length)) return undefined;
  const brands = name === 'ftyp' ? readBrands(reader) : ['qt  '];
  const budget = { steps: maxBoxes };
  const picture = pictureTypeOf(brands);
  if (picture) return { type: picture, shows: 'picture', ...readPicture(reader, budget) };
  const [brand = ''] = brands;
  // Pictures in these are covers and chapters.
  if (soundBrands.test(brand)) return { type: 'audio/mp4', shows: 'sound' };
  return foundMovie(readMovie(reader, budget), [brand === 'qt  ' ? 'quicktime' : 'mp4', 'mp4']);
}

function readBrands(reader: ByteReader): readonly string[] {
  const count = Math.min(Math.floor((reader.u32(0) - 16) / 4), maxBrands) || 0;
  const compatible = Array.from({ length: Math.max(0, count) }, (_, index) => reader.latin(16 + index * 4, 4));
  return [reader.latin(8, 4), ...compatible];
}

/** Returns the type of a picture; its main brand may be the general one, which the list of the others makes precise. */
function pictureTypeOf([main = '', ...others]: readonly string[]): string | undefined {
  const typeOf = (brand: string) => pictureBrands.find(([pattern]) => pattern.test(brand))?.[1];
  const own = typeOf(main);
  if (own !== 'image/heif') return own;
  return others.map(typeOf).find((type) => type !== undefined && type !== own) ?? own;
}

function* boxesIn(reader: ByteReader, from: number, to: number, budget: Budget): Generator<Box> {
  let at = from;
  while (at + 8 <= to && takeStep(budget)) {
    const short = reader.u32(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 0 ? to - at : short === 1 ? reader.u64(at + 8) : short;
    if (!(size >= head)) return;
    yield { name: reader.latin(at + 4, 4), at: at + head, end: Math.min(at + size, to) };
    at += size;
  }
}

function readPicture(reader: ByteReader, budget: Budget): Partial<FoundFile> {
  let facts: Partial<FoundFile> = {};
  for (const box of boxesAt(reader, ['meta', 'iprp', 'ipco', '*'], budget)) {
    const [width, height] = [reader.u32(box.at + 4), reader.u32(box.at + 8)];
    // A picture of tiles has the sides of a tile, too.
    const isLargest = width * height > (facts.width ?? 0) * (facts.height ?? 0);
    if (box.name === 'ispe' && isLargest) facts = { ...facts, width, height };
    // Quarter turns are counted against the clock here, and with it in EXIF.
    if (box.name === 'irot') facts = { ...facts, orientation: [1, 8, 3, 6][reader.u8(box.at) & 3] ?? 1 };
  }
  return facts;
}

/** Finds boxes by the names of the boxes around them. */
function boxesAt(reader: ByteReader, path: readonly string[], budget: Budget): readonly Box[] {
  let level: readonly Box[] = [{ name: '', at: 0, end: reader.length }];
  for (const wanted of path) {
    const inner = level.flatMap(({ name, at, end }) => [
      // This box has a version and flags before its content.
      ...boxesIn(reader, name === 'meta' ? at + 4 : at, end, budget),
    ]);
    level = inner.filter(({ name }) => wanted === '*' || name === wanted);
  }
  return level;
}

function readMovie(reader: ByteReader, budget: Budget): Movie {
  const movie: Movie = { hasPictures: false, hasSound: false };
  for (const box of boxesIn(reader, 0, reader.length, budget)) {
    if (box.name === 'moov') readMovieBox(reader, box, { movie, budget });
    // A movie in fragments has no length of its own; an index before them has.
    if (box.name === 'sidx') setSeconds(movie, indexedSeconds(reader, box.at));
  }
  return movie;
}

interface Reading {
  readonly movie: Movie;
  readonly budget: Budget;
}

function readMovieBox(reader: ByteReader, moov: Box, { movie, budget }: Reading): void {
  let timescale = Number.NaN;
  for (const { name, at, end } of boxesIn(reader, moov.at, moov.end, budget)) {
    const isLong = reader.u8(at) === 1;
    if (name === 'mvhd') {
      timescale = reader.u32(at + (isLong ? 20 : 12));
      setSeconds(movie, (isLong ? reader.u64(at + 24) : reader.u32(at + 16)) / timescale);
    }
    if (name === 'trak') readTrack(reader, { name, at, end }, { movie, budget });
    if (name === 'mvex') {
      for (const inner of boxesIn(reader, at, end, budget)) {
        const hasLong = reader.u8(inner.at) === 1;
        const length = hasLong ? reader.u64(inner.at + 4) : reader.u32(inner.at + 4);
        if (inner.name === 'mehd') setSeconds(movie, length / timescale);
      }
    }
  }
}

function setSeconds(movie: Movie, seconds: number): void {
  if (movie.seconds === undefined && seconds > 0 && Number.isFinite(seconds)) movie.seconds = seconds;
}

/** Reads what a track is, and of pictures how large they are and how they are turned. */
function readTrack(reader: ByteReader, track: Box, { movie, budget }: Reading): void {
  let [handler, header] = ['', 0];
  for (const { name, at, end } of boxesIn(reader, track.at, track.end, budget)) {
    if (name === 'tkhd') header = at;
    if (name === 'mdia') {
      for (const inner of boxesIn(reader, at, end, budget)) {
        if (inner.name === 'hdlr') handler = reader.latin(inner.at + 8, 4);
      }
    }
  }
  if (handler === 'soun') movie.hasSound = true;
  if (handler !== 'vide' || movie.hasPictures) return;
  movie.hasPictures = true;
  if (header === 0) return;
  const matrix = header + (reader.u8(header) === 1 ? 52 : 40);
  const [width, height] = [reader.u32(matrix + 36) / 65_536, reader.u32(matrix + 40) / 65_536];
  if (width > 0 && height > 0) Object.assign(movie, { width, height });
  const turned = Math.round((Math.atan2(reader.i32(matrix + 4), reader.i32(matrix)) * 2) / Math.PI);
  if (turned % 4 !== 0) movie.rotation = ((turned + 4) % 4) * 90;
}

/** Adds the lengths of the fragments that an index lists. */
function indexedSeconds(reader: ByteReader, at: number): number {
  const isLong = reader.u8(at) === 1;
  const entries = at + (isLong ? 32 : 24);
  const count = Math.min(reader.u16(entries - 2), maxBoxes);
  let ticks = 0;
  for (let index = 0; index < count; index += 1) ticks += reader.u32(entries + index * 12 + 4);
  return ticks / reader.u32(at + 8);
}
