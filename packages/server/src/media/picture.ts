/** What the structure of a picture says. Nothing is decoded. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** More than one for an animation. */
  readonly frames: number;
  /** Whether the file goes on to its format's end. */
  readonly isComplete: boolean;
}

const NOTHING: Picture = { width: 0, height: 0, frames: 0, isComplete: false };

/** Reads the structure of a JPEG, PNG, GIF or WEBP file; width 0 when it has none. */
export function readPicture(file: Buffer, contentType: string): Picture {
  try {
    switch (contentType) {
      case 'image/jpeg':
        return readJpeg(file);
      case 'image/png':
        return readPng(file);
      case 'image/gif':
        return readGif(file);
      case 'image/webp':
        return readWebp(file);
      default:
        return NOTHING;
    }
  } catch (error) {
    // Reading beyond the end: the file stops before its structure does.
    if (error instanceof RangeError) return NOTHING;
    throw error;
  }
}

/** @see ITU-T T.81 section B.1.1 */
function readJpeg(file: Buffer): Picture {
  let at = 2;
  while (file.readUInt8(at) === 0xff) {
    const marker = file.readUInt8(at + 1);
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) {
      const isComplete = file.indexOf(Buffer.from([0xff, 0xd9]), at) > 0;
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7), frames: 1, isComplete };
    }
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return NOTHING;
}

/** @see PNG specification, section 11.2 */
function readPng(file: Buffer): Picture {
  const isComplete = file.lastIndexOf('IEND', undefined, 'latin1') > 0;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), frames: 1, isComplete };
}

/** @see GIF89a specification, sections 18 to 27 */
function readGif(file: Buffer): Picture {
  const size = { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  let at = 13 + colorTableBytes(file.readUInt8(10));
  let frames = 0;
  while (at < file.length) {
    const block = file.readUInt8(at);
    if (block === 0x3b) return { ...size, frames, isComplete: true };
    if (block === 0x2c) {
      frames += 1;
      at = skipSubBlocks(file, at + 11 + colorTableBytes(file.readUInt8(at + 9)));
    } else if (block === 0x21) {
      at = skipSubBlocks(file, at + 2);
    } else {
      break;
    }
  }
  return { ...size, frames, isComplete: false };
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

function skipSubBlocks(file: Buffer, start: number): number {
  let at = start;
  while (file.readUInt8(at) !== 0) at += 1 + file.readUInt8(at);
  return at + 1;
}

/** @see RFC 9649 section 2 */
function readWebp(file: Buffer): Picture {
  const isComplete = file.readUInt32LE(4) + 8 <= file.length;
  const chunk = file.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3), frames: 1, isComplete };
  }
  if (chunk === 'VP8L') {
    const bits = file.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff), frames: 1, isComplete };
  }
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff, frames: 1, isComplete };
}
