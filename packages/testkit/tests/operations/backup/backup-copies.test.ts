import { execFileSync } from 'node:child_process';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spawnServer } from '../../../src/programs/server-process.ts';
import { WAYS } from '../database/unwritable-disk.ts';
import { type BackupWorld, createBackupWorld } from './backup-world.ts';

let world: BackupWorld;
beforeAll(async () => {
  world = await createBackupWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

function open<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  using database = new DatabaseSync(file, { readOnly: true });
  return read(database);
}

/** Makes the database large enough for a backup to take a while. */
function fill(mebibytes: number): void {
  const database = new DatabaseSync(join(world.data, 'social.db'), { timeout: 5_000 });
  const body = randomBytes(512 * 1_024).toString('hex');
  const insert = database.prepare(`
    insert into idempotency_key (workspace_id, key, fingerprint, owner, locked_until, status, body, created_at, expires_at)
    select id, ?, '', '', '', 200, ?, '', '2099-01-01' from workspace limit 1`);
  for (let index = 0; index < mebibytes; index += 1) insert.run(`filler-${index}-${Date.now()}`, body);
  database.close();
}

interface SealedConnection {
  readonly id: string;
  readonly access_token: string;
  readonly refresh_token: string | null;
}

/** The tokens of a row in the clear, read without the server's code. */
function unseal({ id, access_token, refresh_token }: SealedConnection, key: string): string[] {
  return Object.entries({ access_token, refresh_token }).flatMap(([column, value]) => {
    const [, keyId, nonce = '', body = ''] = (value ?? '').split('.');
    if (value === null) return [];
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(nonce, 'base64url'));
    decipher.setAAD(Buffer.from(`connection|${id}|${column}|${keyId}`)).setAuthTag(bytes.subarray(-16));
    return [Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString()];
  });
}

/** Creates scheduled posts, four at a time, until it is disposed of. */
function writePosts({ api }: Workspace): AsyncDisposable & { readonly acknowledged: readonly string[] } {
  const acknowledged: string[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (isWriting) {
      const body = { text: uniqueText('Load'), platforms: ['profnet'], scheduledFor: '2099-01-01T00:00:00Z' };
      const answer = await api('POST', '/api/v1/posts', { body });
      expect(answer.status).toBe(201);
      acknowledged.push(answer.body.id);
    }
  });
  return {
    acknowledged,
    async [Symbol.asyncDispose]() {
      isWriting = false;
      await Promise.all(writers);
    },
  };
}

test('copies of a database that is written to are whole, each one of a single moment, and the server does not wait', async () => {
  fill(10);
  await using served = await world.serve();
  await using load = writePosts(served.workspace);
  const acceptedMeanwhile: number[] = [];
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(0);
  for (let round = 0; round < 3; round += 1) {
    const file = join(world.directory, `load-${round}.db`);
    const before = [...load.acknowledged];
    const made = await world.runJson(['backup', file]);
    acceptedMeanwhile.push(load.acknowledged.length - before.length);
    expect(made.bytes).toBe(statSync(file).size);
    const { check, ids } = open(file, (database) => ({
      check: [
        ...database.prepare('pragma integrity_check').all(),
        ...database.prepare('pragma foreign_key_check').all(),
      ],
      ids: database
        .prepare('select id from post')
        .all()
        .map((row) => row['id']),
    }));
    expect(check).toMatchObject([{ integrity_check: 'ok' }]);
    expect(ids).toHaveLength(made.posts);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  }
  // A writer that waited for a backup would be answered once: more answers than writers came while one was made.
  expect(Math.max(...acceptedMeanwhile)).toBeGreaterThan(4);
});

test('a backup is one file that only its owner can read, is not replaced without --force, and says that the keys are not in it', async () => {
  const file = join(world.directory, 'one.db');
  const { code, stdout } = await world.run(['backup', file]);
  expect(code).toBe(0);
  expect(stdout).toContain('The keys are NOT in it');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(world.directory).filter((name) => name.includes('one.db'))).toEqual(['one.db']);
  writeFileSync(file, 'mine');
  expect(await world.run(['backup', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await world.runJson(['backup', file, '--force']);
  expect(open(file, (database) => database.prepare('select count(*) as n from workspace').get())).toMatchObject({
    n: 1,
  });
  const itself = await world.run(['backup', join(world.data, 'social.db'), '--force']);
  expect(itself).toMatchObject({ code: 1, stderr: expect.stringContaining('is the database itself') });
  const postgres = { SOCIAL_DATABASE_URL: 'postgres://social@127.0.0.1:1/social' };
  const refused = await world.run(['backup', `${file}2`], world.data, postgres);
  expect(refused.stderr).toMatch(/pg_dump.*social-server hold/);
});

test('neither the database nor a backup holds a token, an API key, a password or a session that could be used', async () => {
  await using served = await world.serve();
  const browser = await served.workspace.browser();
  const file = join(world.directory, 'secrets.db');
  await served.workspace.api('POST', '/api/v1/posts', { body: { text: uniqueText('Kept'), platforms: ['profnet'] } });
  await world.runJson(['backup', file]);
  const entries = readdirSync(world.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = [file, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const bytes = files.map((path) => readFileSync(path, 'latin1')).join('\n');
  const sealed = world.query<SealedConnection>('select id, access_token, refresh_token from connection');
  const tokens = sealed.flatMap((row) => unseal(row, world.keys));
  expect(tokens.length).toBeGreaterThanOrEqual(3);
  const cookies = [...browser.cookies.values()].flatMap((value) => [value, decodeURIComponent(value)]);
  expect(cookies.length).toBeGreaterThan(0);
  expect(sealed.filter((row) => !bytes.includes(row.access_token))).toEqual([]);
  const secrets = [...tokens, ...cookies, world.apiKey, world.keys, served.workspace.password];
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
});

test('a backup that is killed leaves nothing under its name', async () => {
  fill(30);
  const file = join(world.directory, 'killed.db');
  const partial = () => readdirSync(world.directory).find((name) => name.startsWith('.killed.db.'));
  const { child, ended } = spawnServer(['backup', file], {
    SOCIAL_DATA_DIR: world.data,
    SOCIAL_SECRET_KEYS: world.keys,
  });
  await vi.waitFor(() => expect(partial()).toBeDefined(), { timeout: 10_000, interval: 2 });
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  expect(existsSync(file)).toBe(false);
  await delay(50);
  expect(existsSync(file)).toBe(false);
  await world.runJson(['backup', file]);
  expect(existsSync(file)).toBe(true);
});

describe.each(WAYS.filter(({ name }) => name === 'the disk is full'))('on a separate disk', ({ open: openDisk }) => {
  test('a backup that has no room says so and leaves nothing', async () => {
    using disk = openDisk();
    disk.refuse(process.pid);
    const file = join(disk.path, 'backup.db');
    const { code, stderr } = await world.run(['backup', file]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^social-server: backup: the disk of .* is full/),
    });
    expect(readdirSync(disk.path)).toEqual(['filler']);
  });

  test('a server does not start where it cannot write, and says so in one line', async () => {
    using disk = openDisk();
    const data = join(disk.path, 'data');
    expect((await world.run(['workspace', 'list'], data)).code).toBe(0);
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    const { code, stderr } = await world.run(['start', '--port', '0'], data);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^social-server: SOCIAL_DATA[A-Z_]*: [^\n]+\n$/);
  });
});
