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

/** The head of a JPEG with these dimensions, which is all that the sandbox reads. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.from([0xff, 0xd9])]);
}

/** Bytes that begin like an MP4 file. */
export function mp4(bytes: number): Buffer {
  const data = Buffer.alloc(bytes, 'pictures that move');
  data.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
  return data;
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
