import type { Selectable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { InvitationTable } from './member-tables.ts';

export type InvitationRow = Selectable<InvitationTable>;

export async function insertInvitation(db: Queryable, row: InvitationRow): Promise<void> {
  await db.insertInto('invitation').values(row).execute();
}

/** Makes a query for the open invitations: those that have not expired, of a living key or of somebody who is an owner still. */
function openInvitations(db: Queryable, now: string) {
  return db
    .selectFrom('invitation')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
    .selectAll('invitation')
    .where('expires_at', '>', now)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('workspace.owner_user_id', '=', eb.ref('invitation.creator_id')),
        exists(
          selectFrom('member')
            .select('member.user_id')
            .whereRef('member.user_id', '=', 'invitation.creator_id')
            .whereRef('member.workspace_id', '=', 'invitation.workspace_id')
            .where('member.role', '=', 'owner'),
        ),
        exists(
          selectFrom('api_key')
            .select('api_key.id')
            .whereRef('api_key.id', '=', 'invitation.creator_id')
            .where('api_key.revoked_at', 'is', null),
        ),
      ]),
    );
}

/** Lists the open invitations of a workspace, newest first. */
export function listInvitations(db: Queryable, workspaceId: string, now: string): Promise<InvitationRow[]> {
  const query = openInvitations(db, now).where('invitation.workspace_id', '=', workspaceId);
  return query.orderBy('invitation.id', 'desc').execute();
}

/** Finds the open invitation of a token. */
export function findInvitation(db: Queryable, tokenHash: string, now: string): Promise<InvitationRow | undefined> {
  return openInvitations(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Uses up an open invitation. The caller has locked the workspace. @returns false when it was used or revoked, or has ended */
export async function takeInvitation(trx: Queryable, tokenHash: string, now: string): Promise<boolean> {
  const found = await findInvitation(trx, tokenHash, now);
  return found !== undefined && changesRows(trx.deleteFrom('invitation').where('id', '=', found.id));
}

/** Deletes the invitations that a user has made. @returns their rows */
export function deleteInvitationsOf(db: Queryable, creatorId: string): Promise<InvitationRow[]> {
  return db.deleteFrom('invitation').where('creator_id', '=', creatorId).returningAll().execute();
}

export async function deleteAllInvitations(db: Queryable): Promise<void> {
  await db.deleteFrom('invitation').execute();
}

export async function deleteExpiredInvitations(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('invitation').where('expires_at', '<=', now).execute();
}
