import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type Ended,
  makeWorkspace,
  runServer,
  temporaryDirectory,
  type Variables,
} from '../../../src/programs/server-process.ts';

export const KEY_A = randomBytes(32).toString('base64');
export const KEY_B = randomBytes(32).toString('base64');

/** Fails unless the program ended with one line that names this setting. */
export function expectRefusal(ended: Ended, setting: RegExp): void {
  expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' });
  expect(ended.stderr).toMatch(/^social-server: [^\n]+\n$/);
  expect(ended.stderr).toMatch(setting);
}

/** Makes databases as a server leaves them, with one account each, before the tests of a file. */
export function keepDatabases() {
  let kept: ReturnType<typeof temporaryDirectory>;
  beforeAll(async () => {
    kept = temporaryDirectory();
    for (const [name, env] of Object.entries({ own: {}, given: { SOCIAL_SECRET_KEYS: KEY_A } }))
      await makeWorkspace({ SOCIAL_DATA_DIR: join(kept.path, name), ...env }, 'a@example.org');
  });
  afterAll(() => kept[Symbol.dispose]());

  /** Copies one into the directory and returns its path. @param key `own` in its directory, or `given`: KEY_A */
  function prepare(dataDir: string, key: 'own' | 'given' = 'own'): string {
    cpSync(join(kept.path, key), dataDir, { recursive: true });
    return join(dataDir, 'social.db');
  }

  /** Makes a database that a newer version has migrated. */
  function makeNewer(dataDir: string): void {
    using database = new DatabaseSync(prepare(dataDir));
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2099-01-01')");
  }

  return { prepare, makeNewer };
}

export const start = (env: Variables) => runServer(['start', '--json'], { SOCIAL_PORT: '0', ...env });
