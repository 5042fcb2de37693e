import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from './programs.mjs';

// 600 MB, and only these tests need them: they are not part of an ordinary installation.
const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const DEPENDENCIES = {
  'node-22': `npm:node-linux-${arch}@22.23.3`,
  'node-24': `npm:node-linux-${arch}@24.21.0`,
  'node-26': `npm:node-linux-${arch}@26.10.0`,
  bun: `npm:@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : 'x64'}@1.4.5`,
};

/** Fetches the runtimes that the packages support from the registry. Returns the program of each runtime. */
export async function installRuntimes() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/runtimes/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}package.json`, JSON.stringify({ private: true, dependencies: DEPENDENCIES }));
  const status = await run('pnpm', ['--dir', folder, 'install', '--ignore-workspace', '--no-frozen-lockfile']);
  if (status !== 0) throw new Error('the runtimes could not be installed');
  const programs = Object.keys(DEPENDENCIES).map((name) => [
    name,
    `${folder}node_modules/${name}/bin/${name === 'bun' ? 'bun' : 'node'}`,
  ]);
  return Object.fromEntries(programs);
}
