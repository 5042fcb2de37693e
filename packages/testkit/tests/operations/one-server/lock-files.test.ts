import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { listen } from '../../../src/servers/local-server.ts';
import { filesIn, pathIn } from './locked-world.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may write to every file, so the program runs as another user then. */
const asUser = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];

function makeFolder(parent: string): string {
  const path = `${parent}/data`;
  chmodSync(parent, 0o755);
  mkdirSync(path, { mode: 0o700 });
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  return path;
}

describe('a server is refused, and changes nothing,', () => {
  test.each(['served', 'starting'])('when it can read but not write the lock %s', async (name) => {
    using directory = temporaryDirectory();
    const data = makeFolder(directory.path);
    const lock = `${pathIn(data)}.${name}`;
    writeFileSync(lock, '', { mode: 0o444 });
    chmodSync(lock, 0o444);
    const env = { SOCIAL_DATA_DIR: data, SOCIAL_PORT: '0' };
    const { code, stdout, stderr } = await spawnServer(['start', '--json'], env, { command: asUser }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `social-server: SOCIAL_DATA_DIR: the lock ${lock} cannot be written, so another server on this database would go unnoticed; let this user write the file and its folder. On a network file system locks may not work: keep the database on a local disk, or use Postgres\n`,
    );
    expect(filesIn(data)).toEqual([]);
  });

  test('when the folder takes no lock', async () => {
    using directory = temporaryDirectory();
    const data = makeFolder(directory.path);
    chmodSync(data, 0o500);
    const env = { SOCIAL_DATA_DIR: data, SOCIAL_PORT: '0' };
    const { code, stderr } = await spawnServer(['start', '--json'], env, { command: asUser }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^social-server: SOCIAL_DATA_DIR: the lock [^\n]*social\.db\.starting cannot be written[^\n]+\n$/,
    );
  });

  test('when the lock is a file of something else', async () => {
    using directory = temporaryDirectory();
    const lock = `${pathIn(directory.path)}.served`;
    writeFileSync(lock, 'These are my notes.\n'.repeat(100));
    const { code, stderr } = await runServer(['start'], { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toContain(`SOCIAL_DATA_DIR: ${lock} is not the lock that social-server makes`);
    expect(filesIn(directory.path)).toEqual([]);
  });
});

describe('a start that fails frees the file', () => {
  test('when its port is taken', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    const other = createServer();
    const port = await listen(other);
    const { code, stderr } = await runServer(['start', '--port', String(port)], env);
    await new Promise((resolve) => other.close(resolve));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(String(port)) });
    await expectFree(directory.path);
  });

  test('when the last step of the start fails, after its jobs have begun', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0 });
    const change = (statement: string) => {
      using database = new DatabaseSync(pathIn(directory.path));
      database.exec(statement);
    };
    change(`create trigger no_note before insert on server_meta when new.name = 'sandbox'
      begin select raise(abort, 'not noted'); end`);
    const { code, stderr } = await runServer(['start', '--port', '0', '--sandbox'], env, { stopAfterMs: 40_000 });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('not noted') });
    change('drop trigger no_note');
    await expectFree(directory.path);
  });
});

/** Expects that nothing of an ended server is left, and that the next one starts without a wait. */
async function expectFree(directory: string): Promise<void> {
  expect(filesIn(directory).filter((name) => name.includes('served'))).toEqual([]);
  using database = new DatabaseSync(pathIn(directory));
  expect(database.prepare('select id from worker').all()).toEqual([]);
  const next = await startServer({ SOCIAL_DATA_DIR: directory });
  const { code, stderr } = await next.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('waiting') });
}
