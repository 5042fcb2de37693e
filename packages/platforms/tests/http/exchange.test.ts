import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exchange } from '../../src/http/exchange/exchange.ts';
import { TransportFailure } from '../../src/http/exchange/transport-failure.ts';
import { freePort, listen } from '../support/listen.ts';
import { rejectionOf } from '../support/stub-network.ts';

const closers: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a server that does to a connection whatever a test wants; counts the requests whose head arrived. */
async function startPeer(serve: (socket: Socket) => void): Promise<{ port: number; heads: () => number }> {
  let heads = 0;
  const server = await listen(
    createServer((socket) => {
      socket.on('data', (data) => {
        if (data.toString('latin1').includes('HTTP/1.1\r\n')) heads += 1;
      });
      serve(socket);
    }),
  );
  closers.push(server[Symbol.asyncDispose]);
  return { port: server.port, heads: () => heads };
}

const post = (url: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  exchange({ method: 'POST', url: new URL(url), headers: {}, body: 'x=1' }, { timeoutMs: 1_000, ...options });

async function failure(work: Promise<unknown>): Promise<TransportFailure> {
  const error = await rejectionOf(work);
  expect(error).toBeInstanceOf(TransportFailure);
  if (!(error instanceof TransportFailure)) throw error;
  return error;
}

describe('a request that certainly did not arrive', () => {
  it('is recognized when no server listens', async () => {
    expect(await failure(post(`http://127.0.0.1:${await freePort()}`))).toMatchObject({ isSent: false });
  });

  it('is recognized when the name does not exist', async () => {
    expect(await failure(post('http://no-such-host.invalid'))).toMatchObject({ isSent: false });
  });

  it('is recognized when the other side speaks no TLS', async () => {
    const { port } = await startPeer((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    expect(await failure(post(`https://127.0.0.1:${port}`))).toMatchObject({ isSent: false });
  });

  it('is recognized when the TLS handshake never ends', async () => {
    const { port } = await startPeer(() => undefined);
    const error = await failure(post(`https://127.0.0.1:${port}`));
    expect(error).toMatchObject({ isSent: false, message: 'no connection was made in time' });
  });

  it('is recognized when the connection is cut during the TLS handshake', async () => {
    const { port } = await startPeer((socket) => socket.on('data', () => socket.resetAndDestroy()));
    expect(await failure(post(`https://127.0.0.1:${port}`))).toMatchObject({ isSent: false });
  });

  it('is recognized when it cannot be written, or its port is one that is blocked', async () => {
    const { port, heads } = await startPeer(() => undefined);
    const broken = {
      method: 'POST',
      url: new URL(`http://127.0.0.1:${port}`),
      headers: { authorization: 'a\r\nb: c' },
    };
    expect(await failure(exchange(broken, {}))).toMatchObject({ isSent: false });
    expect(await failure(post('http://127.0.0.1:6000'))).toMatchObject({ isSent: false });
    expect(heads()).toBe(0);
  });

  it('is recognized when the call was ended before it began', async () => {
    const { port, heads } = await startPeer(() => undefined);
    expect(await failure(post(`http://127.0.0.1:${port}`, { signal: AbortSignal.abort() }))).toMatchObject({
      isSent: false,
    });
    expect(heads()).toBe(0);
  });
});

describe('a request that may have arrived', () => {
  it('is one without an answer in time', async () => {
    const { port, heads } = await startPeer(() => undefined);
    const error = await failure(post(`http://127.0.0.1:${port}`));
    expect(error).toMatchObject({ isSent: true, message: 'it did not answer in time' });
    expect(heads()).toBe(1);
  });

  it.each(['resetAndDestroy', 'destroy', 'end'] as const)(
    'is one after which the connection ends by %s',
    async (end) => {
      const { port, heads } = await startPeer((socket) => socket.on('data', () => socket[end]()));
      expect(await failure(post(`http://127.0.0.1:${port}`, { timeoutMs: 10_000 }))).toMatchObject({ isSent: true });
      expect(heads()).toBe(1);
    },
  );

  it('is one whose answer is not HTTP', async () => {
    const { port } = await startPeer((socket) => socket.on('data', () => socket.end('SSH-2.0-nonsense\r\n')));
    expect(await failure(post(`http://127.0.0.1:${port}`))).toMatchObject({ isSent: true });
  });

  it('is one whose call is ended while it waits', async () => {
    const { port } = await startPeer(() => undefined);
    const error = await failure(
      post(`http://127.0.0.1:${port}`, { timeoutMs: 5_000, signal: AbortSignal.timeout(500) }),
    );
    expect(error.isSent).toBe(true);
  });

  it('is distinguished from others that run at the same time', async () => {
    const { port } = await startPeer(() => undefined);
    const refused = await freePort();
    const sent = await Promise.all(
      Array.from({ length: 40 }, async (_, index) =>
        failure(post(index % 2 ? `http://127.0.0.1:${port}` : `http://127.0.0.1:${refused}`)),
      ),
    );
    expect(sent.map(({ isSent }) => isSent)).toEqual(sent.map((_, index) => index % 2 === 1));
  });
});

describe('an answer', () => {
  const answering = (head: string, body: Buffer | string = '') =>
    startPeer((socket) =>
      socket.on('data', () => socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]))),
    );

  it('counts by its status even when its body is cut off', async () => {
    const { port } = await answering('HTTP/1.1 403 Forbidden\r\ncontent-length: 500', '{"detail":"For');
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ status: 403, text: '', bodyProblem: 'cut' });
  });

  it('is not read beyond 1 MB, compressed or not', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { port } = await answering(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}`,
      bomb,
    );
    const before = process.memoryUsage().rss;
    expect(await post(`http://127.0.0.1:${port}`, { timeoutMs: 5_000 })).toMatchObject({ bodyProblem: 'oversized' });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  it('is not redirected', async () => {
    const { port, heads } = await answering('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0');
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ status: 302 });
    expect(heads()).toBe(1);
  });
});

