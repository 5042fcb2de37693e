import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migratorOf } from '../packages/server/src/store/database/migrate.ts';
import { openDatabase } from '../packages/server/src/store/database/open.ts';
import { inRepository, runProgram } from './programs.mjs';
import { seedPosts } from './seed.mjs';

/** Last migration of commit cc83259. */
const FORMER_SCHEMA = '0009-threads';
const server = inRepository('packages/server/dist/bin.js');

/**
 * Milliseconds in which SQLite writes a copy of a database with posts of a former schema, and in which a command of the server
 * then brings the copy to the present schema, one value per copy and side.
 * @param {{directory: string, rows: number, copies: number}} options
 */
export async function measureMigration({ directory, rows, copies }) {
  const dataDir = join(directory, 'former');
  const path = join(dataDir, 'social.db');
  const workspace = await makeFormerDatabase(path, rows);
  seedPosts({ dataDir, ...workspace, count: rows });
  const measured = { ours: [], reference: [] };
  for (let n = 0; n < copies; n++) {
    const copy = mkdtempSync(join(directory, 'copy-'));
    measured.reference.push(timeCopy(path, join(copy, 'social.db')));
    const migrating = timeCommand(copy);
    measured.ours.push(migrating - timeCommand(copy));
    rmSync(copy, { recursive: true });
  }
  rmSync(dataDir, { recursive: true });
  return measured;
}

/** Makes a database of the former schema with a workspace that has the credits. Returns its ids. */
async function makeFormerDatabase(path, credits) {
  const db = openDatabase({ dialect: 'sqlite', path });
  const { error } = await migratorOf(db, { dialect: 'sqlite' }).migrateTo(FORMER_SCHEMA);
  await db.destroy();
  if (error) throw error;
  const [id, at] = ['seeded', '2026-01-01T00:00:00.000Z'];
  const sqlite = new DatabaseSync(path);
  insert(sqlite, 'user', { id, name: id, email: 'a@b.example', emailVerified: 1, createdAt: at, updatedAt: at });
  const period = { anchor_at: at, period_start: at, period_end: '2027-01-01T00:00:00.000Z' };
  const counts = { balance: credits, held: 0, used: 0, log_count: 0 };
  const owner = { owner_user_id: id, email: 'a@b.example', plan: 'pro' };
  insert(sqlite, 'workspace', { id, ...owner, ...period, ...counts, created_at: at });
  const profile = { id, workspace_id: id, name: 'Default', slug: 'default', is_default: 1, created_at: at };
  insert(sqlite, 'profile', profile);
  sqlite.close();
  return { workspaceId: id, profileId: id };
}

function insert(sqlite, table, row) {
  const places = Object.keys(row).map(() => '?');
  sqlite.prepare(`insert into "${table}" (${Object.keys(row)}) values (${places})`).run(...Object.values(row));
}

function timeCopy(path, copy) {
  const sqlite = new DatabaseSync(path);
  const started = performance.now();
  sqlite.prepare('vacuum into ?').run(copy);
  const milliseconds = performance.now() - started;
  sqlite.close();
  return milliseconds;
}

/** Every command brings the database up to date first. */
function timeCommand(dataDir) {
  const started = performance.now();
  runProgram(server, ['workspace', 'list', '--data-dir', dataDir]);
  return performance.now() - started;
}
