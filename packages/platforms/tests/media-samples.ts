import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { OutgoingMedia } from '../src/index.ts';

/** A small image of one grey, as a post's media; `shade` (0–255) makes its bytes its own. */
export function sampleImage(options: { shade: number; alt?: string }): OutgoingMedia {
  const data = grayPng(options.shade);
  return {
    kind: 'image',
    contentType: 'image/png',
    bytes: data.length,
    alt: options.alt ?? '',
    dimensions: { width: 1, height: 1 },
    fileName: `${options.shade}.png`,
    publicUrl: null,
    open: async function* (fromByte = 0) {
      const wanted = data.subarray(fromByte);
      yield wanted.subarray(0, 20);
      yield wanted.subarray(20);
    },
    sha256: createHash('sha256').update(data).digest('hex'),
  };
}

function grayPng(shade: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from([0, shade]));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
