import { crc32 } from './crc32.ts';
import { type Steps, scan, type Want } from './scanner.ts';

const READERS: Readonly<Record<string, () => Steps<boolean>>> = { 'image/jpeg': readJpeg, 'image/png': readPng };

/** Reads a JPEG or PNG to the end that its format marks. @returns false for a file that is cut off or damaged */
export async function isWholePicture(pieces: AsyncIterable<Uint8Array>, contentType: string): Promise<boolean> {
  const reader = READERS[contentType];
  return reader !== undefined && (await scan(pieces, reader())) === true;
}

/** @see ITU-T T.81 section B.1.1 */
function* readJpeg(): Steps<boolean> {
  yield { skip: 2 };
  while ((yield BYTE).u8(0) === 0xff) {
    let marker = (yield BYTE).u8(0);
    while (marker === 0xff) marker = (yield BYTE).u8(0);
    const length = (yield TWO_BYTES).u16(0);
    const isFrameHeader = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrameHeader) {
      yield { take: 5 };
      yield { find: JPEG_END };
      return true;
    }
    yield { skip: Math.max(0, length - 2) };
  }
  return false;
}

/**
 * Checks the checksums of the chunks that every reader needs, and skips other chunks.
 * @see PNG specification, sections 5.3, 5.4, 11.2 and 11.3.6
 */
function* readPng(): Steps<boolean> {
  const header = yield { take: 33 };
  if (header.text(12, 4) !== 'IHDR') return false;
  if (crc32(header.part(12, 17).array) !== header.u32(29)) return false;
  for (;;) {
    const chunk = yield { take: 8 };
    const length = chunk.u32(0);
    const type = chunk.from(4);
    const isNeeded = (type.u8(0) & ANCILLARY) === 0;
    if (isNeeded) {
      const checksum = yield { sum: length, of: type.array };
      if ((yield { take: 4 }).u32(0) !== checksum.u32(0)) return false;
    } else {
      yield { skip: length + 4 };
    }
    if (type.text() === 'IEND') return true;
  }
}

/** The bit that makes the first letter of a chunk's type lower case: readers may skip such a chunk. */
const ANCILLARY = 0x20;

const BYTE: Want = { take: 1 };
const TWO_BYTES: Want = { take: 2 };
const JPEG_END = [0xff, 0xd9] as const;
