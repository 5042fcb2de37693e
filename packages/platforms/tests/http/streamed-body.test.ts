import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange } from '../../src/http/exchange/exchange.ts';
import { multipartBody } from '../../src/http/exchange/multipart.ts';
import type { StreamedBody } from '../../src/http/exchange/streamed-body.ts';
import { TransportFailure } from '../../src/http/exchange/transport-failure.ts';
import { listen } from '../support/listen.ts';
import { rejectionOf } from '../support/stub-network.ts';

const closers: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a server that does with a connection what the test wants, and remembers the bytes it received. */
async function startPeer(
  receive: (socket: Socket, received: string) => void,
): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = await listen(
    createServer((socket) => {
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('latin1');
        seen[0] = received;
        receive(socket, received);
      });
    }),
  );
  closers.push(server[Symbol.asyncDispose]);
  return { url: server.url, seen };
}

const send = (url: string, body: StreamedBody) =>
  exchange({ method: 'POST', url: new URL(url), headers: {}, body, isUpload: true }, { timeoutMs: 5_000 });

const answer = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');

/** The first piece at once, the second when the test lets it go. */
function inTwoPieces(): { body: StreamedBody; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body: StreamedBody = {
    bytes: 6,
    open: async function* () {
      yield Buffer.from('abc');
      await promise;
      yield Buffer.from('def');
    },
  };
  return { body, release: resolve };
}

describe('a body that is produced while it is sent', () => {
  it('arrives with its exact length announced', async () => {
    const { body, release } = inTwoPieces();
    const { url, seen } = await startPeer((socket, received) => {
      if (received.endsWith('abc')) release();
      if (received.endsWith('abcdef')) answer(socket);
    });
    expect(await send(url, body)).toMatchObject({ status: 200, text: 'ok' });
    expect(seen[0]?.toLowerCase()).toContain('content-length: 6\r\n');
    expect(seen[0]?.toLowerCase()).not.toContain('transfer-encoding');
  });

  it('counts as not accepted when the connection breaks before its last byte', async () => {
    const { body, release } = inTwoPieces();
    const { url } = await startPeer((socket, received) => received.endsWith('abc') && socket.resetAndDestroy());
    const error = await rejectionOf(send(url, body));
    release();
    expect(error).toBeInstanceOf(TransportFailure);
    expect(error).toMatchObject({ isSent: false, isPartial: true });
  });

  it('may have been accepted when the connection breaks after it', async () => {
    const { body, release } = inTwoPieces();
    release();
    const { url } = await startPeer((socket, received) => received.endsWith('abcdef') && socket.resetAndDestroy());
    expect(await rejectionOf(send(url, body))).toMatchObject({ isSent: true, isPartial: false });
  });

  it('ends the request with the error of its source, and the network sees that it is not whole', async () => {
    const broken = new Error('the disk is gone');
    const body: StreamedBody = {
      bytes: 6,
      open: async function* () {
        yield Buffer.from('abc');
        throw broken;
      },
    };
    const { url, seen } = await startPeer(() => undefined);
    expect(await rejectionOf(send(url, body))).toBe(broken);
    expect(seen[0] ?? '').not.toContain('def');
  });

  it('counts an answer that comes before its end', async () => {
    const { body, release } = inTwoPieces();
    const { url } = await startPeer((socket) => socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'));
    expect(await send(url, body)).toMatchObject({ status: 413 });
    release();
  });
});

it('writes forms that others read, with names that cannot break out', async () => {
  const data = Buffer.from('\r\n--form\r\n"bytes"\0');
  const open = async function* () {
    yield data.subarray(0, 5);
    yield data.subarray(5);
  };
  const file = { name: 'files[0]', fileName: 'ü "x"\r\n.png', contentType: 'image/png', bytes: data.length, open };
  const { contentType, body } = multipartBody([{ name: 'text', value: 'höi\n' }, file, { name: 'last', value: '' }]);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.open()) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  expect(whole.length).toBe(body.bytes);
  const form = await new Response(whole, { headers: { 'content-type': contentType } }).formData();
  expect([form.get('text'), form.get('last')]).toEqual(['höi\n', '']);
  const read = form.get('files[0]');
  if (!(read instanceof File)) throw new Error('the file is missing');
  expect([read.name, read.type]).toEqual(['ü "x"\r\n.png', 'image/png']);
  expect(Buffer.from(await read.arrayBuffer())).toEqual(data);
});
