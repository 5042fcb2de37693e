import type { Insertable, Selectable, Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { MailKindTable, MailSettingTable } from './mail-tables.ts';

export type MailSettingRow = Selectable<MailSettingTable>;
export type MailKind = MailKindTable['kind'];

/** A kind of mails for which the activity log has entries that were not looked at. */
export interface UnseenKind extends Selectable<MailKindTable> {
  readonly address: string;
  /** Number of the last entry. */
  readonly last: number;
}

export function findMailSetting(db: Queryable, workspaceId: string): Promise<MailSettingRow | undefined> {
  return db.selectFrom('mail_setting').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();
}

/** Finds the settings whose address a link confirms. */
export function findBySentLink(db: Queryable, hash: string, now: string): Promise<MailSettingRow | undefined> {
  const query = db.selectFrom('mail_setting').selectAll().where('confirm_hash', '=', hash);
  return query.where('confirm_expires_at', '>', now).executeTakeFirst();
}

export async function insertMailSetting(db: Queryable, row: Insertable<MailSettingTable>): Promise<void> {
  await db.insertInto('mail_setting').values(row).execute();
}

export async function updateMailSetting(
  db: Queryable,
  workspaceId: string,
  change: Updateable<MailSettingTable>,
): Promise<void> {
  await db.updateTable('mail_setting').set(change).where('workspace_id', '=', workspaceId).execute();
}

/** Confirms the address of a link, once. @returns false when the link was used or replaced since it was found */
export function confirmAddress(
  db: Queryable,
  { workspace_id, confirm_hash }: MailSettingRow,
  now: string,
): Promise<boolean> {
  const change = { confirmed_at: now, confirm_hash: null, confirm_expires_at: null };
  const query = db.updateTable('mail_setting').set(change).where('workspace_id', '=', workspace_id);
  return changesRows(query.where('confirm_hash', '=', confirm_hash));
}

/** Ends every link that confirms an address. */
export async function endConfirmations(db: Queryable): Promise<void> {
  await db.updateTable('mail_setting').set({ confirm_hash: null, confirm_expires_at: null }).execute();
}

export async function listMailKinds(db: Queryable, workspaceId: string): Promise<MailKind[]> {
  const rows = await db.selectFrom('mail_kind').select('kind').where('workspace_id', '=', workspaceId).execute();
  return rows.map(({ kind }) => kind);
}

export async function deleteMailKinds(db: Queryable, workspaceId: string, kinds: readonly MailKind[]): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .deleteFrom('mail_kind')
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', [...kinds])
    .execute();
}

/** Adds kinds. Their mails tell of what is logged from now on. */
export async function insertMailKinds(
  db: Queryable,
  workspace: { readonly id: string; readonly log_count: number },
  kinds: readonly MailKind[],
): Promise<void> {
  if (kinds.length === 0) return;
  const since = { workspace_id: workspace.id, seen_seq: workspace.log_count, mailed_at: null };
  await db
    .insertInto('mail_kind')
    .values(kinds.map((kind) => ({ ...since, kind })))
    .execute();
}

/** Lists the kinds with entries that were not looked at, of confirmed addresses, without those that had a mail after an instant. */
export function listUnseenKinds(db: Queryable, mailedBefore: string, limit: number): Promise<UnseenKind[]> {
  return db
    .selectFrom('mail_kind')
    .innerJoin('mail_setting', 'mail_setting.workspace_id', 'mail_kind.workspace_id')
    .innerJoin('workspace', 'workspace.id', 'mail_kind.workspace_id')
    .selectAll('mail_kind')
    .select(['mail_setting.address', 'workspace.log_count as last'])
    .where('mail_setting.confirmed_at', 'is not', null)
    .whereRef('workspace.log_count', '>', 'mail_kind.seen_seq')
    .where((eb) => eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', mailedBefore)]))
    .orderBy('mail_kind.workspace_id')
    .orderBy('mail_kind.kind')
    .limit(limit)
    .execute();
}

/** Moves a kind past entries. @returns false when another process has done it, or the kind was removed */
export function markSeen(
  db: Queryable,
  { workspace_id, kind, seen_seq }: UnseenKind,
  change: Pick<Updateable<MailKindTable>, 'seen_seq' | 'mailed_at'>,
): Promise<boolean> {
  const query = db.updateTable('mail_kind').set(change).where('workspace_id', '=', workspace_id);
  return changesRows(query.where('kind', '=', kind).where('seen_seq', '=', seen_seq));
}

/** Marks everything that is logged as seen. @param workspaceId undefined for all workspaces */
export async function markAllSeen(db: Queryable, workspaceId?: string): Promise<void> {
  const query = db.updateTable('mail_kind').set((eb) => ({
    seen_seq: eb
      .selectFrom('workspace')
      .select('log_count')
      .whereRef('workspace.id', '=', 'mail_kind.workspace_id')
      .$asScalar()
      .$notNull(),
  }));
  await (workspaceId === undefined ? query : query.where('workspace_id', '=', workspaceId)).execute();
}
