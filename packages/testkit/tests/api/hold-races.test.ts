import { randomUUID } from 'node:crypto';
import { createTestDatabase, dialectUnderTest, type TestDatabase } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCredits } from '../../../server/src/services/credits.ts';
import { createPlanCatalogue } from '../../../server/src/services/plans.ts';
import { openDatabase } from '../../../server/src/store/dialects.ts';
import { prepareDatabase } from '../../../server/src/store/migrate.ts';
import type { Database, Queryable } from '../../../server/src/store/schema.ts';
import { findWorkspace, insertWorkspace } from '../../../server/src/store/workspaces.ts';
import { temporaryDirectory } from '../once/bad-input/server-process.ts';

const RACES = 300;
const AT = '2027-01-31T12:00:00.000Z';
const WORKSPACE = randomUUID();
const folder = temporaryDirectory();
let database: TestDatabase;
let db: Database;
let credits: ReturnType<typeof createCredits>;

beforeAll(async () => {
  database = await createTestDatabase();
  const config =
    database.url === undefined
      ? ({ dialect: 'sqlite', path: `${folder.path}/social.db` } as const)
      : ({ dialect: 'postgres', url: database.url } as const);
  db = openDatabase(config);
  await prepareDatabase(db, config);
  const clock = { now: () => Date.parse(AT) };
  credits = createCredits({ db, dialect: dialectUnderTest(), clock, plans: createPlanCatalogue() });
  const flag = dialectUnderTest() === 'sqlite' ? 1 : true;
  const user = {
    id: WORKSPACE,
    name: 'race',
    email: 'race@example.com',
    emailVerified: flag,
    createdAt: AT,
    updatedAt: AT,
  };
  await db
    .insertInto('user' as never)
    .values(user as never)
    .execute();
  await insertWorkspace(db, {
    ...{
      id: WORKSPACE,
      owner_user_id: WORKSPACE,
      email: 'race@example.com',
      plan: 'free',
      anchor_at: AT,
      created_at: AT,
    },
    ...{ period_start: AT, period_end: '2027-02-28T12:00:00.000Z' },
  });
  await inTransaction((trx) => credits.grant(trx, WORKSPACE, RACES * 3, 'credits.granted'));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
  folder[Symbol.dispose]();
});

function inTransaction<Result>(work: (trx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

test('of charging a hold and giving it back at the same time, one happens', async () => {
  let charges = 0;
  for (let race = 0; race < RACES; race += 1) {
    const id = `race-${race}`;
    await inTransaction((trx) => credits.reserve(trx, WORKSPACE, [{ id, amount: 3 }]));
    const charge = { action: 'post.published', operationId: id, metadata: {} };
    const settle = () => inTransaction((trx) => credits.settle(trx, id, charge));
    const release = () => inTransaction((trx) => credits.release(trx, id));
    const [first, second] = await Promise.all(race % 2 === 0 ? [settle(), settle(), release()] : [release(), settle()]);
    const charged = Math.max(Number(first ?? 0), Number(second ?? 0));
    expect([0, 3]).toContain(charged);

    const hold = await db.selectFrom('credit_hold').select('state').where('id', '=', id).executeTakeFirst();
    expect(hold?.state).toBe(charged === 3 ? 'settled' : 'released');
    const entries = await db.selectFrom('ledger_entry').select('amount').where('operation_id', '=', id).execute();
    expect(entries).toEqual(charged === 3 ? [{ amount: -3 }] : []);
    charges += charged;
  }
  const left = RACES * 3 - charges;
  expect(await findWorkspace(db, WORKSPACE)).toMatchObject({ balance: left, held: 0, used: charges });
  const entries = await db.selectFrom('ledger_entry').select('amount').where('workspace_id', '=', WORKSPACE).execute();
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
});
