import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeWorkspace, runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { makeNextVersion } from '../upgrade/next-version.ts';
import { makeDatabase, read, settings, testDyingMigrations } from './dying-migrations.ts';

/** Changes a database as the next version does. */
function upgradeOnceMore(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, 'social.db'));
  database.exec(
    "alter table post add column of_the_future text; insert into kysely_migration values ('9999-of-the-future', '2099')",
  );
}

testDyingMigrations({ ofNew: 40, ofNext: 5 });

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

test('of two servers of the next version that start on a database of this one at the same time, one comes up after the other', async () => {
  using directory = temporaryDirectory();
  const how = { program: makeNextVersion(directory.path) };
  const data = join(directory.path, 'data');
  const before = await makeDatabase(data);
  const starting = [startServer(settings(data), [], how), startServer(settings(data), [], how)];
  const first = await Promise.race(starting);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0 });
  for (const { url, stop } of await Promise.all(starting)) {
    if (url !== first.url) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toMatchObject({ code: 0 });
  }
  expect(read(data).tables.get('post')).toMatchObject(before.tables.get('post') ?? []);
  expect(read(data).tables.get('kysely_migration')).toHaveLength(2);
});
