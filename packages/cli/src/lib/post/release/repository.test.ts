import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
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
