import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const PROJECT = fileURLToPath(new URL('types/', import.meta.url));

it.each([
  ['Node', ['--module', 'nodenext', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']],
  ['a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('the published types accept what they should and refuse the rest for %s', (_who, settings) => {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', PROJECT, ...settings], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
