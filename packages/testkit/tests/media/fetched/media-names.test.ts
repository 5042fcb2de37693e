import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@social/server';
import { type NameAnswer, type RecordType, samplePng, startNameServer, useResource } from '@social/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNameLookup } from '../../../../platforms/src/http/exchange/name-lookup.ts';
import { createDownloader, type Downloader } from '../../../../server/src/media/fetch/download.ts';
import { UNLIMITED } from '../../../../server/src/media/keep/account.ts';
import { createTemporaryFiles } from '../../../../server/src/media/keep/temporary-files.ts';

// With a sandbox, media may come from this machine, but only by loopback addresses: 0.0.0.0 and :: lead to it as well,
// and must not be dialled. So one listener has an address that is allowed and others that are not.
const ALLOWED = '127.0.0.2';
const REACHED_BY_BLOCKED = '127.0.0.1';
const LOOKUP_TIMEOUT_MS = 1_500;

const directory = mkdtempSync(join(tmpdir(), 'social-media-names-'));
let turn = 0;

const ANSWERS: Readonly<Record<string, (type: RecordType) => NameAnswer>> = {
  'good.example': () => [ALLOWED],
  'blocked.example': () => ['0.0.0.0'],
  'rebind.example': (type) => (type === 'AAAA' ? [] : [turn++ % 2 === 0 ? ALLOWED : '0.0.0.0']),
  'mixed.example': () => [ALLOWED, '::'],
  'many.example': () => [ALLOWED, '127.0.0.3', '127.0.0.4', '0.0.0.0'],
  'only-four.example': (type) => (type === 'A' ? [ALLOWED] : 'broken'),
  'silent.example': () => 'silent',
  'broken.example': () => 'broken',
  'without.example': () => [],
};

const names = useResource(() => startNameServer((name, type) => ANSWERS[name]?.(type) ?? 'unknown'));
let server: Server;
let port: number;
/** Local address of each connection to the listener, which is the dialed one. */
let arrived: string[] = [];
let downloader: Downloader;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const target = new URL(url ?? '/', 'http://any').searchParams.get('to');
    if (target) response.writeHead(302, { location: `https://${target}/a.png` }).end();
    else response.end(samplePng());
  }).on('connection', ({ localAddress }) => arrived.push(localAddress?.replace('::ffff:', '') ?? ''));
  // On every address of this machine.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
  downloader = createDownloader({
    policy: { allowLoopback: true },
    files: createTemporaryFiles({ directory, logger: createLogger('silent'), accountOf: async () => UNLIMITED }),
    lookup: createNameLookup([names.address], LOOKUP_TIMEOUT_MS),
  });
});

beforeEach(() => {
  arrived = [];
});

afterAll(async () => {
  await downloader.close();
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true });
});

/** Returns null if the address was fetched, else the message for the user. */
async function problemOf(host: string, query = ''): Promise<string | null> {
  try {
    const { signal } = new AbortController();
    const { file } = await downloader.download(`http://${host}:${port}/a.png${query}`, signal, { owner: 'w' });
    await file.remove();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("the test's listener can be reached at the blocked address", async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '0.0.0.0', () => socket.destroy()).once('close', () => resolve());
  });
  await expect.poll(() => arrived).toEqual([REACHED_BY_BLOCKED]);
});

test('a name whose address changes with every look-up is dialed only at the checked address', async () => {
  let fetched = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const problem = await problemOf('rebind.example');
    if (problem === null) fetched += 1;
    else expect(problem).toContain('not on the public internet');
  }
  expect(turn).toBe(1_000);
  expect(fetched).toBe(500);
  expect(arrived).toEqual(Array(500).fill(ALLOWED));
});

test.each(['blocked.example', 'mixed.example', 'many.example'])(
  'no address of %s is dialed, because one is blocked',
  async (name) => {
    expect(await problemOf(name)).toContain('not on the public internet');
    expect(arrived).toEqual([]);
  },
);

test.each([
  ['blocked.example', 'address is not on the public internet'],
  ['nobody.example', 'host name is unknown'],
  ['broken.example', 'host name could not be looked up'],
])('the message about a redirect to %s names the other server, whose %s', async (target, reason) => {
  expect(await problemOf('good.example', `?to=${target}`)).toMatch(
    new RegExp(`could not be fetched: it redirects to a server whose ${reason}$`),
  );
  expect(arrived).toEqual([ALLOWED]);
});

test('a name server that fails for one family does not stop the other', async () => {
  expect(await problemOf('only-four.example')).toBeNull();
  expect(arrived).toEqual([ALLOWED]);
});

test.each([
  ['unknown.example', 'its host name is unknown'],
  ['without.example', 'its host name is unknown'],
  ['broken.example', 'its host name could not be looked up'],
])('%s is said to be so', async (name, reason) => {
  expect(await problemOf(name)).toBe(`${name}:${port}/a.png could not be fetched: ${reason}`);
});

test('a name server that never answers times out and delays no other look-up', async () => {
  let hasEnded = false;
  const silent = Promise.all(Array.from({ length: 40 }, () => problemOf('silent.example'))).finally(() => {
    hasEnded = true;
  });
  await lookup('localhost');
  expect(await problemOf('good.example')).toBeNull();
  expect(hasEnded).toBe(false);
  expect(new Set(await silent)).toEqual(
    new Set([`silent.example:${port}/a.png could not be fetched: its host name could not be looked up`]),
  );
});
