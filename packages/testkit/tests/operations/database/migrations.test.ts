import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApi } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { makeWorkspace, runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { expectKept, oldVersion, read, settings, testDyingMigrations } from './old-databases.ts';

/** A command that does nothing but bring the database up to date and read it. */
const migrate = (dataDir: string) => runServer(['workspace', 'list'], settings(dataDir));

/** Changes a database as the next version does. */
function upgradeOnceMore(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, 'social.db'));
  database.exec(
    "alter table post add column of_the_future text; insert into kysely_migration values ('9999-of-the-future', '2099')",
  );
}

test.each(['schema-0001', 'schema-0007'])(
  'the database of %s is brought to the schema of a new one, and keeps every row',
  async (fixture) => {
    using directory = temporaryDirectory();
    using fresh = temporaryDirectory();
    const before = oldVersion(directory.path, fixture);
    expect(await migrate(directory.path)).toMatchObject({ code: 0, stderr: '' });
    await migrate(fresh.path);
    const after = read(directory.path);
    expect(after.schema).toEqual(read(fresh.path).schema);
    expect([...before.tables.values()].flat().length).toBeGreaterThan(20);
    expectKept(after, before);
    const accounts = (before.tables.get('connection') ?? []).map((row) => [row['id'], row['account_id']]);
    const noted = (after.tables.get('connected_account') ?? []).map((row) => [row['connection_id'], row['account_id']]);
    expect(noted).toEqual(accounts);
  },
);

test('a server continues with the data of the first version', async () => {
  using directory = temporaryDirectory();
  oldVersion(directory.path);
  await using server = await startServer(settings(directory.path));
  const made = await runServer(
    ['workspace', 'key', '--email', 'crash-0@example.com', '--json'],
    settings(directory.path),
  );
  const api = createApi(server.url, JSON.parse(made.stdout).apiKey);
  await vi.waitFor(async () => {
    const { posts } = (await api('GET', '/api/v1/posts')).body;
    expect(posts).toMatchObject([
      { text: 'scheduled before the upgrade', status: 'scheduled', platformResults: {} },
      { text: 'on its way', status: 'published', platformResults: { profnet: { ok: false, state: 'unknown' } } },
      { text: 'published before the upgrade', status: 'published', platformResults: { microblog: { ok: true } } },
    ]);
    expect(posts[0].held).toBeUndefined();
  }, 15_000);
});

testDyingMigrations({ firsts: [1], step: 40 });

test('a version that is older than the database changes nothing, and names the way back, which works', async () => {
  using directory = temporaryDirectory();
  const [backup, env] = [join(directory.path, 'before.db'), settings(directory.path)];
  await makeWorkspace(env, 'ada@example.org');
  expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
  upgradeOnceMore(directory.path);
  const before = read(directory.path);
  const { code, stderr, stdout } = await runServer(['start'], { ...env, SOCIAL_PORT: '0' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^social-server: SOCIAL_DATABASE_URL: .*newer version \(it has the migration 9999-of-the-future\).*last backup from before the upgrade with: social-server restore FILE --force\n$/,
  );
  expect(read(directory.path)).toEqual(before);
  expect(await runServer(['restore', backup, '--force'], env)).toMatchObject({ code: 0 });
  await using server = await startServer(env);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(read(directory.path).tables.get('workspace')).toMatchObject([{ email: 'ada@example.org' }]);
});

test('of two servers that start on a database of the first version at the same time, one comes up after the other', async () => {
  using directory = temporaryDirectory();
  const before = oldVersion(directory.path);
  const starting = [startServer(settings(directory.path)), startServer(settings(directory.path))];
  const first = await Promise.race(starting);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0 });
  for (const { url, stop } of await Promise.all(starting)) {
    if (url !== first.url) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toMatchObject({ code: 0 });
  }
  expect(read(directory.path).tables.get('post')).toHaveLength(before.tables.get('post')?.length ?? 0);
  expect(read(directory.path).tables.get('kysely_migration')?.length).toBeGreaterThan(1);
});
