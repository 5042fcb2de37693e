import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { useResource, useStack } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Certificate, selfSigned } from './certificates.ts';
import { sends, startMediaServer } from './media-servers.ts';
import { png } from './sample-files.ts';

const TRUSTED = {
  address: selfSigned('127.0.0.1', 30),
  name: selfSigned('localhost', 30),
  expired: selfSigned('127.0.0.1', -1),
};
const UNKNOWN = selfSigned('127.0.0.1', 30);

const { workspace } = useStack({ connect: ['profnet'] });
const plain = useResource(() => startMediaServer({ '/a.png': sends(png()) }));
const servers: Server[] = [];
const before = getCACertificates('default');

beforeAll(() => {
  // As if a certificate authority had signed them.
  setDefaultCACertificates([...before, ...Object.values(TRUSTED).map(({ cert }) => cert)]);
});

afterAll(() => {
  setDefaultCACertificates(before);
  for (const server of servers) server.close();
});

async function serve(certificate: Certificate, location?: string): Promise<number> {
  const server = createServer({ ...certificate }, (_request, response) => {
    if (location === undefined) response.end(png());
    else response.writeHead(302, { location }).end();
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

async function publish(url: string) {
  const { status, body } = await workspace.publish({ text: `with ${url}`, platforms: ['profnet'], mediaUrls: [url] });
  expect(status).toBe(201);
  return body.platformResults.profnet;
}

test.each([
  ['of its address', '127.0.0.1', TRUSTED.address],
  ['of its name', 'localhost', TRUSTED.name],
])('U60: fetches from a server with a certificate %s', async (_title, host, certificate) => {
  expect(await publish(`https://${host}:${await serve(certificate)}/a.png`)).toMatchObject({ ok: true });
});

test.each([
  ['U61', 'that has expired', '127.0.0.1', TRUSTED.expired, 'its certificate has expired'],
  [
    ...(['U62', 'that signs itself', '127.0.0.1', UNKNOWN] as const),
    'its certificate is not signed by an authority that this server trusts',
  ],
  ['U63', 'of another name', '127.0.0.1', TRUSTED.name, 'its certificate is for localhost, not 127.0.0.1'],
  [
    ...(['U63', 'of an address in place of its name', 'localhost', TRUSTED.address] as const),
    'its certificate is for 127.0.0.1, not localhost',
  ],
])('%s: does not fetch from a server with a certificate %s', async (_id, _title, host, certificate, reason) => {
  const result = await publish(`https://${host}:${await serve(certificate)}/a.png`);
  expect(result).toMatchObject({ ok: false, state: 'failed', code: 'media_unreachable', credits: 0 });
  expect(result.error).toMatch(new RegExp(`could not be fetched: ${reason}$`));
  expect(result.error).not.toMatch(/CERT|SELF_SIGNED|ERR_TLS|altname/);
});

test('U62: does not fetch from a plain server that is called https, or the other way round', async () => {
  const port = await serve(TRUSTED.address);
  for (const url of [`${plain.url.replace('http:', 'https:')}/a.png`, `http://127.0.0.1:${port}/a.png`]) {
    expect(await publish(url)).toMatchObject({ ok: false, code: 'media_unreachable', credits: 0 });
  }
});

test('U69: does not follow a redirect from https to http', async () => {
  plain.seen.length = 0;
  const port = await serve(TRUSTED.address, `${plain.url}/a.png`);
  expect(await publish(`https://127.0.0.1:${port}/a.png`)).toMatchObject({
    ...{ ok: false, code: 'media_unreachable' },
    error: expect.stringMatching(
      /it redirects from https to http; give the http address itself, or correct the redirect$/,
    ),
  });
  expect(plain.seen).toEqual([]);
});

test('U69: follows a redirect from one https server to another, and checks its certificate too', async () => {
  const good = await serve(TRUSTED.name);
  const bad = await serve(UNKNOWN);
  const toGood = await serve(TRUSTED.address, `https://localhost:${good}/a.png`);
  const toBad = await serve(TRUSTED.address, `https://127.0.0.1:${bad}/a.png`);
  expect(await publish(`https://127.0.0.1:${toGood}/a.png`)).toMatchObject({ ok: true });
  expect(await publish(`https://127.0.0.1:${toBad}/a.png`)).toMatchObject({ ok: false, code: 'media_unreachable' });
});
