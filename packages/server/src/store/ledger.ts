import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { namesProfile } from './connections/of-profiles.ts';
import { dialectOf, textOfJson } from './database/dialects.ts';
import { columns, insertRows, prepare } from './database/prepared.ts';
import { changesRows, findsRow } from './database/statements.ts';
import type { CreditReservationTable, LedgerEntryTable, Queryable } from './schema.ts';

export type LedgerRow = Selectable<LedgerEntryTable>;
export type ReservationRow = Selectable<CreditReservationTable>;

export function insertLedgerEntry(db: Queryable, row: Insertable<LedgerEntryTable>): Promise<void> {
  return insertRows(db, 'ledger_entry', [row]);
}

/** Lists entries, newest first. @param profileIds lists only those of these profiles; null for all */
export async function listLedger(
  db: Queryable,
  workspaceId: string,
  limit: number,
  profileIds: readonly string[] | null,
): Promise<LedgerRow[]> {
  if (profileIds === null) return newestEntries(db, workspaceId, null).limit(limit).execute();
  const found: LedgerRow[] = [];
  for (let before: Place | null = null; ; await letOthersRun()) {
    const last: Place | undefined = await newestEntries(db, workspaceId, before)
      .clearSelect()
      .select(['created_at', 'id'])
      .limit(1)
      .offset(CHUNK - 1)
      .executeTakeFirst();
    let entries = newestEntries(db, workspaceId, before).where(namesProfile(db, profileIds));
    if (last) entries = entries.where(sql<SqlBool>`(created_at, id) >= (${last.created_at}, ${last.id})`);
    found.push(...(await entries.limit(limit - found.length).execute()));
    if (found.length === limit || last === undefined) return found;
    before = last;
  }
}

type Place = Pick<LedgerRow, 'created_at' | 'id'>;

// A read of SQLite blocks this process: after this many entries it pauses for other requests.
const CHUNK = 2_000;

function newestEntries(db: Queryable, workspaceId: string, before: Place | null) {
  const entries = db.selectFrom('ledger_entry').selectAll().where('workspace_id', '=', workspaceId);
  const older = before ? entries.where(sql<SqlBool>`(created_at, id) < (${before.created_at}, ${before.id})`) : entries;
  return older.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** Sums the credits charged per platform. The range includes `from` and excludes `to`. @param profileIds as for `listLedger` */
export async function sumCharges(
  db: Queryable,
  workspaceId: string,
  { from, to }: { from: string; to: string },
  profileIds: readonly string[] | null,
): Promise<{ platform: string | null; credits: number }[]> {
  const ofProfiles = profileIds ? sql`and ${namesProfile(db, profileIds)}` : sql``;
  // The conditions must match the partial index word for word.
  const { rows } = await sql<{ platform: string | null; credits: number }>`
    select ${textOfJson(dialectOf(db), 'metadata', 'platform')} as platform, cast(-sum(amount) as bigint) as credits
    from ledger_entry
    where workspace_id = ${workspaceId} and created_at >= ${from} and created_at < ${to}
      and amount < 0 and action <> 'credits.lapsed' ${ofProfiles}
    group by 1 order by 1`.execute(db);
  return rows;
}

const holders = prepare<[amount: number, workspaceId: string, needed: number], { id: string }>((db) =>
  db
    .updateTable('workspace')
    .set((eb) => ({ held: eb('held', '+', 0) }))
    .where('id', '=', '')
    .where((eb) => eb(eb('balance', '-', eb.ref('held')), '>=', 0))
    .returning('id'),
);

/** Adds to the reserved credits. @returns false when fewer credits are available; nothing changes then */
export async function reserveCredits(db: Queryable, workspaceId: string, amount: number): Promise<boolean> {
  return (await holders(db, amount, workspaceId, amount)).length > 0;
}

export function insertReservation(db: Queryable, row: Insertable<CreditReservationTable>): Promise<void> {
  return insertRows(db, 'credit_reservation', [row]);
}

const endedReservations = prepare<
  [state: ReservationRow['state'], at: string, id: string, from: 'held'],
  ReservationRow
>((db) =>
  db
    .updateTable('credit_reservation')
    .set({ state: 'held', resolved_at: '' })
    .where('id', '=', '')
    .where('state', '=', 'held')
    .returning(columns('id workspace_id amount spending state created_at resolved_at')),
);

/** Ends a reservation, once. @returns undefined when it does not exist, or was ended before */
export async function endReservation(
  db: Queryable,
  id: string,
  state: 'settled' | 'released',
  at: string,
): Promise<ReservationRow | undefined> {
  return (await endedReservations(db, state, at, id, 'held'))[0];
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

/** Lists open reservations of operations from before an instant. */
export function listOldReservations(db: Queryable, before: string): Promise<ReservationRow[]> {
  const open = db.selectFrom('credit_reservation').selectAll().where('state', '=', 'held');
  return open.where('created_at', '<', before).limit(500).execute();
}

/** Returns true while credits are reserved for an operation. */
export function isReserved(db: Queryable, id: string): Promise<boolean> {
  return findsRow(db.selectFrom('credit_reservation').select('id').where('id', '=', id).where('state', '=', 'held'));
}
