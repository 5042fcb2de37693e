import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour; the header may claim other sizes than the file has. */
export function png({ width = 8, height = 8, shade = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.concat(Array(8).fill(Buffer.concat([Buffer.alloc(1), Buffer.alloc(8, shade)]))));
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Returns the headers of a JPEG: start, frame of 8 by 8 pixels, scan, end. */
export function jpeg(inside = Buffer.alloc(0)): Buffer {
  const frame = Buffer.from('ffc0000b080008000801011100', 'hex');
  const scan = Buffer.from('ffda0008010100003f00', 'hex');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length(inside.length + 2), inside]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    inside.length ? comment : inside,
    frame,
    scan,
    Buffer.alloc(8),
    END,
  ]);
}

/** A GIF with as many frames as asked for, each one pixel. */
export function gif(frames = 1): Buffer {
  const head = Buffer.from('4749463839610100010080000000000000ffffff', 'hex').subarray(0, 19);
  const frame = Buffer.from('21f90400000000002c00000000010001000002024c0100', 'hex');
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** Returns 55 bytes that look like ASF, with an object whose size is zero. */
export function asf(): Buffer {
  const file = Buffer.alloc(55);
  Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex').copy(file);
  file.writeBigUInt64LE(54n, 16);
  file.writeUInt32LE(1, 24);
  return file;
}

export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
export const HTML = '<!doctype html><title>SECRET</title><p>not a picture</p>';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const END = Buffer.from([0xff, 0xd9]);

function length(size: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(size);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
