import { type Insertable, type Selectable, sql } from 'kysely';
import { dialectOf, textOfJson } from './database/dialects.ts';
import { changesRows, findsRow } from './database/statements.ts';
import type { CreditHoldTable, LedgerEntryTable, Queryable } from './schema.ts';

export type LedgerRow = Selectable<LedgerEntryTable>;
export type HoldRow = Selectable<CreditHoldTable>;

export async function insertLedgerEntry(db: Queryable, row: Insertable<LedgerEntryTable>): Promise<void> {
  await db.insertInto('ledger_entry').values(row).execute();
}

export function listLedger(db: Queryable, workspaceId: string, limit: number): Promise<LedgerRow[]> {
  const entries = db.selectFrom('ledger_entry').selectAll().where('workspace_id', '=', workspaceId);
  return entries.orderBy('id', 'desc').limit(limit).execute();
}

/** Sums the credits charged per platform. The range includes `from` and excludes `to`. */
export async function sumCharges(
  db: Queryable,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<{ platform: string | null; credits: number }[]> {
  // The conditions must match the partial index word for word.
  const { rows } = await sql<{ platform: string | null; credits: number }>`
    select ${textOfJson(dialectOf(db), 'metadata', 'platform')} as platform, cast(-sum(amount) as bigint) as credits
    from ledger_entry
    where workspace_id = ${workspaceId} and created_at >= ${from} and created_at < ${to}
      and amount < 0 and action <> 'credits.lapsed'
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Adds to the held credits. @returns false when fewer credits are available; nothing changes then */
export function holdCredits(db: Queryable, workspaceId: string, amount: number): Promise<boolean> {
  return changesRows(
    db
      .updateTable('workspace')
      .set((eb) => ({ held: eb('held', '+', amount) }))
      .where('id', '=', workspaceId)
      .where((eb) => eb(eb('balance', '-', eb.ref('held')), '>=', amount)),
  );
}

export async function insertHold(db: Queryable, row: Insertable<CreditHoldTable>): Promise<void> {
  await db.insertInto('credit_hold').values(row).execute();
}

/** Ends a hold, once. @returns undefined when there is no such hold, or it was ended before */
export function endHold(
  db: Queryable,
  id: string,
  state: 'settled' | 'released',
  at: string,
): Promise<HoldRow | undefined> {
  const query = db.updateTable('credit_hold').set({ state, resolved_at: at }).where('id', '=', id);
  return query.where('state', '=', 'held').returningAll().executeTakeFirst();
}

/** Returns true when one of these holds was charged. */
export function isCharged(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const query = db.selectFrom('credit_hold').select('id').where('id', 'in', ids).limit(1);
  return findsRow(query.where('state', '=', 'settled'));
}

/** Renames an open hold; an ended one stays as it is. */
export async function renameHold(db: Queryable, id: string, nextId: string): Promise<void> {
  await db.updateTable('credit_hold').set({ id: nextId }).where('id', '=', id).where('state', '=', 'held').execute();
}

/** Subtracts the amount from the held credits and, when it is charged, from the balance. */
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
  const query = db.updateTable('workspace').where('id', '=', workspaceId);
  await query.set((eb) => ({ balance: eb('balance', '+', amount) })).execute();
}

/** Moves the workspace into its next period, once. @returns false when another process was faster */
export function startPeriod(
  db: Queryable,
  workspaceId: string,
  period: { previousEnd: string; start: string; end: string },
): Promise<boolean> {
  const change = { period_start: period.start, period_end: period.end, used: 0 };
  const query = db.updateTable('workspace').set(change).where('id', '=', workspaceId);
  return changesRows(query.where('period_end', '=', period.previousEnd));
}

/** Lists open holds from before an instant. */
export function listOldHolds(db: Queryable, before: string): Promise<HoldRow[]> {
  const open = db.selectFrom('credit_hold').selectAll().where('state', '=', 'held');
  return open.where('created_at', '<', before).limit(500).execute();
}
