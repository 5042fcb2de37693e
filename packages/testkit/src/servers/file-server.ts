import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { close as closeServer, listen } from './local-server.ts';

/** A file as it is served at a path. */
export interface ServedFile {
  readonly body: Uint8Array | string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set for a file of which the server sends the parts that it is asked for. */
  readonly inParts?: true;
}

/** A web server for media that posts name by address. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** Paths of the requests so far. */
  readonly requests: readonly string[];
  /** Serves a file at a path and returns its address. */
  serve(path: string, file: ServedFile): string;
  close(): Promise<void>;
}

/** Starts a file server on a free port of 127.0.0.1. Unknown paths answer 404. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const file = files.get(path) ?? { status: 404, body: 'not here' };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || !file.inParts) response.writeHead(file.status ?? 200, file.headers ?? {}).end(file.body);
    else {
      const body = Buffer.from(file.body);
      const part = body.subarray(Number(from), Number(to) + 1);
      const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
      response.writeHead(206, { ...file.headers, 'content-range': range }).end(part);
    }
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const close = () => closeServer(server);
  return {
    url,
    requests,
    serve(path, file) {
      files.set(path, file);
      return `${url}${path}`;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Makes a valid PNG of one grey pixel.
 * @param shade from 0 to 255; another shade is another file
 * @param paddingBytes makes the file as much larger, and by 12 bytes
 */
export function samplePng(shade = 0, paddingBytes = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.from([0, shade % 256]));
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    // An ancillary chunk of an unknown type: readers skip it.
    ...(paddingBytes > 0 ? [pngChunk('paDd', Buffer.alloc(paddingBytes))] : []),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
