import type { Selectable } from 'kysely';
import { newId } from '../../ids.ts';
import { findWorkspace } from '../accounts/workspaces.ts';
import { dialectOf } from '../database/dialects.ts';
import { lockRows } from '../database/locks.ts';
import { atomically } from '../database/statements.ts';
import type { Queryable, WebhookDeliveryTable } from '../schema.ts';
import { countStored } from '../stored-bytes.ts';
import { kindsOf, lockFreeEndpoint, updateEndpoint } from './webhook-endpoints.ts';
import { eventsAfter } from './webhook-events.ts';

export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>;

/** Result of the last try of a delivery, as it is stored. */
export interface LastTry {
  readonly at: string;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Why the event does not count as received; null for success. */
  readonly error: string | null;
  /** First bytes of the answer as text. */
  readonly answer: string | null;
}

const EVENTS_AT_ONCE = 200;

/**
 * Makes the deliveries of an active endpoint for the events after its position, those that it wants. Must run in a transaction.
 * @returns false when another process does it, or there may be more
 */
export async function makeDeliveries(
  trx: Queryable,
  endpointId: string,
  { now, state }: { now: string; state: 'pending' | 'held' },
): Promise<boolean> {
  const endpoint = await lockFreeEndpoint(trx, endpointId);
  if (!endpoint) return false;
  // Switched off since it was listed. Switched on, it begins with the next event.
  if (endpoint.status !== 'active') return true;
  // Read before the events: what is recorded meanwhile has a higher number, and is found next time.
  const last = (await findWorkspace(trx, endpoint.workspace_id))?.event_count ?? endpoint.position;
  const events = await eventsAfter(trx, endpoint.workspace_id, endpoint.position, EVENTS_AT_ONCE);
  const kinds = kindsOf(endpoint);
  const rows = events
    .filter(({ kind }) => kinds === null || kinds.includes(kind))
    .map(({ id: event_id, workspace_id, number, kind }) => ({
      ...{ id: newId(), workspace_id, endpoint_id: endpoint.id, event_id, number, kind, body: null, state },
      ...{ tries: 0, round: 0, due_at: state === 'pending' ? now : null, worker_id: null, last_try: null },
      created_at: now,
    }));
  if (rows.length > 0) await trx.insertInto('webhook_delivery').values(rows).execute();
  const isFull = events.length === EVENTS_AT_ONCE;
  const position = Math.max(last, events.at(-1)?.number ?? 0);
  await updateEndpoint(trx, endpoint.id, { position: isFull ? (events.at(-1)?.number ?? position) : position });
  return !isFull;
}

/** Takes deliveries of an endpoint that are due and that no worker sends, those that have waited longest. */
export function claimDeliveries(
  db: Queryable,
  endpointId: string,
  { workerId, now, limit }: { workerId: string; now: string; limit: number },
): Promise<WebhookDeliveryRow[]> {
  const isPostgres = dialectOf(db) === 'postgres';
  return db
    .updateTable('webhook_delivery')
    .set({ worker_id: workerId })
    .where('id', 'in', ({ selectFrom }) => {
      const due = selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('due_at', '<=', now)
        .where('worker_id', 'is', null)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      return isPostgres ? due.forUpdate().skipLocked() : due;
    })
    .returningAll()
    .execute();
}

/** Takes a delivery that is to be sent again now, whatever its state. @returns undefined when a worker sends it, or it is gone */
export function claimAgain(
  db: Queryable,
  { id, endpointId }: { id: string; endpointId: string },
  { workerId, now }: { workerId: string; now: string },
): Promise<WebhookDeliveryRow | undefined> {
  const query = db.updateTable('webhook_delivery').where('id', '=', id).where('endpoint_id', '=', endpointId);
  return query
    .set({ state: 'pending', round: 0, due_at: now, worker_id: workerId })
    .where('worker_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Stores a delivery without an event. It counts as stored. */
export async function insertDelivery(db: Queryable, row: WebhookDeliveryRow): Promise<void> {
  await atomically(db, async (trx) => {
    await countStored(trx, row.workspace_id, 1_000 + (row.body?.length ?? 0));
    await trx.insertInto('webhook_delivery').values(row).execute();
  });
}

export function findDelivery(db: Queryable, endpointId: string, id: string): Promise<WebhookDeliveryRow | undefined> {
  const query = db.selectFrom('webhook_delivery').selectAll().where('endpoint_id', '=', endpointId);
  return query.where('id', '=', id).executeTakeFirst();
}

/** Finds a delivery that a worker sends, and locks it. @returns undefined when another worker has it now, or it is gone */
export function lockDeliveryOf(
  trx: Queryable,
  { id, workerId }: { id: string; workerId: string },
): Promise<WebhookDeliveryRow | undefined> {
  const query = trx.selectFrom('webhook_delivery').selectAll().where('id', '=', id);
  return lockRows(trx, query.where('worker_id', '=', workerId)).executeTakeFirst();
}

/** Stores the result of a try, and frees the delivery. */
export async function storeTry(
  db: Queryable,
  id: string,
  change: Pick<WebhookDeliveryRow, 'state' | 'tries' | 'round' | 'due_at' | 'last_try'>,
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ ...change, worker_id: null })
    .where('id', '=', id)
    .execute();
}

