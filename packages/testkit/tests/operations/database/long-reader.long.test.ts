import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createCrashWorld } from '../../crash/crash-world.ts';

const MIB = 1024 * 1024;
/** Bytes of disk that the log may keep while no program reads. */
const KEPT = 16 * MIB;

test('a program that reads the database for long holds up no writer, and the disk it costs is given back after', async () => {
  await using world = await createCrashWorld({ workspaces: 1, credits: 5_000 });
  const server = await world.start();
  const [workspace] = server.workspaces;
  const logBytes = () => statSync(join(world.dataDir, 'social.db-wal')).size;
  let count = 0;
  async function publishUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough() && count < 2_000) {
      const answers = Array.from({ length: 10 }, () => {
        count += 1;
        const body = { text: `${count} ${'x'.repeat(2_000)}`, platforms: ['profnet'] };
        return workspace?.api('POST', '/api/v1/posts', { body });
      });
      for (const answer of await Promise.all(answers)) expect(answer?.body.platformResults.profnet.ok).toBe(true);
    }
  }

  const reader = new DatabaseSync(join(world.dataDir, 'social.db'), { readOnly: true });
  reader.exec('begin');
  const seen = () => reader.prepare('select count(*) as posts from post').get()?.['posts'];
  expect(seen()).toBe(0);
  await publishUntil(() => logBytes() > KEPT + 2 * MIB);
  expect(seen()).toBe(0);
  expect(logBytes()).toBeGreaterThan(KEPT);
  reader.close();

  const before = count;
  await publishUntil(() => logBytes() <= KEPT);
  expect(logBytes()).toBeLessThanOrEqual(KEPT);
  expect(count - before).toBeLessThan(200);
});
