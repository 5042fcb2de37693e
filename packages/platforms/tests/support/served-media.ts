import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import type { OutgoingMedia } from '../../src/index.ts';
import { listen } from './listen.ts';
import { fileOf, MP4_HEAD } from './media-samples.ts';

/** Files of a post, and the address at which a network can fetch each of them. */
export interface MediaServer {
  /** A real JPEG of 8 by 8 grey pixels that states the given dimensions; `shade` makes its bytes unique. */
  jpeg(options: { shade: number; alt?: string; width?: number; height?: number }): OutgoingMedia;
  /** An MP4 of this many bytes, at least 300. */
  video(options: { bytes: number; shade?: number; isBroken?: boolean; isQuickTime?: boolean }): OutgoingMedia;
}

/** Runs a web server on a free port of 127.0.0.1 for the tests of a file. */
export async function useMediaServer(): Promise<MediaServer> {
  const files = new Map<string, Buffer>();
  const server = await listen(
    createServer((request, response) => {
      const data = files.get(request.url ?? '');
      response.writeHead(data ? 200 : 404).end(data);
    }),
  );
  afterAll(() => server[Symbol.asyncDispose]());
  const serve = (data: Buffer, about: Parameters<typeof fileOf>[1]): OutgoingMedia => {
    const file = fileOf(data, about);
    const path = `/${file.sha256.slice(0, 12)}/${file.fileName}`;
    files.set(path, data);
    return { ...file, publicUrl: `${server.url}${path}` };
  };
  return {
    jpeg: ({ shade, alt = '', width = 8, height = 8 }) =>
      serve(grayJpeg({ shade, width, height }), {
        ...({ kind: 'image', contentType: 'image/jpeg' } as const),
        ...{ fileName: `${shade}.jpg`, alt },
        dimensions: { width, height },
      }),
    video: ({ bytes, shade = 0, isBroken = false, isQuickTime = false }) =>
      serve(videoBytes({ bytes, shade, isBroken, isQuickTime }), {
        kind: 'video',
        contentType: isQuickTime ? 'video/quicktime' : 'video/mp4',
        fileName: isQuickTime ? 'clip.mov' : 'clip.mp4',
      }),
  };
}

interface VideoForm {
  readonly bytes: number;
  readonly shade: number;
  readonly isBroken: boolean;
  readonly isQuickTime: boolean;
}

function videoBytes({ bytes, shade, isBroken, isQuickTime }: VideoForm): Buffer {
  const data = Buffer.alloc(bytes, shade + 1);
  if (!isBroken) MP4_HEAD.copy(data);
  if (isQuickTime) data.write('qt  \0\0\0\0qt  qt  ', 8, 'latin1');
  for (let at = MP4_HEAD.length; at + 4 <= bytes; at += 4096) data.writeUInt32BE(at, at);
  return data;
}

/** One block whose only coefficient is zero, coded with one-symbol Huffman tables. */
function grayJpeg({ shade, width, height }: { shade: number; width: number; height: number }): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const oneSymbol = [1, ...Array.from({ length: 15 }, () => 0), 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, Buffer.from(`shade ${shade}`)),
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 1)])),
    segment(0xc0, frame),
    segment(0xc4, Buffer.from([0x00, ...oneSymbol])),
    segment(0xc4, Buffer.from([0x10, ...oneSymbol])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0xd9]),
  ]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
