import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  spawnServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';

const creating = (email: string) => ['workspace', 'create', '--email', email, '--password', 'correct horse battery'];

function emailsIn(file: string): string[] {
  using database = new DatabaseSync(file, { timeout: 5_000 });
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const rows = database.prepare('select email from workspace order by email').all();
  return rows.map(({ email }) => String(email));
}

function filesOpenIn(pid = 0): string[] {
  return readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return '';
    }
  });
}

/** Starts a restore that is frozen just before the restored database gets its name. */
async function stopBeforeName(args: readonly string[], env: Readonly<Record<string, string>>) {
  const variables = { ...env, SOCIAL_FAULT: 'before-restored:1:stop' };
  const { child, ended } = spawnServer(['restore', ...args], variables, { program: FAULTS_PROGRAM });
  await vi.waitFor(() => expect(readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toMatch(/\) T /), 10_000);
  return {
    goOn() {
      child.kill('SIGCONT');
      return ended;
    },
  };
}

test('a program that opens the old database while it is being replaced writes into neither', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  const path = join(directory.path, 'social.db');
  const backup = join(directory.path, 'backup.db');
  await makeWorkspace(env, 'first@example.org');
  expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
  await makeWorkspace(env, 'second@example.org');

  const restoring = await stopBeforeName([backup, '--force', '--json'], env);
  const refused = await runServer(creating('between@example.org'), env);
  const waiting = spawnServer(creating('waiting@example.org'), env);
  await vi.waitFor(() => expect(filesOpenIn(waiting.child.pid)).toContain(path), 10_000);
  const { code, stdout } = await restoring.goOn();
  expect(code).toBe(0);
  const waited = await waiting.ended;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is locked by another program') });
  expect(emailsIn(JSON.parse(stdout).keptAs)).toEqual(['first@example.org', 'second@example.org']);
  // Where it opened the file only after, it is in the restored one.
  const last = waited.code === 0 ? ['waiting@example.org'] : [];
  expect(emailsIn(path)).toEqual(['first@example.org', ...last]);
});

test('a database that is made while a backup is restored where none was is not replaced', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: join(directory.path, 'data') };
  const backup = join(directory.path, 'backup.db');
  await makeWorkspace(env, 'first@example.org');
  expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
  const elsewhere = {
    SOCIAL_DATA_DIR: join(directory.path, 'elsewhere'),
    SOCIAL_SECRET_KEYS: readFileSync(join(directory.path, 'data', 'secret.key'), 'utf8').trim(),
  };

  const restoring = await stopBeforeName([backup], elsewhere);
  expect(await runServer(creating('between@example.org'), elsewhere)).toMatchObject({ code: 0 });
  const starting = startServer(elsewhere);
  const restored = await restoring.goOn();
  await using _ = await starting;
  expect(restored).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^social-server: restore: [^\n]* was created meanwhile[^\n]*--force[^\n]*\n$/),
  });
  expect(emailsIn(join(directory.path, 'elsewhere', 'social.db'))).toEqual(['between@example.org']);
});
