import {
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { spawnStart, stop, untilWaits } from '../one-server/locked-world.ts';

const directory = temporaryDirectory();
const backup = join(directory.path, 'backup.db');
const data = join(directory.path, 'data');
let keys: string;

beforeAll(async () => {
  const env = { SOCIAL_DATA_DIR: data };
  expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0 });
  expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
  keys = readFileSync(join(data, 'secret.key'), 'utf8').trim();
});
afterAll(() => directory[Symbol.dispose]());

function makeFolder(name: string): string {
  const path = join(directory.path, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

const restore = (dataDir: string, more = {}) =>
  runServer(['restore', backup, '--force'], { SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS: keys, ...more });

test('what root restores belongs to the user of the database that was there, or of its folder', async () => {
  // Only root can make files that belong to another user.
  const uid = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
  const gid = process.getuid?.() === 0 ? 65_534 : process.getgid?.();
  const dataDir = makeFolder('owned');
  chownSync(dataDir, uid ?? 0, gid ?? 0);
  const files = ['social.db', 'social.db.served', 'social.db.starting'];
  const owners = () =>
    files.map((name) => statSync(join(dataDir, name))).map(({ uid: user, gid: group }) => [user, group]);
  for (let round = 0; round < 2; round += 1) {
    expect(await restore(dataDir)).toMatchObject({ code: 0 });
    expect(owners()).toEqual([
      [uid, gid],
      [uid, gid],
      [uid, gid],
    ]);
  }
  expect(statSync(join(dataDir, 'social.db')).mode & 0o777).toBe(0o600);
});

test('a restore removes what restores that were killed left behind, and nothing else', async () => {
  const dataDir = makeFolder('left');
  const left = ['.social.db.0123abcd.partial', '.social.db.0123abcd.partial-wal', '.social.db.0123abcd.partial-shm'];
  const others = ['.social.db.partial', '.other.db.0123abcd.partial', 'social.db.0123abcd.partial'];
  for (const name of [...left, ...others]) writeFileSync(join(dataDir, name), 'x');
  expect(await restore(dataDir)).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => name.includes('partial'))).toEqual(others.toSorted());
});

test.each([
  { place: 'with the database it belongs to', isGone: false },
  { place: 'alone', isGone: true },
])('a write-ahead log that was left $place is not taken for the restored one', async ({ isGone }) => {
  const dataDir = makeFolder(`stale-${isGone}`);
  const path = join(dataDir, 'social.db');
  expect(await restore(dataDir)).toMatchObject({ code: 0 });
  const old = new DatabaseSync(path);
  old.exec("pragma journal_mode = wal; insert into server_meta (name, value) values ('stale', '')");
  copyFileSync(`${path}-wal`, `${path}.log`);
  old.close();
  copyFileSync(`${path}.log`, `${path}-wal`);
  if (isGone) rmSync(path);
  expect(await restore(dataDir)).toMatchObject({ code: 0 });
  const restored = new DatabaseSync(path);
  expect(restored.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(restored.prepare("select 1 from server_meta where name = 'stale'").all()).toEqual([]);
  restored.close();
});

test('a database behind a link is replaced where it is', async () => {
  const [links, large] = [makeFolder('links'), makeFolder('large')];
  symlinkSync(join(large, 'social.db'), join(links, 'social.db'));
  for (let round = 0; round < 2; round += 1) {
    expect(await restore(links)).toMatchObject({ code: 0 });
    expect(lstatSync(join(links, 'social.db')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(large, 'social.db')).isFile()).toBe(true);
    expect(readdirSync(links)).toEqual(['social.db']);
  }
  expect(readdirSync(large).filter((name) => name.includes('.replaced-'))).toHaveLength(1);
});

test('a server on a link to a database waits for one that serves it under its own name', async () => {
  const [links, large] = [makeFolder('linked'), makeFolder('own')];
  symlinkSync(join(large, 'social.db'), join(links, 'social.db'));
  const settings = { SOCIAL_SECRET_KEYS: keys, SOCIAL_DATA_DIR: links };
  await using _ = await startServer(settings);
  const second = spawnStart({ ...settings, SOCIAL_DATABASE_URL: `sqlite:${join(large, 'social.db')}` });
  await untilWaits(second);
  expect(await stop(second)).toMatchObject({ code: 0, stdout: '' });
});

test('a backup that does not fit where it is written is not blamed on the database', async () => {
  const file = join(directory.path, 'too-large.db');
  const env = { SOCIAL_DATA_DIR: data };
  const { code, stderr } = await spawnServer(['backup', file], env, { command: ['prlimit', '--fsize=65536'] }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(file);
  expect(stderr).not.toContain(data);
  expect(stderr).not.toContain('SOCIAL_DATA_DIR');
});
