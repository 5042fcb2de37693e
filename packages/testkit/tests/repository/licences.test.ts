import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

const NOTICES = fileURLToPath(new URL('../../../../scripts/third-party/notices.mjs', import.meta.url));

/** Writes the notices of a build that has bundled one package. */
function writeNotices(folder: string, manifest: Readonly<Record<string, unknown>>, licence?: string) {
  const third = join(folder, 'node_modules/third');
  for (const made of [third, join(folder, 'dist')]) mkdirSync(made, { recursive: true });
  writeFileSync(join(third, 'package.json'), JSON.stringify({ name: 'third', version: '1.2.3', ...manifest }));
  if (licence) writeFileSync(join(third, 'LICENSE'), licence);
  const inputs = {
    'node_modules/third/index.js': { bytesInOutput: 1 },
    'node_modules/gone/index.js': { bytesInOutput: 0 },
  };
  writeFileSync(join(folder, 'dist/metafile-esm.json'), JSON.stringify({ outputs: { 'dist/index.js': { inputs } } }));
  return spawnSync(process.execPath, [NOTICES], { cwd: folder, encoding: 'utf8' });
}

const notices = (folder: string) => readFileSync(join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');

test.each([['GPL-3.0-only'], ['SEE LICENSE IN licence.txt'], ['MIT AND GPL-3.0-only'], [undefined]])(
  'a build that contains code under %s fails',
  (license) => {
    using directory = temporaryDirectory();
    const { status, stderr } = writeNotices(directory.path, { license });
    expect(status).toBe(1);
    expect(stderr).toContain(`third 1.2.3: ${license ?? 'no licence'}`);
  },
);

test.each(['MIT', '(MIT OR GPL-3.0-only)', [{ type: 'ISC' }]])('a build may contain code under %j', (license) => {
  using directory = temporaryDirectory();
  const given = Array.isArray(license) ? { licenses: license } : { license };
  expect(writeNotices(directory.path, given, 'All may use it.').status).toBe(0);
  expect(notices(directory.path)).toMatch(/third 1\.2\.3\n[\s\S]*All may use it\./);
});

test('a package without a text of its licence is published with the standard text and its author', () => {
  using directory = temporaryDirectory();
  expect(writeNotices(directory.path, { license: 'MIT', author: { name: 'Ada Example' } }).status).toBe(0);
  expect(notices(directory.path)).toMatch(/Copyright: Ada Example[\s\S]*Permission is hereby granted, free of charge/);
});
