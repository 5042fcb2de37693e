import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../programs.mjs';

const MOST_MS = 15 * 60_000;
const NOBODY = { scope: '', owner: '', repository: '' };
const OWNER = {
  scope: '@social',
  owner: 'A publisher <publisher@example.org>',
  repository: 'https://git.example.org/publisher/social',
};
const CHANGESET = `---\n"@social/cli": patch\n---\n\nA release to a registry of a test.\n`;

/**
 * Releases what is committed here to a registry, in a copy, with `pnpm release` as an owner would. Returns the copy, how each
 * run ended, and a folder with archives for another scope.
 * @param {{url: string, npmrc: string}} registry
 * @param {string} folder an empty one
 */
export async function releaseTo(registry, folder) {
  const copy = join(folder, 'copy');
  const git = (...args) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim();
  mkdirSync(copy);
  // Not `git clone`: changesets look for the commit of each change, and never end where this clone is a shallow one.
  execFileSync('sh', ['-c', 'git archive HEAD | tar -x -C "$0"', copy]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A publisher');
  git('config', 'user.email', 'publisher@example.org');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it is');
  const commitOwner = (owner) => {
    writeFileSync(join(copy, 'owner.json'), `${JSON.stringify(owner, null, 2)}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'Say who publishes');
  };
  // From the registry that this machine uses: the release itself needs nothing of it.
  await capture('pnpm', ['install', '--frozen-lockfile'], { cwd: copy });
  const env = publisherEnv(registry, folder);
  writeFileSync(join(copy, '.changeset/registry-of-a-test.md'), CHANGESET);
  commitOwner(NOBODY);
  const withoutOwner = await releaseIn(copy, env);
  commitOwner({ ...OWNER, scope: '@example' });
  const otherScope = await releaseIn(copy, env, '--dry-run');
  const otherArchives = join(folder, 'other-scope');
  renameSync(join(copy, 'release'), otherArchives);
  commitOwner(OWNER);
  const first = await releaseIn(copy, env);
  if (!otherScope.isOk || !first.isOk) throw new Error(`pnpm release failed:\n${otherScope.said}\n${first.said}`);
  const second = await releaseIn(copy, env);
  return { copy, otherArchives, withoutOwner, first, second };
}

/** The environment of somebody who publishes to this registry and knows no other one. */
function publisherEnv({ url, npmrc }, folder) {
  const file = join(folder, 'publisher.npmrc');
  writeFileSync(file, npmrc);
  // npm prefers a registry of the environment, which npx sets, to that of a file.
  const others = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const npm = { NPM_CONFIG_USERCONFIG: file, NPM_CONFIG_REGISTRY: url };
  return { ...Object.fromEntries(others), ...npm, TURBO_TELEMETRY_DISABLED: '1', CI: 'true' };
}

/** Runs `pnpm release`. Returns how it ended and what it said. */
async function releaseIn(copy, env, ...args) {
  const options = { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS };
  const child = spawn('pnpm', ['release', ...args], options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { isOk: code === 0, said };
}
