import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { insertWorkspace } from './accounts/workspaces.ts';
import { prepareDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { listLedger } from './ledger.ts';
import type { Database } from './schema.ts';

const AT = '2026-11-20T14:00:00.000Z';
const ENTRIES = 4_500;
const workspaceId = newId();
/** Profiles of the entries by their numbers, the oldest first: at the ends and at the borders of what is read at once. */
const RARE = [0, 1, 499, 500, 501, 2_499, 2_500, 2_501, ENTRIES - 1];
let folder: string;
let db: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  const config = { dialect: 'sqlite', path: join(folder, 'social.db') } as const;
  db = openDatabase(config);
  await prepareDatabase(db, config);
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${workspaceId}, 'Ada', 'ada@example.org', 1, ${AT}, ${AT})`.execute(db);
  await insertWorkspace(db, {
    ...{ id: workspaceId, owner_user_id: workspaceId, email: 'ada@example.org', plan: 'free', anchor_at: AT },
    ...{ period_start: AT, period_end: AT, created_at: AT },
  });
  const rows = Array.from({ length: ENTRIES }, (_, number) => ({
    ...{ id: String(number).padStart(6, '0'), workspace_id: workspaceId, operation_id: `operation-${number}` },
    ...{ amount: -1, action: 'post.published' },
    metadata: JSON.stringify({ profileId: RARE.includes(number) ? 'rare' : 'usual' }),
    // Several entries of one instant.
    created_at: new Date(Date.parse(AT) + Math.floor(number / 7)).toISOString(),
  }));
  for (let from = 0; from < ENTRIES; from += 500) {
    await db
      .insertInto('ledger_entry')
      .values(rows.slice(from, from + 500))
      .execute();
  }
});

afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

test.each([1, 4, RARE.length, 100])('the newest %i entries of a profile are found among many others', async (limit) => {
  const found = await listLedger(db, workspaceId, limit, ['rare', 'none']);
  expect(found.map(({ id }) => Number(id))).toEqual(RARE.toReversed().slice(0, limit));
});

test('a profile without entries has none', async () => {
  expect(await listLedger(db, workspaceId, 20, ['none'])).toEqual([]);
});
