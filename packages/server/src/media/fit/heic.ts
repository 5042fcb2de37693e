/// <reference path="./heic-decode.d.ts" />
import { crc32, deflateSync } from 'node:zlib';
import decode from 'heic-decode';
import sharp from 'sharp';

const PNG_SIGNATURE_AND_HEADER = 33;

/**
 * Decodes a HEIC, which the library of pictures only describes, to a PNG with its color profile. The result is upright.
 * @throws Error when it cannot be decoded
 * @see PNG specification, section 11.3.2.3, for the profile
 */
export async function heicToPng(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { icc } = await sharp(bytes).metadata();
  const { width, height, data } = await decode({ buffer: bytes });
  const pixels = sharp(new Uint8Array(data.buffer), { raw: { width, height, channels: 4 } }).removeAlpha();
  const png = await pixels.png({ compressionLevel: 0 }).toBuffer();
  if (!icc) return new Uint8Array(png);
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)]));
  return new Uint8Array(
    Buffer.concat([png.subarray(0, PNG_SIGNATURE_AND_HEADER), profile, png.subarray(PNG_SIGNATURE_AND_HEADER)]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
