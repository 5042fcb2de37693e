import { createHash, randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { OutgoingMedia } from '../../src/index.ts';

/** Description of a file besides its bytes. */
type About = Pick<OutgoingMedia, 'kind' | 'contentType' | 'fileName'> & Partial<OutgoingMedia>;

/** A file of a post with these bytes, which are read in pieces. */
export function fileOf(data: Buffer, about: About, pieceBytes = 65_536): OutgoingMedia {
  return {
    bytes: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
    alt: '',
    dimensions: null,
    isAnimated: false,
    duration: null,
    publicUrl: null,
    open: async function* (fromByte = 0) {
      for (let at = fromByte; at < data.length; at += pieceBytes) yield data.subarray(at, at + pieceBytes);
    },
    ...about,
  };
}

/** A small image of one grey; `shade` (0–255) makes its bytes unique. */
export function sampleImage({ shade, alt = '' }: { shade: number; alt?: string }): OutgoingMedia {
  const fileName = `${shade}.png`;
  const about = {
    kind: 'image',
    contentType: 'image/png',
    fileName,
    alt,
    dimensions: { width: 1, height: 1 },
  } as const;
  return fileOf(grayPng(shade), about, 20);
}

/**
 * The head of an MP4 that describes an upright video of 720 by 1280 pixels and ten seconds. Whatever follows it is the content
 * of its last box.
 */
export const MP4_HEAD = Buffer.from(
  'AAAAGGZ0eXBtcDQyAAAAAG1wNDJpc29tAAABAW1vb3YAAABsbXZoZAAAAAAAAAAAAAAAAAAAA+gAACcQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACNdHJhawAAAFx0a2hkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAALQAAAFAAAAAAAAKW1kaWEAAAAhaGRscgAAAAAAAAAAdmlkZQAAAAAAAAAAAAAAAAAAAAAAbWRhdA==',
  'base64',
);

/** An MP4 of random frames. One below 300 bytes is cut off, and no network can show it. */
export function sampleVideo(bytes: number, more: Partial<OutgoingMedia> = {}): OutgoingMedia {
  const data = randomBytes(bytes);
  MP4_HEAD.copy(data);
  return fileOf(data, { kind: 'video', contentType: 'video/mp4', fileName: 'clip.mp4', ...more });
}

/** A PDF of random content. */
export function sampleDocument(bytes: number, more: Partial<OutgoingMedia> = {}): OutgoingMedia {
  const data = randomBytes(bytes);
  data.write('%PDF-1.7\n');
  data.write('\n%%EOF\n', bytes - 7);
  return fileOf(data, { kind: 'document', contentType: 'application/pdf', fileName: 'Release notes.pdf', ...more });
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
