import { createTestClock, useResource } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { type Credits, createCredits } from '../../../server/src/services/credits/credits.ts';
import { createPlanCatalogue } from '../../../server/src/services/credits/plans.ts';
import { findWorkspace } from '../../../server/src/store/accounts/workspaces.ts';
import type { Queryable } from '../../../server/src/store/schema.ts';
import { createBareDatabase, MADE_AT } from './bare-database.ts';

const RACES = 120;
const bare = useResource(createBareDatabase);
let credits: Credits;

beforeAll(async () => {
  const { db, workspaceId } = bare;
  credits = createCredits({ db, clock: createTestClock(MADE_AT), plans: createPlanCatalogue() });
  await inTransaction((trx) => credits.grant(trx, workspaceId, RACES * 3, 'credits.granted'));
});

function inTransaction<Result>(work: (trx: Queryable) => Promise<Result>): Promise<Result> {
  return bare.db.transaction().execute(work);
}

test('a hold that is charged and released at the same time is either charged or released', async () => {
  const { db, workspaceId } = bare;
  let charges = 0;
  for (let race = 0; race < RACES; race += 1) {
    const id = `race-${race}`;
    await inTransaction((trx) => credits.reserve(trx, workspaceId, [{ id, amount: 3 }]));
    const reason = { action: 'post.published', operationId: id, metadata: {} };
    const charge = () => inTransaction((trx) => credits.charge(trx, id, reason));
    const release = () => inTransaction((trx) => credits.release(trx, id));
    const [first, second] = await Promise.all(race % 2 === 0 ? [charge(), charge(), release()] : [release(), charge()]);
    const charged = Math.max(first?.credits ?? 0, second?.credits ?? 0);
    expect([0, 3]).toContain(charged);

    const hold = await db.selectFrom('credit_reservation').select('state').where('id', '=', id).executeTakeFirst();
    expect(hold?.state).toBe(charged === 3 ? 'settled' : 'released');
    const entries = await db.selectFrom('ledger_entry').select('amount').where('operation_id', '=', id).execute();
    expect(entries).toEqual(charged === 3 ? [{ amount: -3 }] : []);
    charges += charged;
  }
  const left = RACES * 3 - charges;
  expect(await findWorkspace(db, workspaceId)).toMatchObject({ balance: left, held: 0, used: charges });
  const entries = await db
    .selectFrom('ledger_entry')
    .select('amount')
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
});
