import type { Selectable } from 'kysely';
import type { Queryable } from '../schema.ts';
import type { MemberTable } from './member-tables.ts';
import type { WorkspaceRow } from './workspaces.ts';

type Role = MemberTable['role'];
type MemberRow = Selectable<MemberTable>;

/** Place of a user in the one workspace that it belongs to. */
export interface Membership {
  readonly workspace: WorkspaceRow;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly isFounder: boolean;
}

/** A member with its address; `invited_by` is null for the founder. */
export interface ListedMember extends Omit<MemberRow, 'invited_by'> {
  readonly email: string;
  readonly isFounder: boolean;
  readonly invited_by: string | null;
}

/** Finds the workspace of a user, and the role in it. */
export async function findMembership(db: Queryable, userId: string): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('user')
    .leftJoin('member', 'member.user_id', 'user.id')
    .innerJoin('workspace', (join) =>
      join.on((eb) =>
        eb.or([
          eb('workspace.owner_user_id', '=', eb.ref('user.id')),
          eb('workspace.id', '=', eb.ref('member.workspace_id')),
        ]),
      ),
    )
    .selectAll('workspace')
    .select(['user.email as user_email', 'member.role'])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_email: email, role, ...workspace } = row;
  const isFounder = workspace.owner_user_id === userId;
  return { workspace, userId, email, role: isFounder ? 'owner' : (role ?? 'writer'), isFounder };
}

export async function insertMember(db: Queryable, row: MemberRow): Promise<void> {
  await db.insertInto('member').values(row).execute();
}

export async function setRole(db: Queryable, userId: string, role: Role): Promise<void> {
  await db.updateTable('member').set({ role }).where('user_id', '=', userId).execute();
}

/** Lists the members of a workspace: the founder, then the others in the order in which they joined. */
export async function listMembers(db: Queryable, { id, owner_user_id }: WorkspaceRow): Promise<ListedMember[]> {
  const founder = await db
    .selectFrom('workspace')
    .innerJoin('user', 'user.id', 'workspace.owner_user_id')
    .select(['user.email', 'workspace.created_at'])
    .where('workspace.id', '=', id)
    .executeTakeFirstOrThrow();
  const others = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .selectAll('member')
    .select('user.email')
    .where('member.workspace_id', '=', id)
    .orderBy('member.created_at')
    .orderBy('member.user_id')
    .execute();
  const first = { ...founder, user_id: owner_user_id, workspace_id: id, role: 'owner' as const, invited_by: null };
  return [{ ...first, isFounder: true }, ...others.map((member) => ({ ...member, isFounder: false }))];
}

/** Counts the members of workspaces besides their founders. @returns numbers by workspace, without those that have none */
export async function countMembers(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('member')
    .select(({ fn }) => ['workspace_id', fn.countAll().as('count')])
    .groupBy('workspace_id')
    .execute();
  return new Map(rows.map(({ workspace_id, count }) => [workspace_id, Number(count)]));
}
