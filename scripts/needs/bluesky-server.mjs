import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A Bluesky server and its directory of accounts, for tests: `node bluesky-server.mjs '{"folder":…}'`. Prints a line of JSON
// when both answer, and ends when its standard input does.

const { folder, clients, isBehindProxy } = JSON.parse(process.argv[2]);
const directory = mkdtempSync(join(tmpdir(), 'social-bluesky-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
process.stdin.resume().once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));

/** Number of a port that nobody uses now, below the range that the system assigns to connections. */
async function freePort() {
  const server = createServer();
  const tried = randomInt(20_000, 32_000);
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(tried, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return tried;
}

const [plcPort, port, hiddenPort] = [await freePort(), await freePort(), await freePort()];
const listensOn = isBehindProxy ? hiddenPort : port;

// Both servers would listen on all addresses of this machine.
const { listen } = Server.prototype;
Server.prototype.listen = function listenHere(wanted, ...rest) {
  const asked = typeof wanted === 'object' ? wanted.port : wanted;
  const callback = rest.find((each) => typeof each === 'function');
  return listen.call(this, { port: asked === port ? listensOn : asked, host: '127.0.0.1' }, callback);
};

// The server reads the descriptions of apps at public addresses, which lead nowhere here. Its packages take `fetch` when they load.
const originalFetch = globalThis.fetch;
globalThis.fetch = (input, options) => {
  const request = new Request(input, options);
  const { host, pathname, search } = new URL(request.url);
  const standIn = clients[host];
  if (standIn === undefined) return originalFetch(request);
  return originalFetch(new Request(`${standIn}${pathname}${search}`, request), {
    headers: { ...Object.fromEntries(request.headers) },
  });
};

const require = createRequire(pathToFileURL(join(folder, 'package.json')));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { PDS, envToCfg, envToSecrets } = await load('@atproto/pds');
const { PlcServer, Database } = await load('@did-plc/server');

await PlcServer.create({ db: Database.mock(), port: plcPort }).start();
const plcUrl = `http://localhost:${plcPort}`;
const nobody = { url: 'http://localhost:1', did: 'did:example:nobody' };
const env = {
  ...{ devMode: true, port, hostname: 'localhost', didPlcUrl: plcUrl, inviteRequired: false, rateLimitsEnabled: false },
  ...{ dataDirectory: directory, blobstoreDiskLocation: join(directory, 'blobs'), serviceHandleDomains: ['.test'] },
  ...{ jwtSecret: randomBytes(16).toString('hex'), adminPassword: randomBytes(16).toString('hex') },
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  dpopSecret: randomBytes(32).toString('hex'),
  disableSsrfProtection: true,
  ...{ bskyAppViewUrl: nobody.url, bskyAppViewDid: nobody.did },
  ...{
    modServiceUrl: nobody.url,
    modServiceDid: nobody.did,
    reportServiceUrl: nobody.url,
    reportServiceDid: nobody.did,
  },
};
const pds = await PDS.create(envToCfg(env), envToSecrets(env));
await pds.start();
console.log(JSON.stringify({ url: `http://localhost:${port}`, plcUrl, listensAt: `http://127.0.0.1:${listensOn}` }));
