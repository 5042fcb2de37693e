import { type Insertable, type Selectable, sql } from 'kysely';
import { type DialectName, textOfJson } from './dialects.ts';
import type { CreditHoldTable, LedgerEntryTable, Queryable } from './schema.ts';

export type LedgerRow = Selectable<LedgerEntryTable>;
export type HoldRow = Selectable<CreditHoldTable>;

export async function insertLedgerEntry(db: Queryable, row: Insertable<LedgerEntryTable>): Promise<void> {
  await db.insertInto('ledger_entry').values(row).execute();
}

export function listLedger(db: Queryable, workspaceId: string, limit: number): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Credits charged from an instant until before another, by what the charges name as their platform. */
export async function sumCharges(
  db: Queryable,
  dialect: DialectName,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<{ platform: string | null; credits: number }[]> {
  // The conditions of the partial index, word for word.
  const { rows } = await sql<{ platform: string | null; credits: number }>`
    select ${textOfJson(dialect, 'metadata', 'platform')} as platform, cast(-sum(amount) as bigint) as credits
    from ledger_entry
    where workspace_id = ${workspaceId} and created_at >= ${from} and created_at < ${to}
      and amount < 0 and action <> 'credits.lapsed'
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Adds to what is held, if that much is available. False: it is not, and nothing changed. */
export async function holdCredits(db: Queryable, workspaceId: string, amount: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspace')
    .set((eb) => ({ held: eb('held', '+', amount) }))
    .where('id', '=', workspaceId)
    .where((eb) => eb(eb('balance', '-', eb.ref('held')), '>=', amount))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertHold(db: Queryable, row: Insertable<CreditHoldTable>): Promise<void> {
  await db.insertInto('credit_hold').values(row).execute();
}

/** Ends a hold once. Undefined: it does not exist or was ended before. */
export function endHold(
  db: Queryable,
  id: string,
  state: 'settled' | 'released',
  at: string,
): Promise<HoldRow | undefined> {
  return db
    .updateTable('credit_hold')
    .set({ state, resolved_at: at })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returningAll()
    .executeTakeFirst();
}

/** Whether one of these holds was charged. */
export async function isCharged(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('credit_hold')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', '=', 'settled')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives an open hold another name; nothing happens when it was ended before. */
export async function renameHold(db: Queryable, id: string, nextId: string): Promise<void> {
  await db.updateTable('credit_hold').set({ id: nextId }).where('id', '=', id).where('state', '=', 'held').execute();
}

/** Takes the amount out of what is held and, when it is charged, out of the balance. */
export async function unhold(db: Queryable, workspaceId: string, amount: number, charged: boolean): Promise<void> {
  await db
    .updateTable('workspace')
    .set((eb) => ({
      held: eb('held', '-', amount),
      ...(charged ? { balance: eb('balance', '-', amount), used: eb('used', '+', amount) } : {}),
    }))
    .where('id', '=', workspaceId)
    .execute();
}

export async function addToBalance(db: Queryable, workspaceId: string, amount: number): Promise<void> {
  await db
    .updateTable('workspace')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', workspaceId)
    .execute();
}

/** Moves the workspace into its next period, once: false when another process did it first. */
export async function startPeriod(
  db: Queryable,
  workspaceId: string,
  period: { previousEnd: string; start: string; end: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspace')
    .set({ period_start: period.start, period_end: period.end, used: 0 })
    .where('id', '=', workspaceId)
    .where('period_end', '=', period.previousEnd)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Open holds that are older than the given instant. */
export function listOldHolds(db: Queryable, before: string): Promise<HoldRow[]> {
  return db
    .selectFrom('credit_hold')
    .selectAll()
    .where('state', '=', 'held')
    .where('created_at', '<', before)
    .limit(500)
    .execute();
}
