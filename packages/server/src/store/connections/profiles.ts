import type { Insertable, Selectable } from 'kysely';
import { columns, prepare } from '../database/prepared.ts';
import type { Queryable } from '../schema.ts';
import type { ProfileTable } from './profile-tables.ts';

export type ProfileRow = Selectable<ProfileTable>;

const COLUMNS = columns('id workspace_id name slug is_default created_at');

function profilesOf(db: Queryable, workspaceId: string) {
  return db.selectFrom('profile').select(COLUMNS).where('workspace_id', '=', workspaceId);
}

/** Lists the profiles of a workspace, by their slugs. */
export const listProfiles = prepare<[workspaceId: string], ProfileRow>((db) => profilesOf(db, '').orderBy('slug'));

export async function countProfiles(db: Queryable, workspaceId: string): Promise<number> {
  const query = db.selectFrom('profile').select(({ fn }) => fn.countAll().as('profiles'));
  return Number((await query.where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow()).profiles);
}

const profilesById = prepare<[workspaceId: string, id: string], ProfileRow>((db) =>
  db.selectFrom('profile').select(COLUMNS).where('workspace_id', '=', '').where('id', '=', ''),
);

export async function findProfile(db: Queryable, workspaceId: string, id: string): Promise<ProfileRow | undefined> {
  return (await profilesById(db, workspaceId, id))[0];
}

export function findProfileBySlug(db: Queryable, workspaceId: string, slug: string): Promise<ProfileRow | undefined> {
  return profilesOf(db, workspaceId).where('slug', '=', slug).executeTakeFirst();
}

const defaultProfiles = prepare<[workspaceId: string, isDefault: 1], ProfileRow>((db) =>
  db.selectFrom('profile').select(COLUMNS).where('workspace_id', '=', '').where('is_default', '=', 1),
);

export async function findDefaultProfile(db: Queryable, workspaceId: string): Promise<ProfileRow | undefined> {
  return (await defaultProfiles(db, workspaceId, 1))[0];
}

export async function insertProfile(db: Queryable, row: Insertable<ProfileTable>): Promise<void> {
  await db.insertInto('profile').values(row).execute();
}

export async function renameProfile(db: Queryable, id: string, name: string): Promise<void> {
  await db.updateTable('profile').set({ name }).where('id', '=', id).execute();
}

/** Makes a profile the default of its workspace, in place of the present default. */
export async function makeDefault(db: Queryable, workspaceId: string, id: string): Promise<void> {
  const former = db.updateTable('profile').set({ is_default: 0 }).where('workspace_id', '=', workspaceId);
  await former.where('is_default', '=', 1).execute();
  await db.updateTable('profile').set({ is_default: 1 }).where('id', '=', id).execute();
}

export async function deleteProfileRow(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('profile').where('id', '=', id).execute();
}
