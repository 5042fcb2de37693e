import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { uniqueText } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationsFor } from '../../../../server/src/store/database/migrate.ts';
import type { HowToRun, Variables } from '../../../src/programs/server-process.ts';
import { type BackupWorld, createBackupWorld } from '../backup/backup-world.ts';
import { ADDED, makeNextVersion } from './next-version.ts';

const HOUR = 3_600_000;
const MIGRATIONS = Object.keys(migrationsFor('sqlite'));

let world: BackupWorld;
let backup: string;
/** The program of the next version. */
let next: string;
beforeAll(async () => {
  world = await createBackupWorld();
  backup = join(world.directory, 'good.db');
  next = makeNextVersion(world.directory);
  await using served = await world.serve();
  const body = { text: uniqueText('Scheduled'), platforms: ['profnet'] };
  for (const hours of [1, 2, 3, 4]) {
    const scheduledFor = new Date(Date.now() + hours * HOUR).toISOString();
    expect((await served.workspace.api('POST', '/api/v1/posts', { body: { ...body, scheduledFor } })).status).toBe(201);
  }
  await world.runJson(['backup', backup]);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const stateOf = (file: string) => ({ bytes: readFileSync(file), modified: statSync(file).mtimeMs });

/** Runs the command in a folder for temporary files of its own, and finds that it leaves the backup and that folder as they were. */
async function check(file: string, env: Variables = {}, args: readonly string[] = ['--json'], how: HowToRun = {}) {
  const before = stateOf(file);
  const besides = readdirSync(world.directory);
  const ended = await world.run(['upgrade-check', file, ...args], world.data, { TMPDIR: world.directory, ...env }, how);
  expect(stateOf(file)).toEqual(before);
  expect(readdirSync(world.directory)).toEqual(besides);
  return { ...ended, result: args.includes('--json') && ended.stdout !== '' ? JSON.parse(ended.stdout) : null };
}

/** Makes a copy of the backup and changes it with SQL. */
function changed(name: string, statements: string): string {
  const file = join(world.directory, name);
  copyFileSync(backup, file);
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
  return file;
}

test('a backup of this version would start, without a migration, and is left as it was, byte for byte', async () => {
  const version = JSON.parse(readFileSync(new URL('../../../../server/package.json', import.meta.url), 'utf8')).version;
  const { code, stderr, result } = await check(backup);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(result).toEqual({
    file: backup,
    takenAt: expect.stringMatching(/Z$/),
    writtenBy: version,
    schema: MIGRATIONS.at(-1),
    checkedBy: version,
    integrity: 'ok',
    isNewer: false,
    migrations: [],
    keys: 'fit',
    scheduled: { later: 4, now: 0, missed: 0, held: 0 },
    problems: [],
  });
  const { stdout } = await check(backup, {}, []);
  expect(stdout).toContain('A start of this version would work');
});

test('it works beside the running server, and without keys says that none were given', async () => {
  await using _ = await world.serve();
  expect((await check(backup)).code).toBe(0);
  const { code, result } = await check(backup, { SOCIAL_SECRET_KEYS: '' });
  expect([code, result.keys]).toEqual([0, 'not given']);
  expect(readdirSync(world.data)).not.toContain('secret.key');
});

test('keys that do not open the backup are a problem', async () => {
  const { code, stderr, result } = await check(backup, { SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') });
  expect(code).toBe(1);
  expect(result).toMatchObject({ keys: 'do not fit', problems: [expect.stringContaining('SOCIAL_SECRET_KEYS')] });
  expect(stderr).toMatch(/^social-server: upgrade-check: found 1 problem\(s\); nothing was changed\n$/);
});

test('scheduled posts are counted by what a start would do with them', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const file = changed(
    'late.db',
    `update post set due_at = '${ago(120)}', happens_at = '${ago(120)}' where id = (select min(id) from post);
     update post set due_at = '${ago(5)}', happens_at = '${ago(5)}' where id = (select max(id) from post);
     update post set held_at = '${ago(5)}' where id = (select id from post order by id limit 1 offset 1);`,
  );
  const { code, result } = await check(file);
  expect([code, result.scheduled]).toEqual([0, { later: 1, now: 1, missed: 1, held: 1 }]);
});

test('the migrations of the next version are made on a copy, named and timed', async () => {
  const { code, result } = await check(backup, {}, ['--json'], { program: next });
  expect(code).toBe(0);
  expect(result).toMatchObject({ schema: MIGRATIONS.at(-1), isNewer: false, keys: 'fit', scheduled: { later: 4 } });
  expect(result.migrations).toEqual([{ name: ADDED, milliseconds: expect.any(Number) }]);
  const { stdout } = await check(backup, {}, [], { program: next });
  expect(stdout).toMatch(new RegExp(`Migrations to make: 1, in \\d+ ms on a copy\\.\n {2}${ADDED} `));
});

test('a backup of a newer version is refused in words', async () => {
  const file = changed('newer.db', "insert into kysely_migration values ('9999-of-the-future', '2099-01-01')");
  const { code, result } = await check(file);
  expect(code).toBe(1);
  expect(result).toMatchObject({
    isNewer: true,
    migrations: null,
    keys: null,
    problems: [expect.stringMatching(/newer version.*9999-of-the-future.*cannot downgrade/)],
  });
});

test('a migration that fails is a problem that names it', async () => {
  const { code, result } = await check(changed('broken.db', 'drop table channel'), {}, ['--json'], { program: next });
  expect([code, result.migrations]).toEqual([1, null]);
  expect(result.problems).toEqual([expect.stringContaining(`the migration ${ADDED} failed`)]);
});

test('a damaged backup and any other file are refused', async () => {
  const damaged = join(world.directory, 'damaged.db');
  const bytes = readFileSync(backup);
  bytes.fill(0xa5, 5 * 4_096, 5 * 4_096 + 2_000);
  writeFileSync(damaged, bytes);
  expect(await check(damaged)).toMatchObject({ code: 1, stdout: expect.stringContaining('damaged') });
  copyFileSync(backup, damaged);
  truncateSync(damaged, 100_000);
  expect((await check(damaged)).code).toBe(1);
  writeFileSync(damaged, 'These are my notes.\n'.repeat(500));
  expect(await check(damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a backup') });
  const missing = await world.run(['upgrade-check', join(world.directory, 'missing.db')]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no file') });
  const own = await world.run(['upgrade-check', join(world.data, 'social.db')]);
  expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('social-server backup FILE') });
  expect(await world.run(['upgrade-check'])).toMatchObject({ code: 2 });
});
