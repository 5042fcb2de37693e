import type { ByteReader } from './byte-reader.ts';
import type { Bytes } from './bytes.ts';
import { type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from './file-look.ts';
import { readExif } from './pictures/tiff.ts';
import { tellsOfXmp } from './tells.ts';

/** Most chunks of one file that are looked at. */
const MOST_CHUNKS = 4_000;

interface Chunk {
  readonly type: string;
  /** @param most bytes that are needed; all when left out */
  readonly content: (most?: number) => Promise<Bytes>;
}

/** Yields the chunks from a place on. Enters the lists of an AVI. */
async function* walkChunks(reader: ByteReader, from: number, entered: readonly string[] = []): AsyncGenerator<Chunk> {
  let at = from;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const header = await reader.upTo(at, 12);
    if (header.length < 8) return;
    const [type, length] = [header.text(0, 4), header.u32(4, true)];
    const start = at + 8;
    yield { type, content: (most = length) => reader.part(start, Math.min(most, length)) };
    const isEntered = type === 'LIST' && entered.includes(header.text(8, 4));
    at += isEntered ? 12 : 8 + length + (length & 1);
  }
}

const FRAME_HEADER_BYTES = 16;
const VP8X = { animation: 0x02, alpha: 0x10 };

/** @see RFC 9649 section 2 */
export async function lookAtWebp(reader: ByteReader): Promise<FoundFacts> {
  const header = await reader.upTo(0, 30);
  const facts = webpShape(header);
  let { orientation, tells } = { orientation: 1, tells: TELLS_NOTHING };
  let [frames, milliseconds] = [0, 0];
  for await (const { type, content } of walkChunks(reader, 12)) {
    if (type === 'ANMF') {
      frames += 1;
      milliseconds += (await content(FRAME_HEADER_BYTES)).u24(12, true);
    }
    if (type === 'EXIF') {
      const exif = await readExif(await content());
      ({ orientation } = exif);
      tells = joinTells(tells, exif.tells);
    }
    if (type === 'XMP ') tells = joinTells(tells, tellsOfXmp((await content()).text()));
  }
  const { width, height, hasTransparency, isAnimated } = facts;
  return {
    ...{ size: seenSize(width, height, orientation), orientation, hasTransparency, isAnimated, tells },
    frames: isAnimated ? frames || null : 1,
    duration: isAnimated && milliseconds > 0 ? milliseconds / 1_000 : null,
    isWhole: reader.bytes === null ? null : header.u32(4, true) + 8 <= reader.bytes && header.length === 30,
  };
}

function webpShape(header: Bytes) {
  const still = { isAnimated: false, hasTransparency: false };
  const chunk = header.text(12, 4);
  if (chunk === 'VP8X') {
    const flags = header.u8(20);
    const isAnimated = (flags & VP8X.animation) !== 0;
    const hasTransparency = (flags & VP8X.alpha) !== 0;
    return { width: 1 + header.u24(24, true), height: 1 + header.u24(27, true), isAnimated, hasTransparency };
  }
  if (chunk === 'VP8L') {
    const bits = header.u32(21, true);
    const hasTransparency = ((bits >>> 28) & 1) === 1;
    return { ...still, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), hasTransparency };
  }
  return { ...still, width: header.u16(26, true) & 0x3fff, height: header.u16(28, true) & 0x3fff };
}

/** Reads the headers of an AVI. @see Microsoft, AVI RIFF File Reference */
export async function lookAtAvi(reader: ByteReader): Promise<FoundFacts> {
  let facts: FoundFacts = {};
  const streams: string[] = [];
  for await (const { type, content } of walkChunks(reader, 12, ['hdrl', 'strl'])) {
    if (type === 'avih') {
      const main = await content();
      const duration = (main.u32(0, true) * main.u32(16, true)) / 1e6;
      facts = { size: seenSize(main.u32(32, true), main.u32(36, true)), duration: duration > 0 ? duration : null };
    }
    if (type === 'strh') streams.push((await content()).text(0, 4));
    if (type === 'idx1' || streams.length > 100) break;
  }
  return { ...facts, hasSound: streams.length > 0 ? streams.includes('auds') : null };
}
