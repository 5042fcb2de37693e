import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { lockRows } from '../database/locks.ts';
import { changesRows, findsRow } from '../database/statements.ts';
import type { Queryable, WebhookEndpointTable } from '../schema.ts';
import { type WebhookKind, writeKinds } from './webhook-events.ts';

export type WebhookEndpointRow = Selectable<WebhookEndpointTable>;

/** Kinds that an endpoint wants; null for every kind. */
export function kindsOf({ kinds }: Pick<WebhookEndpointRow, 'kinds'>): readonly WebhookKind[] | null {
  return kinds === null ? null : (JSON.parse(kinds) as WebhookKind[]);
}

/** Lists the endpoints of a workspace, oldest first. */
export function listEndpoints(db: Queryable, workspaceId: string): Promise<WebhookEndpointRow[]> {
  const query = db.selectFrom('webhook_endpoint').selectAll().where('workspace_id', '=', workspaceId);
  return query.orderBy('id').execute();
}

export function findEndpoint(db: Queryable, workspaceId: string, id: string): Promise<WebhookEndpointRow | undefined> {
  const query = db.selectFrom('webhook_endpoint').selectAll().where('workspace_id', '=', workspaceId);
  return query.where('id', '=', id).executeTakeFirst();
}

/** Finds an endpoint and locks it, unless another process has it locked. */
export function lockFreeEndpoint(trx: Queryable, id: string): Promise<WebhookEndpointRow | undefined> {
  const query = trx.selectFrom('webhook_endpoint').selectAll().where('id', '=', id);
  const locked = lockRows(trx, query);
  return (locked === query ? query : locked.skipLocked()).executeTakeFirst();
}

export async function insertEndpoint(db: Queryable, row: Insertable<WebhookEndpointTable>): Promise<void> {
  await db.insertInto('webhook_endpoint').values(row).execute();
}

/** Changes an endpoint. @returns the endpoint as it is then; undefined when it was deleted */
export function updateEndpoint(
  db: Queryable,
  id: string,
  change: Updateable<WebhookEndpointTable>,
): Promise<WebhookEndpointRow | undefined> {
  return db.updateTable('webhook_endpoint').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Deletes an endpoint and its deliveries. */
export function deleteEndpoint(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const query = db.deleteFrom('webhook_endpoint').where('workspace_id', '=', workspaceId);
  return changesRows(query.where('id', '=', id));
}

/** Records a failure or a success of an endpoint, where it is the first one since the last of the other. */
export async function noteFailing(db: Queryable, id: string, since: string | null): Promise<void> {
  const query = db.updateTable('webhook_endpoint').set({ failing_since: since }).where('id', '=', id);
  await query.where('failing_since', since === null ? 'is not' : 'is', null).execute();
}

/**
 * Has the workspace record the kinds that its active endpoints want, and every kind while somebody reads events. The caller
 * has locked the workspace. @param now ISO 8601
 */
export async function syncEventKinds(trx: Queryable, workspaceId: string, now: string): Promise<void> {
  const workspace = await trx
    .selectFrom('workspace')
    .select('listening_until')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  const active = (await listEndpoints(trx, workspaceId)).filter(({ status }) => status === 'active');
  const wanted = active.map(kindsOf);
  const isEvery = (workspace?.listening_until ?? '') > now || wanted.includes(null);
  const event_kinds = isEvery ? writeKinds(null) : writeKinds(wanted.flatMap((kinds) => kinds ?? []));
  await trx.updateTable('workspace').set({ event_kinds }).where('id', '=', workspaceId).execute();
}

/** Sets until when somebody reads events of the workspace. */
export async function setListening(db: Queryable, workspaceId: string, until: string | null): Promise<void> {
  await db.updateTable('workspace').set({ listening_until: until }).where('id', '=', workspaceId).execute();
}

/** Lists the workspaces whose readers have gone. */
export async function listDeserted(db: Queryable, now: string): Promise<string[]> {
  const query = db.selectFrom('workspace').select('id').where('listening_until', '<=', now);
  return (await query.execute()).map(({ id }) => id);
}

/** An endpoint for which there is something to do. */
export interface EndpointWork {
  readonly id: string;
  readonly workspaceId: string;
  /** There are events of which deliveries are to be made. */
  readonly isBehind: boolean;
}

/** Lists the active endpoints with new events, or with a delivery that is due and that no worker sends. */
export async function listEndpointWork(db: Queryable, now: string): Promise<EndpointWork[]> {
  const rows = await db
    .selectFrom('webhook_endpoint as endpoint')
    .innerJoin('workspace', 'workspace.id', 'endpoint.workspace_id')
    .select(['endpoint.id', 'endpoint.workspace_id', 'endpoint.position', 'workspace.event_count'])
    .where('endpoint.status', '=', 'active')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('endpoint.position', '<', eb.ref('workspace.event_count')),
        exists(
          selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.endpoint_id', '=', 'endpoint.id')
            .where('webhook_delivery.due_at', '<=', now)
            .where('webhook_delivery.worker_id', 'is', null),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id, workspace_id: workspaceId, position, event_count }) => ({
    ...{ id, workspaceId },
    isBehind: position < event_count,
  }));
}

export function hasEndpoints(db: Queryable): Promise<boolean> {
  return findsRow(db.selectFrom('webhook_endpoint').select('id').limit(1));
}

export function listAllEndpoints(db: Queryable): Promise<WebhookEndpointRow[]> {
  return db.selectFrom('webhook_endpoint').selectAll().orderBy('id').execute();
}

/** Replaces sealed secrets, mostly with the same secrets under another key. @returns false when they have changed since they were read */
export function resealEndpoint(
  db: Queryable,
  read: Pick<WebhookEndpointRow, 'id' | 'secret' | 'previous_secret'>,
  sealed: Updateable<WebhookEndpointTable>,
): Promise<boolean> {
  const query = db.updateTable('webhook_endpoint').set(sealed).where('id', '=', read.id);
  const unchanged = query.where('secret', '=', read.secret);
  return changesRows(unchanged.where('previous_secret', 'is not distinct from', read.previous_secret));
}

/**
 * Counts endpoints with a secret that was sealed with another key than the given ones.
 * @param prefixes texts, all of one length, that values sealed with these keys begin with
 */
export async function countForeignSecrets(db: Queryable, prefixes: readonly string[]): Promise<number> {
  const length = prefixes[0]?.length ?? 0;
  const isForeign = (column: 'secret' | 'previous_secret') =>
    sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(length)}) not in (${sql.join(prefixes)})`;
  const { count } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([isForeign('secret'), isForeign('previous_secret')]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
