import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The smallest real picture: a GIF of one pixel. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A real PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The head of a JPEG with these dimensions as stored, and how it is turned to be seen; nothing else is read. */
export function jpeg(width: number, height: number, orientation = 1): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const exif = Buffer.from('ffe1002245786966000049492a000800000001001201030001000000', 'hex');
  const turned = Buffer.concat([exif, Buffer.from([orientation, 0, 0, 0, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    orientation === 1 ? Buffer.alloc(0) : turned,
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A video as its boxes describe it. */
export interface VideoForm {
  /** The main brand of the file: `qt  ` for QuickTime. */
  readonly brand?: string;
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  /** Degrees clockwise by which players turn it. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** What its track has: pictures or sound. */
  readonly handler?: 'vide' | 'soun';
  /** Puts the description behind the pictures, as cameras do. */
  readonly isDescribedLast?: boolean;
}

/** An MP4 of this size whose only track has no frames: an upright video of ten seconds, unless the form says otherwise. */
export function mp4(bytes: number, form: VideoForm = {}): Buffer {
  const { brand = 'mp42', isDescribedLast = false } = form;
  const head = box('ftyp', Buffer.from(`${brand}\0\0\0\0mp42isom`, 'latin1'));
  const movie = describeMovie(form);
  const frames = Buffer.alloc(bytes - head.length - movie.length - 8, 'pictures that move');
  const parts = [movie, box('mdat', frames)];
  return Buffer.concat([head, ...(isDescribedLast ? parts.reverse() : parts)]);
}

function describeMovie({
  width = 720,
  height = 1280,
  seconds = 10,
  rotation = 0,
  handler = 'vide',
}: VideoForm): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(seconds * 1000, 16);
  const track = Buffer.alloc(84);
  const [cosine, sine] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[rotation] as [number, number];
  for (const [at, value] of [
    [40, cosine],
    [44, sine],
    [52, -sine],
    [56, cosine],
    [76, width],
    [80, height],
  ] as const) {
    track.writeInt32BE(value * 65_536, at);
  }
  const media = Buffer.alloc(25);
  media.write(handler, 8, 'latin1');
  return box('moov', box('mvhd', movie), box('trak', box('tkhd', track), box('mdia', box('hdlr', media))));
}

/** A box of an MP4, QuickTime or HEIF file. */
export function box(name: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A GIF of one pixel a frame. */
export function movingGif({
  frames,
  width = 1,
  height = 1,
}: {
  frames: number;
  width?: number;
  height?: number;
}): Buffer {
  const screen = Buffer.from(gif.subarray(0, 19));
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => gif.subarray(19, -1)), Buffer.from(';')]);
}

/** SHA-256 in lower-case hexadecimal. */
export function hashOf(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Serves HTTP on this machine until the test ends. @returns The server's address without a trailing slash. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves files until the test ends; a text redirects there. @returns The base of their addresses. */
export function hostMedia(files: Readonly<Record<string, Buffer | string>>): Promise<string> {
  return serve(({ url = '' }, response) => {
    const file = files[url.slice(1)];
    if (typeof file === 'string') response.writeHead(302, { location: file }).end();
    else response.writeHead(file ? 200 : 404).end(file);
  });
}
