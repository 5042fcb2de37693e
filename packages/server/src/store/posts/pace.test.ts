import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../schema.ts';
import { createPace } from './pace.ts';

let directory: string;
let db: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pace-'));
  db = openDatabase({ dialect: 'sqlite', path: join(directory, 'social.db') });
});

afterEach(async () => {
  await db.destroy();
  rmSync(directory, { recursive: true });
});

const countTo = (most: number) =>
  sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${most})
    select count(*) from counted`.execute(db);

test('a statement that waits for a transaction, but is short itself, is followed by a larger one', async () => {
  const pace = createPace(60, 5_000);
  for (const size of [60, 120, 240]) {
    expect(pace.nextSize()).toBe(size);
    const isOpen = Promise.withResolvers<void>();
    const writes = db.transaction().execute(async () => {
      isOpen.resolve();
      await delay(40);
    });
    await isOpen.promise;
    await pace.keep(() => countTo(1));
    await writes;
  }
});

test('the longest statement since the last size decides the next one', async () => {
  const pace = createPace(60, 200);
  await pace.keep(() => countTo(1));
  expect(pace.nextSize()).toBe(120);
  await pace.keep(() => countTo(1));
  expect(pace.nextSize()).toBe(200);
  await pace.keep(() => countTo(1_000_000));
  await pace.keep(() => countTo(1));
  expect(pace.nextSize()).toBe(100);
  await pace.keep(() => countTo(1_000_000));
  expect(pace.nextSize()).toBe(60);
  expect(pace.nextSize()).toBe(60);
});
