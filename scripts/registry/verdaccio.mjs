import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../needs/kept-program.mjs';
import { capture, startProgram } from '../programs.mjs';

/** Only this test needs it: it is not part of an ordinary installation. The newer node-fetch that it asks for has no CommonJS. */
const REGISTRY = {
  dependencies: { verdaccio: '6.10.4' },
  overrides: { 'node-fetch': '2.7.0' },
};

/**
 * Starts a registry on loopback that holds the packages of this repository, and passes on the others of the registry that npm
 * is configured with.
 * @param {string} folder an empty one, for its files
 * @returns {Promise<{url: string, npmrc: string, stop: () => Promise<void>}>} `npmrc` is the content of a file for npm by
 *   which it uses this registry and may publish there
 */
export async function startRegistry(folder) {
  const installed = await installVerdaccio();
  const uplink = (await capture('npm', ['config', 'get', 'registry'])).trim();
  const server = await startProgram([fileURLToPath(new URL('server.mjs', import.meta.url))], {
    cwd: folder,
    env: { ...process.env, SOCIAL_REGISTRY: JSON.stringify({ folder: installed, config: configOf(folder, uplink) }) },
  });
  const host = `127.0.0.1:${server.ready.port}`;
  const url = `http://${host}/`;
  try {
    const token = await createPublisher(url);
    return { url, npmrc: `registry=${url}\n//${host}/:_authToken=${token}\n`, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function installVerdaccio() {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/registry/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  await installPackages(folder, REGISTRY);
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
