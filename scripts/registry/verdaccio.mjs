import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { capture } from '../programs.mjs';

/** Only this test needs it: it is not part of an ordinary installation. The newer node-fetch that it asks for has no CommonJS. */
const REGISTRY = {
  private: true,
  dependencies: { verdaccio: '6.10.4' },
  overrides: { 'node-fetch': '2.7.0' },
};
const STARTS_WITHIN_MS = 60_000;

/**
 * Starts a registry on loopback that holds the packages of this repository, and passes on the others of the registry that npm
 * is configured with.
 * @param {string} folder an empty one, for its files
 * @returns {Promise<{url: string, npmrc: string, stop: () => Promise<void>}>} `npmrc` is the content of a file for npm by
 *   which it uses this registry and may publish there
 */
export async function startRegistry(folder) {
  const program = await installVerdaccio();
  const uplink = (await capture('npm', ['config', 'get', 'registry'], { stdio: ['ignore', 'pipe', 2] })).trim();
  const port = await freePort();
  const given = { folder: program, port, config: configOf(folder, uplink) };
  const child = spawn(process.execPath, [fileURLToPath(new URL('server.mjs', import.meta.url))], {
    cwd: folder,
    env: { ...process.env, SOCIAL_REGISTRY: JSON.stringify(given) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  try {
    await answers(url, child);
    const token = await createPublisher(url);
    return { url, npmrc: `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function installVerdaccio() {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/registry/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(REGISTRY));
  await capture('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], {
    cwd: folder,
  });
  return folder;
}

function configOf(folder, uplink) {
  return {
    // Paths are relative to it; there is no such file.
    configPath: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
    uplinks: { configured: { url: uplink, timeout: '120s', maxage: '60m' } },
    packages: {
      // Never asked elsewhere: a package of a stranger cannot answer for one of these.
      '@social/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'configured' },
    },
    max_body_size: '100mb',
    web: { enable: false },
    log: { type: 'file', path: join(folder, 'verdaccio.log'), level: 'warn' },
  };
}

async function answers(url, child) {
  for (const end = Date.now() + STARTS_WITHIN_MS; ; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the registry ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error('the registry does not answer');
  }
}

/** Creates the only account that may publish. */
async function createPublisher(url) {
  const name = 'publisher';
  const answer = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: randomBytes(16).toString('hex') }),
  });
  if (!answer.ok) throw new Error(`the registry made no account: ${answer.status}`);
  return (await answer.json()).token;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
