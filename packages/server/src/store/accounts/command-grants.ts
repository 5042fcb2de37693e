import type { Insertable, Selectable, Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { CommandGrantTable, Queryable } from '../schema.ts';

export type CommandGrantRow = Selectable<CommandGrantTable>;

/** Stores a grant. @returns false when another command has the same user code */
export function insertGrant(db: Queryable, row: Insertable<CommandGrantTable>): Promise<boolean> {
  return changesRows(
    db
      .insertInto('command_grant')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Lists when the grants of a network expire, earliest first, without expired and denied ones. */
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

/** Finds the unexpired grant of a device code. */
export function findGrant(db: Queryable, codeHash: string, now: string): Promise<CommandGrantRow | undefined> {
  const query = db.selectFrom('command_grant').selectAll().where('code_hash', '=', codeHash);
  return query.where('user_code_hash', 'is not', null).where('expires_at', '>', now).executeTakeFirst();
}

/** Finds the unexpired grant of a user code that waits for approval. */
export function findWaiting(db: Queryable, userCodeHash: string, now: string): Promise<CommandGrantRow | undefined> {
  const query = db.selectFrom('command_grant').selectAll().where('user_code_hash', '=', userCodeHash);
  return query.where('state', '=', 'pending').where('expires_at', '>', now).executeTakeFirst();
}

/** Approves or denies the grant of a user code, once. @returns false when no grant waits for approval */
export function answerWaiting(
  db: Queryable,
  userCodeHash: string,
  now: string,
  answer: Pick<Updateable<CommandGrantTable>, 'state' | 'workspace_id' | 'approved_by' | 'scopes'>,
): Promise<boolean> {
  const query = db.updateTable('command_grant').set(answer).where('user_code_hash', '=', userCodeHash);
  return changesRows(query.where('state', '=', 'pending').where('expires_at', '>', now));
}

/** Records that the command has polled. @returns false when another poll was recorded since the grant was read */
export function notePoll(
  db: Queryable,
  { code_hash, asked_at }: CommandGrantRow,
  change: Pick<Updateable<CommandGrantTable>, 'asked_at' | 'interval_seconds'>,
): Promise<boolean> {
  const query = db.updateTable('command_grant').set(change).where('code_hash', '=', code_hash);
  return changesRows(query.where('asked_at', asked_at === null ? 'is' : '=', asked_at));
}

/** Finds the workspace that a code was approved for. */
export async function findGrantedWorkspace(db: Queryable, codeHash: string): Promise<string | undefined> {
  const query = db.selectFrom('command_grant').select('workspace_id').where('code_hash', '=', codeHash);
  return (await query.executeTakeFirst())?.workspace_id ?? undefined;
}

/** Deletes an approved, unexpired grant with this challenge and returns it. Of concurrent calls, one gets the grant. */
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

/** Deletes the grants of a workspace that a user approved, or of which nobody knows who did. */
export async function deleteGrantsOfUser(db: Queryable, workspaceId: string, userId: string): Promise<void> {
  const query = db.deleteFrom('command_grant').where('workspace_id', '=', workspaceId);
  await query
    .where((grant) => grant.or([grant('approved_by', 'is', null), grant('approved_by', '=', userId)]))
    .execute();
}

export async function deleteExpiredGrants(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('command_grant').where('expires_at', '<=', now).execute();
}