/** Lists the deliveries that a worker has taken. */
export async function listTaken(db: Queryable, workerId: string): Promise<string[]> {
  const rows = await db.selectFrom('webhook_delivery').select('id').where('worker_id', '=', workerId).execute();
  return rows.map(({ id }) => id);
}

/** Frees deliveries that a worker has taken. Those that have not ended are due at `dueAt`. */
export async function freeDeliveries(
  db: Queryable,
  ids: readonly string[],
  { workerId, dueAt }: { workerId: string; dueAt: string },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set((eb) => ({
      worker_id: null,
      due_at: eb.case().when('state', '=', 'pending').then(dueAt).else(null).end(),
    }))
    .where('id', 'in', [...ids])
    .where('worker_id', '=', workerId)
    .execute();
}

/** Ends a delivery that a worker has taken, since its endpoint is no longer active. @returns undefined when another worker has it now */
export function cancelTaken(
  db: Queryable,
  { id, worker_id: workerId }: Pick<WebhookDeliveryRow, 'id' | 'worker_id'>,
): Promise<WebhookDeliveryRow | undefined> {
  const query = db.updateTable('webhook_delivery').set({ state: 'canceled', due_at: null, worker_id: null });
  return query.where('id', '=', id).where('worker_id', '=', workerId).returningAll().executeTakeFirst();
}

/** Ends the deliveries that wait for an endpoint which is no longer active. One that is being sent ends with its answer. */
export async function cancelDeliveries(db: Queryable, endpointId: string): Promise<void> {
  const waiting = db.updateTable('webhook_delivery').set({ state: 'canceled', due_at: null });
  await waiting.where('endpoint_id', '=', endpointId).where('state', 'in', ['pending', 'held']).execute();
}

/** States of a delivery that is still to be sent. */
const WAITING = ['pending', 'held'] as const;

/** Lists the deliveries of an endpoint, newest first. @param before id of the last one of the page before */
export function listDeliveries(
  db: Queryable,
  endpointId: string,
  page: { limit: number; before: string | null; state: WebhookDeliveryRow['state'] | null },
): Promise<WebhookDeliveryRow[]> {
  let query = db.selectFrom('webhook_delivery').selectAll().where('endpoint_id', '=', endpointId);
  if (page.before !== null) query = query.where('id', '<', page.before);
  if (page.state !== null) query = query.where('state', '=', page.state);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Deletes the oldest deliveries from before an instant that have ended. @returns number of deliveries, at most `limit` */
export async function deleteOldDeliveries(
  db: Queryable,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const ended = db.selectFrom('webhook_delivery').where('state', 'not in', WAITING).where('worker_id', 'is', null);
  const oldest = await ended.select(['id', 'created_at']).orderBy('id').limit(limit).execute();
  const ids = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id);
  // One of them may have been sent again by hand meanwhile.
  const again = db.deleteFrom('webhook_delivery').where('id', 'in', ids).where('state', 'not in', WAITING);
  if (ids.length > 0) await again.execute();
  return ids.length;
}

/** Finds the first event of a workspace that a delivery waits to send. @returns its number; undefined without one */
export async function firstWaitingEvent(db: Queryable, workspaceId: string): Promise<number | undefined> {
  const query = db.selectFrom('webhook_delivery').select('number').where('workspace_id', '=', workspaceId);
  const waiting = query.where('state', 'in', WAITING).where('number', 'is not', null).orderBy('number').limit(1);
  return (await waiting.executeTakeFirst())?.number ?? undefined;
}

/** Holds every delivery that waits. */
export async function holdDeliveries(db: Queryable): Promise<void> {
  const query = db.updateTable('webhook_delivery').set({ state: 'held', due_at: null, worker_id: null });
  await query.where('state', '=', 'pending').execute();
}

/** Counts the held deliveries. */
export async function countHeld(db: Queryable): Promise<number> {
  const query = db.selectFrom('webhook_delivery').select(({ fn }) => fn.countAll<number>().as('count'));
  return Number((await query.where('state', '=', 'held').executeTakeFirstOrThrow()).count);
}

/** Releases the held deliveries of a workspace, or of all. They are due now. @returns number of deliveries */
export async function releaseDeliveries(db: Queryable, workspaceId: string | undefined, now: string): Promise<number> {
  let query = db.updateTable('webhook_delivery').set({ state: 'pending', due_at: now }).where('state', '=', 'held');
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
