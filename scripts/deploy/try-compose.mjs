import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findS3Server } from '../needs/s3.mjs';
import { startProgram } from '../programs.mjs';
import { readCompose } from './check-compose.mjs';
import { follow, startContainer } from './container.mjs';
import { makeNetwork } from './network.mjs';
import { useServer } from './use-server.mjs';

/** Caddy certifies names below localhost by an authority of its own. */
const DOMAIN = 'social.localhost';
/** Addresses as Docker gives them: private ones, which SOCIAL_TRUST_PROXY of compose.yaml has to include. */
const ADDRESSES = { proxy: '172.20.0.2', server: '172.20.0.3', database: '172.20.0.4', storage: '172.20.0.5' };
const HOSTS = Object.entries({ ...ADDRESSES, [DOMAIN]: ADDRESSES.proxy })
  .map(([name, address]) => `${address} ${name}\n`)
  .join('');
/** Runs in the container. */
const VISIT = `
  const [domain, health] = process.argv.slice(1);
  const plain = await fetch('http://' + domain + '/', { redirect: 'manual' });
  const metrics = await fetch('https://' + domain + '/metrics');
  const healthy = await fetch(health);
  console.log(JSON.stringify([plain.status, plain.headers.get('location'), metrics.status, healthy.status]));`;

/**
 * Runs the image with the settings of compose.yaml, at the names and ports that these have: behind Debian's Caddy with
 * deploy/Caddyfile, on Postgres, and with files in an S3 server of the tests, whose keys and region are its own.
 */
export async function tryCompose(image, { checkout, folder }) {
  const services = await readCompose(checkout, folder, DOMAIN);
  const python = await findS3Server();
  await using network = await makeNetwork(Object.values(ADDRESSES));
  const backends = fileURLToPath(new URL('./backends.mjs', import.meta.url));
  const [program, ...args] = network.command(process.execPath, backends, python, ADDRESSES.database, ADDRESSES.storage);
  const { ready: storage, stop } = await startProgram(args, { node: program });
  try {
    await using container = await startContainer(image, {
      ...{ folder, network, hosts: HOSTS, env: settingsOf(services.server, storage) },
    });
    await using proxy = startProxy(folder, network);
    await container.becomeHealthy();
    const certificate = join(folder, 'volume-data/root.crt');
    cpSync(await proxy.certificate(), certificate);
    chmodSync(certificate, 0o644);
    const env = { NODE_EXTRA_CA_CERTS: '/data/root.crt' };
    await useServer(container, `https://${DOMAIN}`, env);
    // On this network, the container reaches the address that Caddy has for itself alone.
    const visit = ['node', '--input-type=module', '--eval', VISIT, DOMAIN, services.proxy.healthcheck.test.at(-1)];
    const { output } = await container.execute(visit, { env });
    assert.deepEqual(
      JSON.parse(output),
      [308, `https://${DOMAIN}/`, 403, 200],
      'http and /metrics are closed, Caddy is healthy',
    );
    const left = readdirSync(join(folder, 'volume-data'), { recursive: true, withFileTypes: true });
    const files = left.filter((entry) => entry.isFile()).map(({ name }) => name);
    assert.deepEqual(files, ['root.crt'], 'the database and the picture are not in the data folder');
    const { status } = await container.stop();
    assert.equal(status, 0, container.log());
  } finally {
    await stop();
  }
  console.log('The image ran with the settings of compose.yaml behind Caddy, on Postgres and object storage.');
}

/** Variables as Docker Compose sets them: without those that have no value. */
function settingsOf({ environment }, { region, accessKeyId, secretAccessKey }) {
  const given = Object.entries(environment).filter(([, value]) => value !== null);
  const settings = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  const SOCIAL_MEDIA_STORE = settings.SOCIAL_MEDIA_STORE.replace('region=garage&', `region=${region}&`);
  assert.notEqual(SOCIAL_MEDIA_STORE, settings.SOCIAL_MEDIA_STORE);
  return { ...settings, SOCIAL_MEDIA_STORE, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

function startProxy(folder, network) {
  const home = join(folder, 'caddy');
  mkdirSync(home);
  const env = { ...process.env, SOCIAL_DOMAIN: DOMAIN, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const caddyfile = join(folder, 'deploy/Caddyfile');
  const adapted = spawnSync('caddy', ['adapt', '--config', caddyfile, '--adapter', 'caddyfile'], { env });
  const config = JSON.parse(adapted.stdout);
  // This machine must not trust the authority of a test.
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  writeFileSync(join(home, 'caddy.json'), JSON.stringify(config));
  writeFileSync(join(home, 'hosts'), `127.0.0.1 localhost\n${HOSTS}`);
  chmodSync(join(home, 'hosts'), 0o644);
  const script = 'mount --bind "$0/hosts" /etc/hosts && exec caddy run --config "$0/caddy.json"';
  const [program, ...args] = network.command('unshare', '--mount', 'sh', '-c', script, home);
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { ended, log } = follow(child);
  return {
    /** Waits until Caddy has made the certificate of its authority. Returns the path. */
    async certificate() {
      const path = join(home, 'caddy/pki/authorities/local/root.crt');
      const made = join(home, 'caddy/certificates/local', DOMAIN, `${DOMAIN}.crt`);
      while (!existsSync(made)) {
        if (child.exitCode !== null) throw new Error(`Caddy ended:\n${log()}`);
        await delay(100);
      }
      return path;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
