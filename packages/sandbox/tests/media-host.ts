import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** The head of a JPEG that says it has these dimensions: all that the sandbox looks at. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.from([0xff, 0xd9])]);
}

/** Something that looks like an MP4 file. */
export function mp4(bytes: number): Buffer {
  const data = Buffer.alloc(bytes, 'pictures that move');
  data.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
  return data;
}

/** The hash by which the sandbox names a file's content. */
export function hashOf(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Serves files until the test ends; answers the base of their addresses. */
export async function hostMedia(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const server = createServer((request, response) => {
    const data = files[(request.url ?? '').slice(1)];
    response.writeHead(data ? 200 : 404).end(data);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  return `http://127.0.0.1:${address.port}`;
}
