import type { Insertable, Selectable } from 'kysely';
import type { IdempotencyKeyTable, Queryable } from './schema.ts';

export type IdempotencyRow = Selectable<IdempotencyKeyTable>;

/** Inserts the key unless it is there. False: it is there. */
export async function insertIdempotencyKey(db: Queryable, row: Insertable<IdempotencyKeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findIdempotencyKey(
  db: Queryable,
  workspaceId: string,
  key: string,
): Promise<IdempotencyRow | undefined> {
  return db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Takes over the lock of a process that did not come back in time. False: somebody else did first. */
export async function takeOverLock(
  db: Queryable,
  row: IdempotencyRow,
  lock: { owner: string; lockedUntil: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_key')
    .set({ owner: lock.owner, locked_until: lock.lockedUntil })
    .where('workspace_id', '=', row.workspace_id)
    .where('key', '=', row.key)
    .where('owner', '=', row.owner)
    .where('locked_until', '=', row.locked_until)
    .where('status', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Name of a call that holds a key: it begins with the worker that runs it. */
export function ownerOf(workerId: string, callId: string): string {
  return `${workerId}.${callId}`;
}

/** Ends the locks of a worker that died, so that the next call with such a key takes it over. */
export async function releaseLocksOf(db: Queryable, workerId: string, now: string): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ locked_until: now })
    .where('status', 'is', null)
    .where('owner', 'like', ownerOf(workerId, '%'))
    .execute();
}

/** A key while one call holds it; another call that takes it over has another owner. */
export interface HeldKey {
  readonly key: string;
  readonly owner: string;
}

/** Keeps the answer of a call: until `expiresAt`, or as long as the post that the call has created. */
export async function storeAnswer(
  db: Queryable,
  held: HeldKey & { workspaceId: string },
  answer: { status: number; body: string; expiresAt: string },
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set((eb) => ({
      status: answer.status,
      body: answer.body,
      expires_at: eb.case().when('post_id', 'is', null).then(answer.expiresAt).else(null).end(),
    }))
    .where('workspace_id', '=', held.workspaceId)
    .where('key', '=', held.key)
    .where('owner', '=', held.owner)
    .execute();
}

/** Names the post that the key's call has created, in the post's own transaction. False: the call holds the key no more. */
export async function linkPost(
  db: Queryable,
  held: HeldKey & { workspaceId: string },
  postId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_key')
    .set({ post_id: postId })
    .where('workspace_id', '=', held.workspaceId)
    .where('key', '=', held.key)
    .where('owner', '=', held.owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets how long the lock of a call holds. */
export async function setLock(
  db: Queryable,
  held: HeldKey & { workspaceId: string },
  lockedUntil: string,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ locked_until: lockedUntil })
    .where('workspace_id', '=', held.workspaceId)
    .where('key', '=', held.key)
    .where('owner', '=', held.owner)
    .where('status', 'is', null)
    .execute();
}

/** Forgets the key of a call that did nothing; one that has created a post is kept. */
export async function forgetKey(db: Queryable, held: HeldKey & { workspaceId: string }): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('workspace_id', '=', held.workspaceId)
    .where('key', '=', held.key)
    .where('owner', '=', held.owner)
    .where('post_id', 'is', null)
    .execute();
}

/** Forgets a key whose answer has been kept long enough. */
export async function forgetExpiredKey(db: Queryable, workspaceId: string, key: string, now: string): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .where('expires_at', '<=', now)
    .execute();
}

/** A post that will never be sent gives its key free. */
export async function freeKeysOfPost(db: Queryable, postId: string): Promise<void> {
  await db.deleteFrom('idempotency_key').where('post_id', '=', postId).execute();
}

export async function deleteExpiredKeys(db: Queryable, now: string, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where((eb) =>
      eb(
        eb.refTuple('workspace_id', 'key'),
        'in',
        eb
          .selectFrom('idempotency_key')
          .select(['workspace_id', 'key'])
          .where('expires_at', '<', now)
          .limit(batch)
          .$asTuple('workspace_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends every lock, so that the next call with such a key takes it over. */
export async function releaseLocks(db: Queryable, now: string): Promise<void> {
  await db.updateTable('idempotency_key').set({ locked_until: now }).where('status', 'is', null).execute();
}
