import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spawnServer } from '../../../src/programs/server-process.ts';
import { createCrashWorld } from '../../crash/crash-world.ts';

test('a restore that is killed at any moment leaves the old database or the restored one, and can be run again', async () => {
  await using world = await createCrashWorld({ workspaces: 1 });
  const path = join(world.dataDir, 'social.db');
  const file = join(world.dataDir, 'backup.db');
  const publish = async (text: string, more: object = {}) => {
    const body = { text, platforms: ['profnet'], ...more };
    expect(await server.workspaces[0]?.api('POST', '/api/v1/posts', { body })).toMatchObject({ status: 201 });
  };
  let server = await world.start();
  await publish('in the backup');
  await publish('later', { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await world.run(['backup', file])).toMatchObject({ code: 0 });
  await publish('after the backup');
  await server.kill();

  /** Which of the two is in place. */
  const state = (): 'old' | 'restored' => {
    using database = new DatabaseSync(path);
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const [posts, held] = ['post', 'post where held_at is not null'].map(
      (from) => database.prepare(`select count(*) as count from ${from}`).get()?.['count'],
    );
    if (posts === 3 && held === 0) return 'old';
    expect({ posts, held }).toEqual({ posts: 2, held: 1 });
    return 'restored';
  };

  expect(state()).toBe('old');
  const restoring = ['restore', file, '--force'];
  const left = new Set<string>();
  for (let afterMs = 100; !left.has('restored'); afterMs *= 1.1) {
    const { child, ended } = spawnServer(restoring, world.env);
    await delay(afterMs);
    child.kill('SIGKILL');
    await ended;
    left.add(state());
  }
  expect(left).toContain('old');
  expect(await world.run(restoring)).toMatchObject({ code: 0 });
  expect(state()).toBe('restored');
  expect(readdirSync(world.dataDir).filter((name) => /^social\.db-(wal|shm|journal)$/.test(name))).toEqual([]);

  server = await world.start();
  await publish('after the restore');
  const texts = (await world.sandbox.posts()).map(({ text }) => text).sort();
  expect(texts).toEqual(['after the backup', 'after the restore', 'in the backup']);
});
