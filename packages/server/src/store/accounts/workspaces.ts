import type { Insertable, Selectable } from 'kysely';
import { columns, prepare } from '../database/prepared.ts';
import { findsRow } from '../database/statements.ts';
import type { Queryable, WorkspaceTable } from '../schema.ts';

export type WorkspaceRow = Selectable<WorkspaceTable>;

/** Stores a workspace without credits or log entries. */
export async function insertWorkspace(
  db: Queryable,
  row: Omit<Insertable<WorkspaceTable>, 'balance' | 'held' | 'used' | 'log_count' | 'event_count' | 'stored_bytes'>,
): Promise<void> {
  const empty = { balance: 0, held: 0, used: 0, log_count: 0, event_count: 0 };
  await db
    .insertInto('workspace')
    .values({ ...row, ...empty })
    .execute();
}

const COLUMNS = columns(
  'id owner_user_id email plan anchor_at period_start period_end balance held used log_count event_count stored_bytes',
  'event_kinds listening_until created_at',
);

const workspacesById = prepare<[id: string], WorkspaceRow>((db) =>
  db.selectFrom('workspace').select(COLUMNS).where('id', '=', ''),
);

export async function findWorkspace(db: Queryable, id: string): Promise<WorkspaceRow | undefined> {
  return (await workspacesById(db, id))[0];
}

/** Reads a workspace that certainly exists. @throws Error when it does not */
export function getWorkspace(db: Queryable, id: string): Promise<WorkspaceRow> {
  return db.selectFrom('workspace').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function findWorkspaceByEmail(db: Queryable, email: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspace').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();
}

export function listWorkspaces(db: Queryable): Promise<WorkspaceRow[]> {
  return db.selectFrom('workspace').selectAll().orderBy('id').execute();
}

export function hasWorkspaces(db: Queryable): Promise<boolean> {
  return findsRow(db.selectFrom('workspace').select('id').limit(1));
}

export async function setPlan(db: Queryable, id: string, plan: string): Promise<void> {
  await db.updateTable('workspace').set({ plan }).where('id', '=', id).execute();
}

const counted = prepare<[unheld: number, charged: number, used: number, logged: number, workspaceId: string], Counted>(
  (db) =>
    db
      .updateTable('workspace')
      .set((eb) => ({
        held: eb('held', '-', 0),
        balance: eb('balance', '-', 0),
        used: eb('used', '+', 0),
        log_count: eb('log_count', '+', 0),
      }))
      .where('id', '=', '')
      .returning(['log_count', 'balance', 'plan', 'event_kinds']),
);

/** A workspace after its counters have changed. */
export type Counted = Pick<WorkspaceRow, 'log_count' | 'balance' | 'plan' | 'event_kinds'>;

/** Changes of a workspace's counters. */
export interface Counts {
  /** Credits that are no longer held. */
  readonly unheld: number;
  /** Credits to take from the balance. */
  readonly charged: number;
  /** Number of new log entries. */
  readonly logged: number;
}

/** Changes the counters of a workspace in one statement. @returns what they are then; `log_count` numbers the last log entry */
export async function countInWorkspace(
  db: Queryable,
  workspaceId: string,
  { unheld, charged, logged }: Counts,
): Promise<Counted> {
  const [row] = await counted(db, unheld, charged, charged, logged, workspaceId);
  if (!row) throw new Error(`There is no workspace ${workspaceId}`);
  return row;
}
