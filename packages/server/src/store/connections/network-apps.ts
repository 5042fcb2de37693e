import type { Selectable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Database, Queryable } from '../schema.ts';
import type { NetworkAppTable } from './connection-tables.ts';

export type NetworkAppRow = Selectable<NetworkAppTable>;

/** Stands in place of the server of an app that all servers of a network know. */
export const OF_ALL_SERVERS = '';

export function findNetworkApp(db: Queryable, id: string): Promise<NetworkAppRow | undefined> {
  return db.selectFrom('network_app').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Stores an app in place of an earlier one.
 * @param known the earlier one
 * @returns the app that is stored now, which another process may have registered meanwhile
 */
export async function replaceNetworkApp(
  db: Database,
  row: NetworkAppRow,
  known: NetworkAppRow | undefined,
): Promise<NetworkAppRow> {
  return db.transaction().execute(async (trx) => {
    if (known) await deleteNetworkApp(trx, known);
    await trx
      .insertInto('network_app')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return trx.selectFrom('network_app').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  });
}

/** Deletes an app, unless another one has taken its place. */
export async function deleteNetworkApp(db: Queryable, { id, client_secret }: NetworkAppRow): Promise<void> {
  const query = db.deleteFrom('network_app').where('id', '=', id);
  await query.where('client_secret', '=', client_secret).execute();
}

/** Lists the apps with a client id, the newest first. */
export function listAppsOfClient(db: Queryable, clientId: string): Promise<NetworkAppRow[]> {
  const query = db.selectFrom('network_app').selectAll().where('client_id', '=', clientId);
  return query.orderBy('created_at', 'desc').orderBy('id').execute();
}

/** Deletes the apps that were registered at a server before an instant, and at whose server no account is connected. */
export async function deleteUnusedApps(db: Queryable, before: string): Promise<void> {
  const used = db.selectFrom('connection').select('network_origin').distinct();
  const query = db.deleteFrom('network_app').where('created_at', '<', before);
  await query.where('network_origin', 'not in', used).where('network_origin', '!=', OF_ALL_SERVERS).execute();
}

export function listNetworkApps(db: Queryable): Promise<NetworkAppRow[]> {
  return db.selectFrom('network_app').selectAll().execute();
}

/** Replaces a sealed secret with the same secret under another key. @returns false when it has changed since it was read */
export function resealNetworkApp(db: Queryable, read: NetworkAppRow, sealed: string): Promise<boolean> {
  const query = db.updateTable('network_app').set({ client_secret: sealed }).where('id', '=', read.id);
  return changesRows(query.where('client_secret', '=', read.client_secret));
}
