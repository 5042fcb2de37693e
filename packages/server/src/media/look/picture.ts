import { crc32 } from 'node:zlib';
import { type Steps, scan, type Want } from './scanner.ts';

/** Facts of a picture by its structure, without decoding it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Number of frames of a GIF; 1 for the other formats. */
  readonly frames: number;
  readonly isAnimated: boolean;
}

const READERS: Readonly<Record<string, () => Steps<Picture | null>>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
};

/** Reads the structure of a JPEG, PNG, GIF or WEBP file to the end that its format marks. @returns the facts, or null for a file that is cut off or damaged */
export async function readPicture(pieces: AsyncIterable<Uint8Array>, contentType: string): Promise<Picture | null> {
  const reader = READERS[contentType];
  return reader ? scan(pieces, reader()) : null;
}

/** @see ITU-T T.81 section B.1.1 */
function* readJpeg(): Steps<Picture | null> {
  yield { skip: 2 };
  while ((yield BYTE).readUInt8() === 0xff) {
    let marker = (yield BYTE).readUInt8();
    while (marker === 0xff) marker = (yield BYTE).readUInt8();
    const length = (yield TWO_BYTES).readUInt16BE();
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) {
      const header = yield { take: 5 };
      yield { find: JPEG_END };
      return { height: header.readUInt16BE(1), width: header.readUInt16BE(3), ...STILL };
    }
    yield { skip: Math.max(0, length - 2) };
  }
  return null;
}

/**
 * Checks the checksums of the chunks that every reader needs, and skips other chunks.
 * @see PNG specification, sections 5.3, 5.4, 11.2 and 11.3.6
 */
function* readPng(): Steps<Picture | null> {
  const header = yield { take: 33 };
  if (header.toString('latin1', 12, 16) !== 'IHDR') return null;
  if (crc32(header.subarray(12, 29)) !== header.readUInt32BE(29)) return null;
  const picture = { width: header.readUInt32BE(16), height: header.readUInt32BE(20), ...STILL };
  let isAnimated = false;
  for (;;) {
    const chunk = yield { take: 8 };
    const length = chunk.readUInt32BE();
    const type = chunk.subarray(4);
    const isNeeded = ((type[0] ?? 0) & ANCILLARY) === 0;
    isAnimated ||= type.toString('latin1') === 'acTL';
    if (isNeeded) {
      const checksum = yield { sum: length, of: type };
      if (!(yield { take: 4 }).equals(checksum)) return null;
    } else {
      yield { skip: length + 4 };
    }
    if (type.toString('latin1') === 'IEND') return { ...picture, isAnimated };
  }
}

/** The bit that makes the first letter of a chunk's type lower case: readers may skip such a chunk. */
const ANCILLARY = 0x20;

/** @see GIF89a specification, sections 18 to 27 */
function* readGif(): Steps<Picture | null> {
  const header = yield { take: 13 };
  const size = { width: header.readUInt16LE(6), height: header.readUInt16LE(8) };
  yield { skip: colorTableBytes(header.readUInt8(10)) };
  for (let frames = 0; ; ) {
    const block = (yield BYTE).readUInt8();
    if (block === 0x3b) return { ...size, frames, isAnimated: frames > 1 };
    if (block === 0x2c) {
      frames += 1;
      const descriptor = yield { take: 9 };
      yield { skip: colorTableBytes(descriptor.readUInt8(8)) + 1 };
    } else if (block === 0x21) {
      yield { skip: 1 };
    } else {
      return null;
    }
    for (let length = (yield BYTE).readUInt8(); length > 0; length = (yield BYTE).readUInt8()) yield { skip: length };
  }
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** @see RFC 9649 section 2 */
function* readWebp(): Steps<Picture | null> {
  const header = yield { take: 30 };
  const missing = header.readUInt32LE(4) + 8 - header.length;
  if (missing > 0) {
    yield { skip: missing - 1 };
    yield BYTE;
  }
  const chunk = header.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    const isAnimated = (header.readUInt8(20) & WEBP_ANIMATION) !== 0;
    return { width: 1 + header.readUIntLE(24, 3), height: 1 + header.readUIntLE(27, 3), frames: 1, isAnimated };
  }
  if (chunk === 'VP8L') {
    const bits = header.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff), ...STILL };
  }
  return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff, ...STILL };
}

/** Flag of a VP8X chunk. */
const WEBP_ANIMATION = 0x02;
const STILL = { frames: 1, isAnimated: false };
const BYTE: Want = { take: 1 };
const TWO_BYTES: Want = { take: 2 };
const JPEG_END = Buffer.from([0xff, 0xd9]);
