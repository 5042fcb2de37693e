import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../programs.mjs';

const OWNER = {
  scope: '@social',
  owner: 'A publisher <publisher@example.org>',
  repository: 'https://git.example.org/publisher/social',
};

/**
 * Releases what is committed here to a registry, in a clone, with `pnpm release` as an owner would. Returns the clone and the
 * commits of it before and after.
 * @param {{npmrc: string}} registry
 * @param {string} folder an empty one
 */
export async function releaseTo({ npmrc }, folder) {
  const clone = join(folder, 'clone');
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.npmrc'), npmrc);
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone]);
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', CI: 'true' };
  // From the registry that this machine uses: the release itself needs nothing of it.
  await capture('pnpm', ['install', '--frozen-lockfile'], { cwd: clone, env, stdio: ['ignore', 'pipe', 2] });
  for (const [name, value] of [
    ['user.name', 'A publisher'],
    ['user.email', 'publisher@example.org'],
  ]) {
    execFileSync('git', ['config', name, value], { cwd: clone });
  }
  const withoutOwner = await releaseIn(clone, env);
  writeFileSync(join(clone, 'owner.json'), `${JSON.stringify(OWNER, null, 2)}\n`);
  execFileSync('git', ['commit', '--quiet', '--all', '--message', 'Say who publishes'], { cwd: clone });
  const publisher = { ...env, NPM_CONFIG_USERCONFIG: join(home, '.npmrc') };
  const first = await releaseIn(clone, publisher);
  if (!first.isOk) throw new Error(`pnpm release failed:\n${first.said}`);
  const second = await releaseIn(clone, publisher);
  return { clone, withoutOwner, first, second };
}

/** Runs `pnpm release`. Returns how it ended and what it said. */
async function releaseIn(clone, env) {
  const child = spawn('pnpm', ['release'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { isOk: code === 0, said };
}
