import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { MP4_HEAD } from '../../../../platforms/tests/support/media-samples.ts';

const BLOCK = 1024 * 1024;

/** A large video on a separate web server, which generates the bytes on request. */
export interface VideoFile extends AsyncDisposable {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** @param megabytes size in MiB */
export async function serveVideo(megabytes: number): Promise<VideoFile> {
  const bytes = megabytes * BLOCK;
  const hash = createHash('sha256');
  for (const block of blocks(megabytes)) hash.update(block);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes });
    Readable.from(blocks(megabytes)).pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`,
    bytes,
    sha256: hash.digest('hex'),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** No two blocks are equal, so that a lost or doubled one shows. */
function* blocks(count: number): Generator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    const block = Buffer.alloc(BLOCK, `block ${index} `);
    if (index === 0) MP4_HEAD.copy(block);
    yield block;
  }
}
