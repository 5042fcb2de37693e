import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../programs.mjs';
import { checkCompose } from './check-compose.mjs';
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
export async function checkFiles({ checkout, folder }) {
  mkdirSync(folder);
  checkReader();
  checkContext(checkout, join(folder, 'context'));
  await checkCompose(checkout, join(folder, 'compose'));
  await checkService(checkout, folder);
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

/** The unit names a program that this machine does not have; another one stands in for it. */
async function checkService(checkout, folder) {
  const unit = readFileSync(join(checkout, 'deploy/social-server.service'), 'utf8');
  const path = join(folder, 'social-server.service');
  writeFileSync(path, unit.replace('ExecStart=/opt/social/node ', `ExecStart=${process.execPath} `));
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  // Settings that it does not know are only printed.
  assert.deepEqual([verified.status, verified.stdout + verified.stderr], [0, '']);
  const analysis = ['security', '--offline=yes', '--no-pager', `--threshold=${MAX_EXPOSURE}`, path];
  const printed = await capture('systemd-analyze', analysis);
  console.log(printed.trim().split('\n').at(-1));
}
