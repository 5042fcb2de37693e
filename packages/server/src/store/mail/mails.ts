import type { Insertable, Selectable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import type { MailTable } from './mail-tables.ts';

export type MailRow = Selectable<MailTable>;

/** Stores a mail that waits. @returns false when there is a mail with the same `once` */
export function insertMail(
  db: Queryable,
  row: Omit<Insertable<MailTable>, 'state' | 'attempts' | 'error' | 'worker_id' | 'due_at'>,
): Promise<boolean> {
  const waiting = { state: 'waiting' as const, attempts: 0, error: null, worker_id: null, due_at: row.created_at };
  const query = db.insertInto('mail').values({ ...row, ...waiting });
  return changesRows(query.onConflict((conflict) => conflict.column('once').doNothing()));
}

/** Finds the mail with this `once`. */
export function findMailOnce(db: Queryable, once: string): Promise<MailRow | undefined> {
  return db.selectFrom('mail').selectAll().where('once', '=', once).executeTakeFirst();
}

/** Lists the mails with links to confirm an address for which a workspace has asked since an instant, the oldest first. */
export function listConfirmations(db: Queryable, workspaceId: string, since: string): Promise<MailRow[]> {
  const query = db.selectFrom('mail').selectAll().where('workspace_id', '=', workspaceId);
  return query.where('kind', '=', 'confirmation').where('created_at', '>', since).orderBy('created_at').execute();
}

/** Finds a mail that is due and that no worker sends. */
export function findDueMail(db: Queryable, now: string): Promise<MailRow | undefined> {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('due_at', '<=', now)
    .where('worker_id', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** Takes a mail for a worker. @returns false when another worker has taken it, or it has ended */
export function claimMail(db: Queryable, { id, due_at }: MailRow, workerId: string): Promise<boolean> {
  const query = db.updateTable('mail').set({ worker_id: workerId }).where('id', '=', id);
  return changesRows(query.where('worker_id', 'is', null).where('due_at', '=', due_at));
}

/** Stores the text of a mail that is composed when it is first sent. @returns false when the mail has ended */
export function storeMailContent(db: Queryable, id: string, content: string): Promise<boolean> {
  return changesRows(db.updateTable('mail').set({ content }).where('id', '=', id).where('state', '=', 'waiting'));
}

/** Lets a mail be tried again later. */
export async function postponeMail(
  db: Queryable,
  id: string,
  change: Pick<MailRow, 'attempts' | 'error' | 'due_at'>,
): Promise<void> {
  const query = db.updateTable('mail').set({ ...change, worker_id: null });
  await query.where('id', '=', id).where('state', '=', 'waiting').execute();
}

/** Ends a mail; its text is deleted. */
export async function endMail(
  db: Queryable,
  id: string,
  change: Pick<MailRow, 'state' | 'attempts' | 'error'>,
): Promise<void> {
  const ended = { content: null, due_at: null, worker_id: null };
  await db
    .updateTable('mail')
    .set({ ...change, ...ended })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}

/** Counts the mails of a kind that a workspace has in store, sent ones too: those of the last 24 hours. */
export async function countMails(db: Queryable, workspaceId: string, kind: MailRow['kind']): Promise<number> {
  const query = db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', '=', kind);
  return Number((await query.where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow()).count);
}

/** Ends the mails that wait: all, or those of a workspace, of some of its kinds, or to an address. */
export async function endWaitingMails(
  db: Queryable,
  of: { readonly workspaceId?: string; readonly kinds?: readonly MailRow['kind'][]; readonly recipient?: string } = {},
): Promise<void> {
  const ended = { state: 'ended' as const, content: null, due_at: null, worker_id: null };
  let query = db.updateTable('mail').set(ended).where('state', '=', 'waiting');
  if (of.workspaceId !== undefined) query = query.where('workspace_id', '=', of.workspaceId);
  if (of.kinds !== undefined) query = query.where('kind', 'in', of.kinds);
  if (of.recipient !== undefined) query = query.where('recipient', '=', of.recipient);
  await query.execute();
}

export async function deleteExpiredMails(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('mail').where('expires_at', '<=', now).execute();
}
