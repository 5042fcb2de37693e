import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from './programs.mjs';

// Everything that the SDK says it runs on, from the registry alone. 600 MB: they are not part of an ordinary installation.
const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const bun = `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : 'x64'}`;
const dependencies = {
  'node-22': `npm:node-linux-${arch}@22.23.3`,
  'node-24': `npm:node-linux-${arch}@24.21.0`,
  'node-26': `npm:node-linux-${arch}@26.10.0`,
  bun: `npm:${bun}@1.4.5`,
};
const folder = fileURLToPath(new URL('../node_modules/.cache/runtimes/', import.meta.url));
await mkdir(folder, { recursive: true });
await writeFile(`${folder}package.json`, JSON.stringify({ private: true, dependencies }));

const installed = await run('pnpm', ['--dir', folder, 'install', '--ignore-workspace', '--no-frozen-lockfile']);
const programs = Object.keys(dependencies).map((name) => [
  name,
  `${folder}node_modules/${name}/bin/${name === 'bun' ? 'bun' : 'node'}`,
]);
const env = { ...process.env, SOCIAL_TEST_RUNTIMES: JSON.stringify(Object.fromEntries(programs)) };
const test = [
  '--dir',
  'packages/testkit',
  'exec',
  'vitest',
  'run',
  '--project',
  'once',
  'tests/once/sdk-examples.test.ts',
];
process.exitCode = installed === 0 ? await run('pnpm', [...test, ...process.argv.slice(2)], { env }) : installed;
