import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Io } from '../../io.ts';
import { findOrigin } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'social-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a changelog that is not there yet is named by its path, also behind a symbolic link', async () => {
  const repository = join(folder, 'repository');
  mkdirSync(join(repository, 'packages/a'), { recursive: true });
  execFileSync('git', ['init', '--quiet', repository]);
  const link = join(folder, 'link');
  symlinkSync(repository, link);
  for (const workingDirectory of [repository, link]) {
    const io = {
      env: { PATH: process.env['PATH'], GITHUB_REPOSITORY: 'Acme/Tool' },
      workingDirectory,
    } as unknown as Io;
    expect(await findOrigin(io, 'packages/a/CHANGELOG.md')).toEqual({
      repository: 'acme/tool',
      path: 'packages/a/CHANGELOG.md',
    });
  }
});

test('a changelog whose folders are not there yet is of the repository around them', async () => {
  const repository = join(folder, 'sparse');
  mkdirSync(repository);
  execFileSync('git', ['init', '--quiet', repository]);
  execFileSync('git', ['-C', repository, 'remote', 'add', 'origin', 'https://example.com/acme/sparse.git']);
  writeFileSync(join(repository, 'LICENSE'), '');
  const link = join(folder, 'link-to-sparse');
  symlinkSync(repository, link);
  for (const workingDirectory of [repository, link]) {
    const io = { env: { PATH: process.env['PATH'] }, workingDirectory } as unknown as Io;
    for (const path of ['announce/cli/CHANGELOG.md', 'LICENSE/CHANGELOG.md']) {
      expect(await findOrigin(io, path)).toEqual({ repository: 'acme/sparse', path });
    }
  }
});
