import type { Selectable, Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { ConnectionTable, Queryable } from '../schema.ts';
import type { AccountPictureTable } from './connection-tables.ts';
import type { ConnectionRow } from './connections.ts';

export type AccountPictureRow = Selectable<AccountPictureTable>;

/** Finds the picture of a connection. */
export function findPictureOf(db: Queryable, connectionId: string): Promise<AccountPictureRow | undefined> {
  const query = db.selectFrom('account_picture').selectAll().where('connection_id', '=', connectionId);
  return query.executeTakeFirst();
}

/** Stores the picture of a connection in place of an earlier one. */
export async function savePicture(db: Queryable, row: AccountPictureRow): Promise<void> {
  const { content_type, bytes } = row;
  const insert = db.insertInto('account_picture').values(row);
  await insert.onConflict((same) => same.column('connection_id').doUpdateSet({ content_type, bytes })).execute();
}

/** Deletes the picture of a connection, if it has one. */
export async function deletePicture(db: Queryable, connectionId: string): Promise<void> {
  await db.deleteFrom('account_picture').where('connection_id', '=', connectionId).execute();
}

/** Lists working connections whose picture is to be read by an instant, those that wait longest first. */
export function listWithDuePicture(db: Queryable, before: string, limit: number): Promise<ConnectionRow[]> {
  const query = db.selectFrom('connection').selectAll().where('state', '=', 'connected');
  return query.where('picture_due_at', '<=', before).orderBy('picture_due_at').limit(limit).execute();
}

/** Takes the reading of a picture, and says when the next one is due. @returns false when another process has taken it */
export function takePictureReading(
  db: Queryable,
  { id, picture_due_at }: Pick<ConnectionRow, 'id' | 'picture_due_at'>,
  next: string,
): Promise<boolean> {
  const query = db.updateTable('connection').set({ picture_due_at: next }).where('id', '=', id);
  return changesRows(query.where('picture_due_at', 'is not distinct from', picture_due_at));
}

/** Stores what is known of a connection's picture. @returns false when the connection is gone */
export function updatePictureFacts(
  db: Queryable,
  connectionId: string,
  facts: Pick<Updateable<ConnectionTable>, 'picture' | 'picture_version' | 'picture_due_at'>,
): Promise<boolean> {
  return changesRows(db.updateTable('connection').set(facts).where('id', '=', connectionId));
}
