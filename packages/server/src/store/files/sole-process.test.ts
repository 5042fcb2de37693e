import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { markAsServed } from './sole-process.ts';

test('a process that waits too long for a restore or another start says what it waited for', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'social-sole-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'social.db');
  using gate = new DatabaseSync(`${path}.starting`);
  gate.exec('begin exclusive');
  await expect(markAsServed(path, { patienceMs: 100 })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `SOCIAL_DATA_DIR: a restore, or another start, holds ${path}.starting; wait for it or stop it, then run this again`,
  });
});
