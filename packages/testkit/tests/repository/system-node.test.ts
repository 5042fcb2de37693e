import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const repository = new URL('../../../..', import.meta.url).pathname;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A checkout that has brought a Node, on a system whose own Node says `version`. @returns the programs that every script finds first */
async function programsAfterInstall(version: string, links = ['node', 'node.CMD', 'node-gyp']): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'system-node-'));
  folders.push(folder);
  for (const file of ['package.json', 'scripts/system-node.mjs', 'scripts/programs.mjs']) {
    await cp(join(repository, file), join(folder, file));
  }
  const brought = join(folder, 'node_modules/.bin');
  const system = join(folder, 'system');
  if (links.length > 0) await mkdir(brought, { recursive: true });
  await mkdir(system);
  for (const name of links) await writeFile(join(brought, name), '');
  await writeFile(join(system, 'node'), `#!/bin/sh\necho ${version}\n`);
  await chmod(join(system, 'node'), 0o755);
  const env = { ...process.env, PATH: `${brought}:${system}:/usr/bin:/bin` };
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/system-node.mjs')], { env });
  return links.length > 0 ? (await readdir(brought)).sort() : [];
}

test.each(['v24.11.0', 'v24.21.0', 'v26.10.0'])('a Node %s of the system is used by every script', async (version) => {
  expect(await programsAfterInstall(version)).toEqual(['node-gyp']);
});

test.each(['v20.19.0', 'v24.10.9', 'no version'])(
  'the Node that comes is used where the system has %s',
  async (version) => {
    expect(await programsAfterInstall(version)).toEqual(['node', 'node-gyp', 'node.CMD'].sort());
  },
);

test('an installation that links no program is one, too', async () => {
  expect(await programsAfterInstall('v24.21.0', [])).toEqual([]);
});

test('the lockfile has a Node that is new enough for each system, and says for which system it is', async () => {
  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  const { packages } = parse(await readFile(join(repository, 'pnpm-lock.yaml'), 'utf8'));
  const brought = Object.entries<string>(manifest.optionalDependencies).map(([name, version]) => {
    const [, major = '', minor = ''] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? [];
    expect(Number(major) * 100 + Number(minor), name).toBeGreaterThanOrEqual(24_11);
    const { os, cpu, libc } = packages[`${name}@${version}`];
    return [os, cpu, libc].flat().filter(Boolean).join(' ');
  });
  const systems = ['darwin arm64', 'darwin x64', 'linux arm64 glibc', 'linux x64 glibc', 'win32 arm64', 'win32 x64'];
  expect(brought.toSorted()).toEqual(systems);
});
