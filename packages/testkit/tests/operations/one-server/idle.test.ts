import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { pathIn } from './locked-world.ts';

const STARTED_MS = 2_000;
const IDLE_MS = 4_000;

test('an idle server on SQLite writes nothing, and notices what another process writes', async () => {
  using directory = temporaryDirectory();
  await using server = await startServer({ SOCIAL_DATA_DIR: directory.path });
  const db = new DatabaseSync(pathIn(directory.path), { timeout: 5_000 });
  const version = () => db.prepare('pragma data_version').get();
  await sleep(STARTED_MS);
  const before = version();
  await sleep(IDLE_MS);
  expect(version()).toEqual(before);

  // A channel for which nothing waits: the server deletes its row when it looks what is due.
  const workspace = "'018f0000-0000-7000-8000-000000000000'";
  db.exec('pragma foreign_keys = off');
  db.exec(`insert into channel (id, workspace_id, next_due) values ('of-another-process', ${workspace}, '2026-01-01')`);
  await vi.waitFor(() => expect(db.prepare('select id from channel').all()).toEqual([]), 15_000);
  db.close();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
