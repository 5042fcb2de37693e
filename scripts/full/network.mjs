import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../programs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = join(root, 'packages/testkit/quillpond');

/** Tests of every network, by what the contract and the sandbox say of it, and of the floors that its folders are on. */
const TABLES = ['tests/networks/media-tables', 'tests/repository/architecture'];

/** Adds a made-up network to a copy of this repository, builds the copy and publishes to the network. Returns the exit status. */
export async function testNetwork(env) {
  const copy = mkdtempSync(join(tmpdir(), 'social-network-'));
  try {
    copyTree(copy);
    addNetwork(copy);
    // The copy has this repository's packages: pnpm would install them again.
    const own = { ...env, pnpm_config_verify_deps_before_run: 'false', SOCIAL_TEST_NETWORK: 'true' };
    const node = (folder, args) => run(process.execPath, args, { cwd: join(copy, folder), env: own });
    const test = (folder, args) => node(folder, ['node_modules/vitest/vitest.mjs', 'run', ...args]);
    const status =
      (await node('', ['scripts/turbo.mjs', 'run', 'generate'])) ||
      (await node('', ['scripts/turbo.mjs', 'run', 'build', 'typecheck']));
    if (status !== 0) return status;
    return Math.max(
      ...(await Promise.all([
        test('packages/testkit', ['--project', 'network', '--project', 'sqlite', 'tests/network/', ...TABLES]),
        // Most of its time it waits for networks that do not answer.
        test('packages/platforms', ['src/quillpond', 'src/registry']),
      ])),
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Copies the files that git does not ignore, and links what was installed. */
function copyTree(copy) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed.filter((path) => path !== '' && existsSync(join(root, path)));
  for (const path of files) cpSync(join(root, path), join(copy, path));
  for (const installed of globSync('{apps,packages}/*/node_modules', { cwd: root })) {
    cpSync(join(root, installed), join(copy, installed), { recursive: true, verbatimSymlinks: true });
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '.cache')) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
}

/** Adds what a new network consists of: its two folders, its page, and its entry in the contract. */
function addNetwork(copy) {
  cpSync(join(made, 'driver'), join(copy, 'packages/platforms/src/quillpond'), { recursive: true });
  cpSync(join(made, 'sandbox'), join(copy, 'packages/sandbox/src/networks/quillpond'), { recursive: true });
  cpSync(join(made, 'page.md'), join(copy, 'docs/platforms/quillpond.md'));
  const entry = readFileSync(join(made, 'entry.yaml'), 'utf8').trimEnd().replace(/^/gm, '  ');
  const contract = join(copy, 'specs/openapi.yaml');
  const lines = readFileSync(contract, 'utf8').split('\n');
  // Entries stand without an empty line between them.
  lines.splice(lines.indexOf('', lines.indexOf('x-networks:')), 0, entry);
  writeFileSync(contract, lines.join('\n'));
}
