import { createHash, randomBytes } from 'node:crypto';
import type { OutgoingMedia } from '../src/index.ts';

/** A file of random bytes that begins like an MP4, as a post's media. */
export function sampleVideo(bytes: number): OutgoingMedia {
  const data = randomBytes(bytes);
  data.set(Buffer.from('\x00\x00\x00\x18ftypisom', 'latin1'));
  return {
    kind: 'video',
    contentType: 'video/mp4',
    bytes,
    sha256: createHash('sha256').update(data).digest('hex'),
    dimensions: null,
    fileName: 'clip.mp4',
    publicUrl: null,
    alt: '',
    open: async function* (fromByte = 0) {
      for (let at = fromByte; at < bytes; at += 65_536) yield data.subarray(at, at + 65_536);
    },
  };
}
