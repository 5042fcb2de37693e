import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../programs.mjs';

const SETTINGS = 'deploy/new-settings.sh';

/** Checks compose.yaml and what it names, with the tools that read them. @param copy folder for a copy of them */
export async function checkCompose(checkout, copy) {
  const services = await readCompose(checkout, copy, 'social.example.org');
  checkServices(services);
  await checkStorage(services, copy);
  checkSettings(copy);
  await checkProxy(copy);
}

/** Copies what compose.yaml needs, writes new settings, and returns its services as Docker Compose reads them. */
export async function readCompose(checkout, copy, domain) {
  mkdirSync(copy, { recursive: true });
  cpSync(join(checkout, 'compose.yaml'), join(copy, 'compose.yaml'));
  cpSync(join(checkout, 'deploy'), join(copy, 'deploy'), { recursive: true });
  await capture(SETTINGS, [domain], { cwd: copy });
  writeFileSync(join(copy, 'read.yaml'), await capture('docker-compose', ['config'], { cwd: copy }));
  const { services } = await parse('import yaml; read = yaml.safe_load', join(copy, 'read.yaml'));
  return services;
}

/** Parses a file with the Python that Docker Compose has brought, which knows more formats than Node. */
async function parse(reader, path) {
  const program = `import json, sys; ${reader}; json.dump(read(open(sys.argv[1]).read()), sys.stdout)`;
  return JSON.parse(await capture('/usr/bin/python3', ['-c', program, path]));
}

function checkServices(services) {
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.restart, 'unless-stopped', `${name} is started again`);
    assert.ok(service.logging?.options['max-size'], `the log of ${name} is bounded`);
    assert.match(service.stop_grace_period, /^(40s|1m)$/, `${name} is given time to stop`);
    assert.equal(service.read_only, true, `the root of ${name} cannot be written`);
    // The server's version and health check are those of the Dockerfile.
    if (name === 'server') continue;
    assert.match(service.image, /^[a-z/]+:v?\d+\.\d+(\.\d+)?$/, `${name} has an exact version`);
    assert.ok(service.healthcheck, `${name} has a health check`);
  }
  assert.deepEqual(
    Object.keys(services).filter((name) => services[name].ports),
    ['proxy'],
    'only the proxy is reached',
  );
}

/** Checks that the server looks for the storage where it is. */
async function checkStorage({ server, storage }, copy) {
  const { s3_api: api } = await parse('import tomllib; read = tomllib.loads', join(copy, 'deploy/garage.toml'));
  const store = new URL(server.environment.SOCIAL_MEDIA_STORE);
  const endpoint = new URL(store.searchParams.get('endpoint'));
  assert.deepEqual(
    [store.hostname, store.searchParams.get('region'), endpoint.hostname, endpoint.port],
    [storage.environment.GARAGE_DEFAULT_BUCKET, api.s3_region, 'storage', api.api_bind_addr.split(':').at(-1)],
  );
}

/** Checks that the settings are private, are not replaced, and that none of them has a default. */
function checkSettings(copy) {
  const path = join(copy, '.env');
  assert.equal(statSync(path).mode & 0o777, 0o600, 'only their owner reads the settings');
  const written = readFileSync(path, 'utf8');
  const again = spawnSync(SETTINGS, ['other.example.org'], { cwd: copy });
  assert.notEqual(again.status, 0, 'settings are not replaced');
  assert.equal(readFileSync(path, 'utf8'), written);
  const lines = written.trim().split('\n');
  for (const line of lines) {
    const [name] = line.split('=');
    writeFileSync(path, lines.filter((other) => other !== line).join('\n'));
    const { status, stderr } = spawnSync('docker-compose', ['config', '--quiet'], { cwd: copy, encoding: 'utf8' });
    assert.ok(status !== 0 && stderr.includes('new-settings.sh'), `compose.yaml refuses to start without ${name}`);
  }
  writeFileSync(path, written);
}

async function checkProxy(copy) {
  const env = { ...process.env, SOCIAL_DOMAIN: 'social.example.org', XDG_DATA_HOME: copy, XDG_CONFIG_HOME: copy };
  const options = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
  await capture('caddy', ['validate', ...options], { cwd: copy, env });
}