/** Starts a listener that stops answering, as behind a cut line: the kernel drops incoming packets. */
async function startDeadPort(): Promise<number> {
  const listen =
    "const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))";
  const child = spawn(process.execPath, ['-e', listen]);
  const [line] = await once(child.stdout, 'data');
  const port = Number(String(line));
  child.kill('SIGSTOP');
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  closers.push(async () => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(waiting[0] as Socket, 'connect');
  return port;
}

/** Runs a call with its default limits. Its timers have a clock of their own, while sockets keep real time. */
async function clocked(work: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  closers.push(async () => void vi.useRealTimers());
  let ended: unknown = null;
  const settled = work().then(
    (answer) => {
      ended = answer;
    },
    (error: unknown) => {
      ended = error;
    },
  );
  const passes = async (ms: number): Promise<void> => {
    await delay(250);
    vi.advanceTimersByTime(ms);
    await delay(50);
  };
  return {
    /** Returns the answer or the error of the call, which comes when this time has passed, and not before. */
    async endsAfter(ms: number): Promise<unknown> {
      await passes(ms - 100);
      expect(ended).toBeNull();
      await passes(100);
      await settled;
      return ended;
    },
  };
}

describe('without a limit of the caller', () => {
  const get = (url: string) => exchange({ method: 'GET', url: new URL(url), headers: {} }, {});

  it.runIf(process.platform === 'linux')('a connection that is never made is given up after 5 s', async () => {
    const port = await startDeadPort();
    const call = await clocked(() => get(`http://127.0.0.1:${port}`));
    expect(await call.endsAfter(5_000)).toMatchObject({ isSent: false, message: 'no connection was made in time' });
  });

  it('a TLS handshake that never ends is given up after 5 s', async () => {
    const { port } = await startPeer(() => undefined);
    const call = await clocked(() => get(`https://127.0.0.1:${port}`));
    expect(await call.endsAfter(5_000)).toMatchObject({ isSent: false });
  });

  it('an answer that does not begin is given up after 15 s, and the connection with it', async () => {
    let isClosed = false;
    const { port } = await startPeer((socket) => {
      socket.on('close', () => {
        isClosed = true;
      });
    });
    const call = await clocked(() => get(`http://127.0.0.1:${port}`));
    expect(await call.endsAfter(15_000)).toMatchObject({ isSent: true, message: 'it did not answer in time' });
    vi.useRealTimers();
    await vi.waitFor(() => expect(isClosed).toBe(true), 15_000);
  });

  it('an answer that does not end is cut off after 30 s', async () => {
    const begun = Promise.withResolvers<void>();
    const { port } = await startPeer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{', () => begun.resolve()));
    });
    const call = await clocked(() => get(`http://127.0.0.1:${port}`));
    await begun.promise;
    expect(await call.endsAfter(30_000)).toMatchObject({ status: 200, bodyProblem: 'cut' });
  });

  it('a kept connection that died unnoticed is given up after 15 s', async () => {
    let isDead = false;
    const { port } = await startPeer((socket) =>
      socket.on('data', () => {
        if (!isDead) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      }),
    );
    expect(await get(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200, text: '{}' });
    isDead = true;
    const call = await clocked(() => get(`http://127.0.0.1:${port}`));
    expect(await call.endsAfter(15_000)).toMatchObject({ isSent: true });
  });
});
