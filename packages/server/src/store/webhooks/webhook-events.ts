import { type RawBuilder, type Selectable, sql } from 'kysely';
import { newId } from '../../ids.ts';
import { lockRows } from '../database/locks.ts';
import { columns, prepare } from '../database/prepared.ts';
import type { Queryable, WebhookEventTable } from '../schema.ts';

export type WebhookEventRow = Selectable<WebhookEventTable>;
export type WebhookKind = WebhookEventTable['kind'];

/** An event that is about to be recorded. */
export interface NewWebhookEvent {
  readonly workspaceId: string;
  readonly kind: WebhookKind;
  readonly objectId: string;
  /** Facts that may be gone when the event is sent. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Instant at which it happened, ISO 8601. */
  readonly at: string;
}

const EVERY_KIND = '*';

/** Writes the kinds of a workspace for its column `event_kinds`. @param kinds null for every kind */
export function writeKinds(kinds: readonly WebhookKind[] | null): string | null {
  if (kinds === null) return EVERY_KIND;
  // Each kind stands between spaces, so that a search for ` a.b ` finds no longer name.
  return kinds.length === 0 ? null : ` ${[...new Set(kinds)].join(' ')} `;
}

/** Returns true when events of a kind are recorded. @param eventKinds the workspace's column */
export function wantsKind(eventKinds: string | null, kind: WebhookKind): boolean {
  return eventKinds !== null && (eventKinds === EVERY_KIND || eventKinds.includes(` ${kind} `));
}

type Recording = [
  id: string,
  kind: WebhookKind,
  objectId: string,
  details: string | null,
  at: string,
  workspaceId: string,
  every: string,
  pattern: string,
];

/** Inserts an event where its workspace wants the kind. @param condition what else has to hold */
function insertion(db: Queryable, condition?: RawBuilder<boolean>) {
  return db
    .insertInto('webhook_event')
    .columns(['workspace_id', 'number', 'id', 'kind', 'object_id', 'details', 'created_at'])
    .expression((eb) => {
      const wanting = eb
        .selectFrom('workspace')
        .select(({ eb: on }) => [
          'workspace.id as workspace_id',
          on('workspace.event_count', '+', on.lit(1)).as('number'),
          on.val('').as('id'),
          on.val<WebhookKind>('credits.low').as('kind'),
          on.val('').as('object_id'),
          on.val<string | null>('').as('details'),
          on.val('').as('created_at'),
        ])
        .where('workspace.id', '=', '')
        .where(({ or, eb: on }) => or([on('event_kinds', '=', ''), on('event_kinds', 'like', '')]));
      // Locks the workspace: the events of others are before this one, or not yet there, and so are their numbers.
      return lockRows(db, condition ? wanting.where(condition) : wanting);
    })
    .returning('number');
}

const recorded = prepare<Recording, { number: number }>((db) => insertion(db));

const recordedTakenBack = prepare<[...Recording, postId: string, ofPost: string], { number: number }>((db) =>
  insertion(
    db,
    sql`exists (select 1 from post where id = ${''} and status = 'published') and not exists (select 1 from post_target
      where post_id = ${''} and (state = 'unknown' or (state = 'published' and removed_at is null)))`,
  ),
);

/**
 * Records an event where a webhook endpoint of the workspace wants its kind, or somebody reads events. Must run in the
 * transaction of what happened. One statement, which writes nothing where nobody wants the kind.
 */
export async function recordEvent(
  trx: Queryable,
  { workspaceId, kind, objectId, details, at }: NewWebhookEvent,
): Promise<void> {
  const kept = details === undefined ? null : JSON.stringify(details);
  await recorded(trx, newId(), kind, objectId, kept, at, workspaceId, EVERY_KIND, `% ${kind} %`);
}

/**
 * Records that a post was taken back, where nothing of it is left and its kind is wanted. Must run in the transaction that has
 * marked a target of it as removed, and that has locked the workspace.
 */
export async function recordTakenBack(
  trx: Queryable,
  { workspaceId, postId, at }: { workspaceId: string; postId: string; at: string },
): Promise<void> {
  const kind = 'post.unpublished';
  const wanted = [workspaceId, EVERY_KIND, `% ${kind} %`] as const;
  await recordedTakenBack(trx, newId(), kind, postId, null, at, ...wanted, postId, postId);
}

const COLUMNS = columns('workspace_id number id kind object_id details body created_at');

/** Lists the events of a workspace after a number, in their order. */
export const eventsAfter = prepare<[workspaceId: string, number: number, limit: number], WebhookEventRow>((db) =>
  db
    .selectFrom('webhook_event')
    .select(COLUMNS)
    .where('workspace_id', '=', '')
    .where('number', '>', 0)
    .orderBy('number')
    .limit(0),
);

export function findEvent(db: Queryable, workspaceId: string, number: number): Promise<WebhookEventRow | undefined> {
  const query = db.selectFrom('webhook_event').selectAll().where('workspace_id', '=', workspaceId);
  return query.where('number', '=', number).executeTakeFirst();
}

/** Stores what is sent of an event, once. @returns the body that was stored first; undefined when the event is gone */
export async function freezeBody(
  db: Queryable,
  { workspace_id, number }: Pick<WebhookEventRow, 'workspace_id' | 'number'>,
  body: string,
): Promise<string | undefined> {
  const query = db.updateTable('webhook_event').where('workspace_id', '=', workspace_id).where('number', '=', number);
  const stored = await query
    .set(({ fn, val }) => ({ body: fn.coalesce('body', val(body)) }))
    .returning('body')
    .executeTakeFirst();
  return stored?.body ?? undefined;
}

/** Lists the workspaces that have recorded events. */
export async function workspacesWithEvents(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('workspace').select('id').where('event_count', '>', 0).execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the oldest events of a workspace from before an instant.
 * @param first number of the first event that is still needed; all are deleted without one
 * @returns number of events, at most `limit`
 */
export async function deleteOldEvents(
  db: Queryable,
  workspaceId: string,
  { before, limit, first }: { before: string; limit: number; first: number },
): Promise<number> {
  const oldest = await db
    .selectFrom('webhook_event')
    .select(['number', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('number', '<', first)
    .orderBy('number')
    .limit(limit)
    .execute();
  const old = oldest.filter(({ created_at }) => created_at < before);
  const last = old.at(-1);
  if (!last) return 0;
  const query = db.deleteFrom('webhook_event').where('workspace_id', '=', workspaceId);
  await query.where('number', '<=', last.number).execute();
  return old.length;
}

/** Skips numbers in every workspace, so that numbers given out after a backup was made are not given out again. */
export async function skipNumbers(db: Queryable, numbers: number): Promise<void> {
  await db
    .updateTable('workspace')
    .set((eb) => ({ event_count: eb('event_count', '+', numbers) }))
    .execute();
}
