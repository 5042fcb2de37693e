import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const PROJECT = fileURLToPath(new URL('types/', import.meta.url));

it('the published types accept what they should and refuse the rest', () => {
  const settings = ['--module', 'nodenext', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', PROJECT, ...settings], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
