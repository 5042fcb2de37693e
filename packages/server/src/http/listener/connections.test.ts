import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { type ConnectionLimits, limitConnections } from './connections.ts';

const LARGE = Buffer.alloc(16 * 1024 ** 2, 'x');
const ended: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function* pieces() {
  for (let at = 0; at < LARGE.length; at += 65_536) yield LARGE.subarray(at, at + 65_536);
}

/** Starts a server that answers /large with 16 MB in pieces, and anything else at once. */
async function start(limits: Partial<ConnectionLimits>) {
  const refused: string[] = [];
  const handled: string[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 }, (asked, response) => {
    handled.push(`${asked.method} ${asked.url}`);
    if (asked.url !== '/large') response.end('here');
    else Readable.from(pieces(), { objectMode: false }).pipe(response);
  });
  limitConnections(server, { perClient: 3, trustedProxies: [], ...limits }, (client) => refused.push(client));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Opens a connection from one of this machine's addresses, that may read nothing. */
  const open = async (localAddress = '127.0.0.1', sent = ''): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    ended.push(() => socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    if (sent !== '') socket.write(sent);
    return socket;
  };
  const ask = async (localAddress = '127.0.0.1') => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status?: number;
      retryAfter?: string;
      body: string;
    }>();
    const asked = request({ host: '127.0.0.1', port, localAddress, agent: false }, async (answer) => {
      const { statusCode: status, headers } = answer;
      const retryAfter = headers['retry-after'];
      resolve({ body: await text(answer), ...(status && { status }), ...(retryAfter && { retryAfter }) });
    });
    asked.on('error', reject).end();
    return promise;
  };
  const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  return { refused, handled, open, ask, count };
}

test('a client with too many connections reads that in an answer; another client is served, and so is it once one has ended', async () => {
  const { refused, open, ask } = await start({});
  const [first] = [await open(), await open(), await open()];
  const { status, retryAfter, body } = await ask();
  expect({ status, retryAfter }).toEqual({ status: 429, retryAfter: '10' });
  expect(JSON.parse(body)).toMatchObject({
    code: 'rate_limited',
    details: { quota: 'connections', limit: 3 },
    error: expect.stringContaining('Nothing was done'),
  });
  expect((await ask()).status).toBe(429);
  expect(refused).toEqual(['127.0.0.1']);
  expect(await ask('127.0.0.2')).toMatchObject({ status: 200, body: 'here' });
  first.destroy();
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000);
});

test('what a client sends on a connection that is refused is not carried out', async () => {
  const { handled, open, ask } = await start({ perClient: 1 });
  const [first] = [await open()];
  const post = 'POST /publish HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n{}';
  const closed = Array.from({ length: 30 }, async () => {
    const socket = await open('127.0.0.1', post);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  });
  await Promise.all(closed);
  first.destroy();
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000);
  expect(handled).toEqual(['GET /']);
});

test('a proxy that is trusted has as many connections as its clients need', async () => {
  const { open, ask, refused } = await start({ trustedProxies: ['127.0.0.0/8'] });
  for (let count = 0; count < 20; count += 1) await open();
  expect((await ask()).status).toBe(200);
  expect(refused).toEqual([]);
});

test('a thousand connections of one client leave only those that it may have', async () => {
  const { open, count } = await start({ perClient: 10 });
  await Promise.all(Array.from({ length: 1_000 }, () => open()));
  await vi.waitFor(async () => expect(await count()).toBe(10), 20_000);
});

test('a client that reads nothing of an answer is disconnected, and one that reads slowly gets all of it', async () => {
  const { open, count } = await start({ perClient: 10, stalledMs: 4_000 });
  const large = 'GET /large HTTP/1.1\r\nHost: here\r\n\r\n';
  const slow = await open('127.0.0.1', large);
  let received = 0;
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 25);
  });
  const silent = [await open('127.0.0.2', large), await open('127.0.0.2', large.repeat(20))];
  for (const socket of silent) socket.pause();
  // Sending more is no reading.
  const sending = setInterval(() => silent[1]?.write('x'), 50);
  ended.push(() => clearInterval(sending));
  await vi.waitFor(async () => expect(await count()).toBe(1), 20_000);
  await vi.waitFor(() => expect(received).toBeGreaterThan(LARGE.length), 60_000);
  expect(await count()).toBe(1);
});
