import { sql } from 'kysely';
import type { Database, Queryable } from '../schema.ts';
import { dialectOf } from './dialects.ts';
import { prepare } from './prepared.ts';

// SQLite needs no lock of ours: one transaction at a time may write. On Postgres a transaction locks in this order: posts that
// wait for their time, targets, removals, the workspace, the post that ends with a target, channels by their id.

/** Locks a name until the transaction ends. */
export async function lockName(trx: Queryable, name: string): Promise<void> {
  if (dialectOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Locks a name until the transaction ends, unless another transaction has it locked. @returns false when it has */
export async function tryLockName(trx: Queryable, name: string): Promise<boolean> {
  if (dialectOf(trx) !== 'postgres') return true;
  const lock = sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`;
  return (await lock.execute(trx)).rows[0]?.got === true;
}

/**
 * Makes a query that locks the rows it finds until the transaction ends. Rows that refer to them can be stored meanwhile: who makes
 * deliveries has locked their endpoint, which another may want that has locked the workspace.
 */
export function lockRows<Query extends { forNoKeyUpdate(): Query }>(trx: Queryable, query: Query): Query {
  return dialectOf(trx) === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** Locks a workspace's row until the transaction ends. */
export async function lockWorkspace(trx: Queryable, workspaceId: string): Promise<void> {
  if (dialectOf(trx) === 'postgres') await lockedWorkspaces(trx, workspaceId);
}

const lockedWorkspaces = prepare<[id: string], { id: string }>((trx) =>
  lockRows(trx, trx.selectFrom('workspace').select('id').where('id', '=', '')),
);

/** Ends of the last transactions in line, by workspace. */
const linesOf = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Runs a transaction that locks a workspace after those of this workspace that this process has begun. On Postgres they would wait
 * with a connection each, and transactions of other workspaces for a connection. Must not be called in a transaction; the work may
 * wait for nothing but the database, since the others wait with it.
 */
export function transactInLine<Result>(
  db: Database,
  workspaceId: string,
  work: (trx: Queryable) => Promise<Result>,
): Promise<Result> {
  const run = () => db.transaction().execute(work);
  if (dialectOf(db) === 'sqlite') return run();
  const lines = linesOf.get(db) ?? new Map<string, Promise<unknown>>();
  linesOf.set(db, lines);
  const result = (lines.get(workspaceId) ?? Promise.resolve()).then(run);
  const end = result
    .catch(() => undefined)
    .then(() => {
      if (lines.get(workspaceId) === end) lines.delete(workspaceId);
    });
  lines.set(workspaceId, end);
  return result;
}

/** Runs work in a transaction that holds the lock of a workspace. */
export function inLockedWorkspace<Result>(
  db: Database,
  workspaceId: string,
  work: (trx: Queryable) => Promise<Result>,
): Promise<Result> {
  return transactInLine(db, workspaceId, async (trx) => {
    await lockWorkspace(trx, workspaceId);
    return work(trx);
  });
}
