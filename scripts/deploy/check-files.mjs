import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyContext } from './context.mjs';
import { readDockerfile } from './dockerfile.mjs';

/** Highest exposure that `systemd-analyze security` may find, of 100. */
const MAX_EXPOSURE = 15;
/** Files of a checkout that an image must not contain. */
const PRIVATE = [
  '.env',
  '.git/config',
  'data/social.db',
  'node_modules/a/index.js',
  'packages/b/node_modules/a/index.js',
];

/** Checks the files for operators with the tools that read them. */
export function checkFiles({ checkout, folder }) {
  mkdirSync(folder);
  checkReader();
  checkContext(checkout, join(folder, 'context'));
  const copy = join(folder, 'compose');
  const services = readCompose(checkout, copy, 'social.example.org');
  checkServices(services);
  checkSettings(copy);
  checkProxy(copy);
  checkService(checkout, folder);
  console.log('compose.yaml, deploy/Caddyfile and deploy/social-server.service are valid.');
}

/** Checks that a Dockerfile with a line that the tests would not try is refused. */
function checkReader() {
  for (const line of ['ADD . .', 'RUN --mount=type=cache true', 'HEALTHCHECK NONE', 'ENV A=$B', 'ENTRYPOINT ["sh"]']) {
    assert.throws(() => readDockerfile(`FROM node:24-slim\n${line}\n`), /does not know this/, line);
  }
}

/** Checks that private files do not get into a build, and that others do. */
function checkContext(checkout, folder) {
  const kept = 'packages/b/index.ts';
  for (const path of [...PRIVATE, kept]) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'text');
  }
  cpSync(join(checkout, '.dockerignore'), join(folder, '.dockerignore'));
  copyContext(folder, `${folder}-copy`);
  const isThere = (path) => statSync(join(`${folder}-copy`, path), { throwIfNoEntry: false }) !== undefined;
  assert.deepEqual([...PRIVATE, kept].filter(isThere), [kept]);
}

/** Copies what compose.yaml needs, writes new settings, and returns its services as Docker Compose reads them. */
export function readCompose(checkout, copy, domain) {
  mkdirSync(copy, { recursive: true });
  cpSync(join(checkout, 'compose.yaml'), join(copy, 'compose.yaml'));
  cpSync(join(checkout, 'deploy'), join(copy, 'deploy'), { recursive: true });
  must(run(copy, 'deploy/new-settings.sh', domain));
  const yaml = must(run(copy, 'docker-compose', 'config'));
  // Docker Compose's own Python reads the YAML that it prints.
  const toJson = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)';
  return JSON.parse(must(spawnSync('/usr/bin/python3', ['-c', toJson], { input: yaml, encoding: 'utf8' }))).services;
}

function checkServices(services) {
  for (const [name, { image, restart, healthcheck, stop_grace_period: grace, read_only: isReadOnly }] of Object.entries(
    services,
  )) {
    if (name !== 'server') {
      assert.match(image, /^[a-z/]+:v?\d+\.\d+(\.\d+)?$/, `${name} has an exact version`);
      assert.ok(healthcheck, `${name} has a health check`);
    }
    assert.equal(restart, 'unless-stopped', `${name} is started again`);
    assert.match(grace, /^(40s|1m)$/, `${name} is given time to stop`);
    assert.equal(isReadOnly, true, `the root of ${name} cannot be written`);
  }
  assert.deepEqual(
    Object.keys(services).filter((name) => services[name].ports),
    ['proxy'],
    'only the proxy is reached',
  );
}

/** Checks that the settings are private, are not replaced, and that none of them has a default. */
function checkSettings(copy) {
  const path = join(copy, '.env');
  assert.equal(statSync(path).mode & 0o777, 0o600, 'only their owner reads the settings');
  const written = readFileSync(path, 'utf8');
  assert.notEqual(run(copy, 'deploy/new-settings.sh', 'other.example.org').status, 0, 'settings are not replaced');
  assert.equal(readFileSync(path, 'utf8'), written);
  const lines = written.trim().split('\n');
  for (const line of lines) {
    const [name] = line.split('=');
    writeFileSync(path, lines.filter((other) => other !== line).join('\n'));
    const { status, stderr } = run(copy, 'docker-compose', 'config', '--quiet');
    assert.ok(status !== 0 && stderr.includes('new-settings.sh'), `compose.yaml refuses to start without ${name}`);
  }
  writeFileSync(path, written);
}

function checkProxy(copy) {
  const env = { ...process.env, SOCIAL_DOMAIN: 'social.example.org', XDG_DATA_HOME: copy, XDG_CONFIG_HOME: copy };
  const options = ['--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
  must(spawnSync('caddy', ['validate', ...options], { cwd: copy, env, encoding: 'utf8' }));
}

/** The unit names a program that this machine does not have; another one stands in for it. */
function checkService(checkout, folder) {
  const unit = readFileSync(join(checkout, 'deploy/social-server.service'), 'utf8');
  const path = join(folder, 'social-server.service');
  writeFileSync(path, unit.replace('ExecStart=/opt/social/node ', `ExecStart=${process.execPath} `));
  const verified = run(folder, 'systemd-analyze', 'verify', path);
  // Settings that it does not know are only printed.
  assert.deepEqual([verified.status, verified.stdout + verified.stderr], [0, '']);
  const analysis = ['security', '--offline=yes', '--no-pager', `--threshold=${MAX_EXPOSURE}`, path];
  const printed = must(run(folder, 'systemd-analyze', ...analysis));
  console.log(printed.trim().split('\n').at(-1));
}

function run(cwd, command, ...args) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

function must({ status, stdout, stderr, error }) {
  assert.equal(status, 0, `${error ?? ''}${stdout}${stderr}`);
  return stdout;
}
