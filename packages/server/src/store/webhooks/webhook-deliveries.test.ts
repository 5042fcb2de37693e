import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../schema.ts';
import { listDeliveries, makeDeliveries } from './webhook-deliveries.ts';
import { findEndpoint, insertEndpoint, syncEventKinds } from './webhook-endpoints.ts';
import { recordEvent } from './webhook-events.ts';

const AT = '2026-11-20T14:00:00.000Z';
const workspaceId = newId();
let folder: string;
let db: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deliveries-'));
  const config = { dialect: 'sqlite', path: join(folder, 'social.db') } as const;
  db = openDatabase(config);
  await prepareDatabase(db, config);
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${workspaceId}, 'Ada', 'ada@example.org', 1, ${AT}, ${AT})`.execute(db);
  await insertWorkspace(db, {
    ...{ id: workspaceId, owner_user_id: workspaceId, email: 'ada@example.org', plan: 'free', anchor_at: AT },
    ...{ period_start: AT, period_end: AT, created_at: AT },
  });
});

afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

test.each([
  ['active', 1, 1],
  ['disabled', 0, 0],
  ['paused', 0, 0],
] as const)('an endpoint that is %s when its events are read gets %i deliveries', async (status, count, position) => {
  const id = newId();
  const { event_count } = await db.selectFrom('workspace').select('event_count').executeTakeFirstOrThrow();
  await insertEndpoint(db, {
    ...{ id, workspace_id: workspaceId, url: 'https://hooks.example.com/', description: null, kinds: null },
    ...{ status: 'active', status_reason: null, secret: '', secret_preview: '', previous_secret: null },
    ...{ previous_until: null, position: event_count, failing_since: null, created_at: AT, updated_at: AT },
  });
  await syncEventKinds(db, workspaceId, AT);
  await db.transaction().execute(async (trx) => {
    await recordEvent(trx, { workspaceId, kind: 'post.failed', objectId: newId(), at: AT });
  });
  await db.updateTable('webhook_endpoint').set({ status }).where('id', '=', id).execute();
  const make = () => db.transaction().execute((trx) => makeDeliveries(trx, id, { now: AT, state: 'pending' }));
  expect([await make(), await make()]).toEqual([true, true]);
  expect(await listDeliveries(db, id, { limit: 10, before: null, state: null })).toHaveLength(count);
  expect((await findEndpoint(db, workspaceId, id))?.position).toBe(event_count + position);
});
