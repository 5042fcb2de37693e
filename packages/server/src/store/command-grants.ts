import type { Insertable, Selectable, Updateable } from 'kysely';
import type { CommandGrantTable, Queryable } from './schema.ts';

export type CommandGrantRow = Selectable<CommandGrantTable>;

/** False: the user code stands for another command already. */
export async function insertGrant(db: Queryable, row: Insertable<CommandGrantTable>): Promise<boolean> {
  const query = db.insertInto('command_grant').values(row);
  const { numInsertedOrUpdatedRows } = await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** When those of a network end that are alive and not refused, the first one first. */
export async function listGrantEnds(db: Queryable, network: string, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('command_grant')
    .select('expires_at')
    .where('network', '=', network)
    .where('expires_at', '>', now)
    .where('state', '!=', 'denied')
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at }) => expires_at);
}

/** The living one of a device code. */
export function findGrant(db: Queryable, codeHash: string, now: string): Promise<CommandGrantRow | undefined> {
  const query = db.selectFrom('command_grant').selectAll().where('code_hash', '=', codeHash);
  return query.where('user_code_hash', 'is not', null).where('expires_at', '>', now).executeTakeFirst();
}

/** The one that waits to be answered. */
export function findWaiting(db: Queryable, userCodeHash: string, now: string): Promise<CommandGrantRow | undefined> {
  const query = db.selectFrom('command_grant').selectAll().where('user_code_hash', '=', userCodeHash);
  return query.where('state', '=', 'pending').where('expires_at', '>', now).executeTakeFirst();
}

/** Answers one that waits, once. False: none does. */
export async function answerWaiting(
  db: Queryable,
  userCodeHash: string,
  now: string,
  answer: Pick<Updateable<CommandGrantTable>, 'state' | 'workspace_id'>,
): Promise<boolean> {
  const query = db.updateTable('command_grant').set(answer).where('user_code_hash', '=', userCodeHash);
  const { numUpdatedRows } = await query
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the command has asked. False: it has asked at the same moment elsewhere. */
export async function noteAsking(
  db: Queryable,
  { code_hash, asked_at }: CommandGrantRow,
  change: Pick<Updateable<CommandGrantTable>, 'asked_at' | 'interval_seconds'>,
): Promise<boolean> {
  const query = db.updateTable('command_grant').set(change).where('code_hash', '=', code_hash);
  const { numUpdatedRows } = await query.where('asked_at', asked_at === null ? 'is' : '=', asked_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The workspace that a code was approved for. */
export async function findGrantedWorkspace(db: Queryable, codeHash: string): Promise<string | undefined> {
  const query = db.selectFrom('command_grant').select('workspace_id').where('code_hash', '=', codeHash);
  return (await query.executeTakeFirst())?.workspace_id ?? undefined;
}

/** Deletes an approved, living one whose challenge is the given one, and returns it: of several calls, to one alone. */
export function takeGrant(
  db: Queryable,
  codeHash: string,
  challenge: string | null,
  now: string,
): Promise<CommandGrantRow | undefined> {
  return db
    .deleteFrom('command_grant')
    .where('code_hash', '=', codeHash)
    .where('challenge', challenge === null ? 'is' : '=', challenge)
    .where('state', '=', 'approved')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteGrantsOfWorkspace(db: Queryable, workspaceId: string): Promise<void> {
  await db.deleteFrom('command_grant').where('workspace_id', '=', workspaceId).execute();
}

export async function deleteExpiredGrants(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('command_grant').where('expires_at', '<=', now).execute();
}
