import type { ByteReader } from './byte-reader.ts';
import type { FoundFile } from './found-file.ts';
import { orientationAt, readTiff } from './tiff.ts';

const maxFrames = 1000;
/** More than any picture has: parts of a hostile file that are left unread. */
const maxParts = 4000;
const little = { isLittle: true } as const;

/** Recognizes a picture by its signature. @returns `undefined` for any other file. */
export function lookAtPicture(reader: ByteReader): FoundFile | undefined {
  const head = reader.latin(0, 16);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return lookAtPng(reader);
  if (/^GIF8[79]a/.test(head)) return lookAtGif(reader);
  if (head.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', shows: 'picture', ...readJpeg(reader) };
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return lookAtWebp(reader);
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) {
    return { type: 'image/tiff', shows: 'picture', ...readTiff(reader, 0) };
  }
  if (head.startsWith('\xff\x0a')) return { type: 'image/jxl', shows: 'picture' };
  // Two letters begin many texts, too: the size of the header below tells them apart.
  if (head.startsWith('BM') && reader.u32(14, little) <= 124) return lookAtBmp(reader);
  return undefined;
}

function lookAtPng(reader: ByteReader): FoundFile {
  let [frames, at, orientation] = [1, 8, {}];
  for (let part = 0; part < maxParts; part += 1) {
    const name = reader.latin(at + 4, 4);
    if (name === '' || name === 'IDAT') break;
    if (name === 'acTL') frames = reader.u32(at + 8);
    if (name === 'eXIf') orientation = orientationAt(reader, at + 8);
    at += 12 + reader.u32(at);
  }
  return {
    ...{ type: 'image/png', shows: 'picture', ...sides(reader.u32(16), reader.u32(20)), ...orientation },
    ...movement(frames),
  };
}

function lookAtGif(reader: ByteReader): FoundFile {
  const screen = sides(reader.u16(6, little), reader.u16(8, little));
  return { type: 'image/gif', shows: 'picture', ...screen, ...movement(countGifFrames(reader)) };
}

/** Counts the pictures of a GIF, which takes time proportional to its length. */
function countGifFrames(reader: ByteReader): number {
  let at = 13 + colorTableBytes(reader.u8(10));
  for (let frames = 0; frames < maxFrames; ) {
    const block = reader.u8(at);
    if (block === 0x21) {
      at = skipSubBlocks(reader, at + 2);
    } else if (block === 0x2c) {
      frames += 1;
      at = skipSubBlocks(reader, at + 11 + colorTableBytes(reader.u8(at + 9)));
    } else {
      return frames;
    }
  }
  return maxFrames;
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let size = reader.u8(at); size > 0; size = reader.u8(at)) at += 1 + size;
  return at + 1;
}

/** Reads the segments up to the picture itself: the sides, and the orientation in EXIF. */
function readJpeg(reader: ByteReader): Partial<FoundFile> {
  let [found, at]: [Partial<FoundFile>, number] = [{}, 2];
  for (let part = 0; part < maxParts && reader.u8(at) === 0xff; part += 1) {
    const marker = reader.u8(at + 1);
    if (marker === 0xda || marker === 0xd9) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) found = { ...found, ...sides(reader.u16(at + 7), reader.u16(at + 5)) };
    if (marker === 0xe1 && reader.latin(at + 4, 6) === 'Exif\0\0') {
      found = { ...found, ...orientationAt(reader, at + 10) };
    }
    // Bytes of 0xff may fill the space before a segment.
    at += marker === 0xff ? 1 : 2 + reader.u16(at + 2);
  }
  return found;
}

function lookAtWebp(reader: ByteReader): FoundFile {
  let found: Partial<FoundFile> = {};
  let [frames, at] = [0, 12];
  for (let part = 0; part < maxParts && frames < maxFrames; part += 1) {
    const name = reader.latin(at, 4);
    if (name.length < 4) break;
    if (name === 'VP8X') found = { ...found, ...sides(u24(reader, at + 12) + 1, u24(reader, at + 15) + 1) };
    if (name === 'VP8 ' && found.width === undefined) {
      found = { ...found, ...sides(reader.u16(at + 14, little) & 0x3fff, reader.u16(at + 16, little) & 0x3fff) };
    }
    if (name === 'VP8L' && found.width === undefined) {
      const bits = reader.u32(at + 9, little);
      found = { ...found, ...sides((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) };
    }
    if (name === 'ANMF') frames += 1;
    if (name === 'EXIF') {
      // Some programs keep the marker that EXIF has in a JPEG.
      const marker = reader.latin(at + 8, 6) === 'Exif\0\0' ? 6 : 0;
      found = { ...found, ...orientationAt(reader, at + 8 + marker) };
    }
    const size = reader.u32(at + 4, little);
    at += 8 + size + (size % 2);
  }
  return { type: 'image/webp', shows: 'picture', ...found, ...movement(frames) };
}

function lookAtBmp(reader: ByteReader): FoundFile {
  const isOld = reader.u32(14, little) === 12;
  const [width, height] = isOld
    ? [reader.u16(18, little), reader.u16(20, little)]
    : [reader.u32(18, little), Math.abs(reader.u32(22, little) | 0)];
  return { type: 'image/bmp', shows: 'picture', ...sides(width, height) };
}

function u24(reader: ByteReader, at: number): number {
  return reader.u16(at, little) + reader.u8(at + 2) * 2 ** 16;
}

/** Sides as members of a file's facts; a file that was cut off has none. */
function sides(width: number, height: number): { width?: number; height?: number } {
  return width > 0 && height > 0 ? { width, height } : {};
}

function movement(frames: number): { frames?: number } {
  return frames > 1 ? { frames: Math.min(frames, maxFrames) } : {};
}
