import { scrypt } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '../../../testkit/src/servers/name-server.ts';
import { exchange } from '../../src/http/exchange/exchange.ts';
import {
  createHostLookup,
  createNameLookup,
  type NameLookup,
  toSocketLookup,
} from '../../src/http/exchange/name-lookup.ts';
import { createTransport } from '../../src/http/exchange/transport.ts';
import { type Listening, listen } from '../support/listen.ts';

const POOL_THREADS = 4;
const directory = mkdtempSync(join(tmpdir(), 'social-hosts-'));
const hostsFile = join(directory, 'hosts');
let names: NameServer;
let lookup: NameLookup;
/** Gives up soon. */
let impatient: NameLookup;
let server: Listening;

beforeAll(async () => {
  names = await startNameServer((name) => {
    if (name === 'network.example') return ['127.0.0.1'];
    if (name === 'both.example') return ['127.0.0.1', '::1'];
    return name === 'silent.example' ? 'silent' : 'unknown';
  });
  writeFileSync(hostsFile, '127.0.0.7\tInternal.example internal # a comment\n::7 internal.example\nnonsense\n');
  lookup = createHostLookup(createNameLookup([names.address], 60_000), hostsFile);
  impatient = createHostLookup(createNameLookup([names.address], 400), hostsFile);
  server = await listen(createServer((_request, response) => response.end('{}')));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await names[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

/** Keeps every thread of the pool at work; resolves when there is nothing left to do. */
async function fillThreadPool(): Promise<void> {
  const hash = () =>
    new Promise<void>((resolve, reject) => {
      const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
      scrypt('password', 'salt', 64, cost, (error) => (error ? reject(error) : resolve()));
    });
  await Promise.all(Array.from({ length: POOL_THREADS * 2 }, hash));
}

it('reaches a network by its name while the thread pool is full', { timeout: 60_000 }, async () => {
  const { fetch, dispatcher } = createTransport(lookup);
  const local = { method: 'GET', url: new URL(`http://localhost:${server.port}`), headers: {} };
  // Loads the client, which reads files.
  await exchange(local, {});
  let isFull = true;
  const full = fillThreadPool().finally(() => {
    isFull = false;
  });
  const answer = await fetch(`http://network.example:${server.port}`, { dispatcher });
  expect(answer.status).toBe(200);
  expect((await exchange(local, {})).status).toBe(200);
  expect(isFull).toBe(true);
  await full;
  await dispatcher.close();
});

it.each([
  ['a name server knows', 'network.example', ['127.0.0.1']],
  ['has addresses of both families', 'both.example', ['127.0.0.1', '::1']],
  ['is in the hosts file, in capital letters', 'internal.example', ['127.0.0.7', '::7']],
  ['is in the hosts file in short', 'INTERNAL.', ['127.0.0.7']],
  ['is this machine', 'localhost', ['127.0.0.1', '::1']],
  ['is this machine, too', 'sandbox.localhost', ['127.0.0.1', '::1']],
])('finds a host that %s', async (_what, name, addresses) => {
  expect((await lookup(name)).map(({ address }) => address)).toEqual(addresses);
});

it('reads a changed hosts file again', async () => {
  const path = join(directory, 'changing');
  const find = createHostLookup(createNameLookup([names.address], 60_000), path);
  writeFileSync(path, '127.0.0.8 moved.example\n');
  expect(await find('moved.example')).toEqual([{ address: '127.0.0.8', family: 4 }]);
  writeFileSync(path, '127.0.0.9 moved.example\n');
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  expect(await find('moved.example')).toEqual([{ address: '127.0.0.9', family: 4 }]);
});

it('leaves a name to the system that the name servers do not know', async () => {
  await expect(lookup('no-such-host.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' });
});

it('does not ask the system where name servers are silent', async () => {
  await expect(impatient('silent.example')).rejects.toMatchObject({ syscall: 'queryA' });
});

it('answers sockets in their own form', async () => {
  const ask = (options: object) =>
    new Promise((resolve) => toSocketLookup(lookup)('both.example', options, (...answer) => resolve(answer)));
  expect(await ask({ all: true })).toEqual([
    null,
    [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ]);
  expect(await ask({ family: 6 })).toEqual([null, '::1', 6]);
  expect(await ask({ family: 'IPv4' })).toEqual([null, '127.0.0.1', 4]);
});
