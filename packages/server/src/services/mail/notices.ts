import { type Clock, isoNow } from '../../clock.ts';
import { type ActivityRow, listEntries } from '../../store/activity-log.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import { listUnseenKinds, type MailKind, markSeen, type UnseenKind } from '../../store/mail/mail-settings.ts';
import { findOpenDrafts } from '../../store/posts/drafts.ts';
import type { Database } from '../../store/schema.ts';
import { writeNotice } from './notice-texts.ts';
import type { Outbox } from './outbox.ts';

/** At most one mail of a kind in this time. What happens meanwhile is in the next one. */
const SPAN_MS = 10 * 60_000;
/** Older entries are left out: the server was without mail for a while. */
const NEWS_MS = 24 * 3_600_000;
/** Entries that are looked at in one step. */
const CHUNK = 2_000;
const BATCH = 200;

/** Entries of the activity log that a kind of mails is about. */
const SOURCES: Readonly<Record<MailKind, Pick<ActivityRow, 'action' | 'status'>>> = {
  'post.failed': { action: 'post.published', status: 'failed' },
  'post.unknown': { action: 'post.published', status: 'unknown' },
  'post.missed': { action: 'post.published', status: 'missed' },
  'connection.needs_reconnect': { action: 'platform.needs_reconnect', status: 'failed' },
  'connection.expiring': { action: 'platform.expiring', status: 'success' },
  'draft.created': { action: 'draft.created', status: 'success' },
  'webhook.paused': { action: 'webhook.paused', status: 'failed' },
};

/**
 * Makes the function that turns new entries of the activity log into mails. The log is written in the transaction of what
 * happened, so nothing is missed, and publishing costs nothing more.
 */
export function createNotices(deps: { db: Database; clock: Clock; outbox: Outbox; baseUrl: string }) {
  const { db, clock, outbox, baseUrl } = deps;

  async function look(unseen: UnseenKind): Promise<void> {
    const { workspace_id: workspaceId, kind, address, seen_seq: after } = unseen;
    const last = Math.min(unseen.last, after + CHUNK);
    const since = new Date(clock.now() - NEWS_MS).toISOString();
    const found = await listEntries(db, workspaceId, { ...SOURCES[kind], after, last });
    const recent = found.filter((entry) => entry.created_at >= since && isFinal(entry));
    const news = kind === 'draft.created' ? await waitingOf(recent, unseen) : recent;
    if (news.length === 0) {
      await markSeen(db, unseen, { seen_seq: last });
      return;
    }
    const content = writeNotice(kind, news, baseUrl);
    // The mail refers to the workspace: locked first, as where the choice of mails is changed.
    await inLockedWorkspace(db, workspaceId, async (trx) => {
      // The one process that moves the mark writes the mail.
      if (!(await markSeen(trx, unseen, { seen_seq: last, mailed_at: isoNow(clock) }))) return;
      await outbox.add(trx, { workspaceId, kind, recipient: address, content });
    });
  }

  /** Leaves out drafts that no longer wait for an approval, and those that the reader of the mail has written. */
  async function waitingOf(entries: readonly ActivityRow[], reader: UnseenKind): Promise<ActivityRow[]> {
    const others = entries.map((entry) => ({ entry, ...writerOf(entry) })).filter((one) => !isWrittenBy(one, reader));
    const open = await findOpenDrafts(
      db,
      reader.workspace_id,
      others.map(({ draftId }) => draftId),
    );
    return others.filter(({ draftId }) => open.has(draftId)).map(({ entry }) => entry);
  }

  return async function collectNotices(): Promise<void> {
    const mailedBefore = new Date(clock.now() - SPAN_MS).toISOString();
    for (const unseen of await listUnseenKinds(db, mailedBefore, BATCH)) await look(unseen);
  };
}

/** Returns false for a try that failed and is repeated without anybody's doing. */
function isFinal({ metadata }: ActivityRow): boolean {
  return (JSON.parse(metadata) as { nextAttemptAt?: string }).nextAttemptAt === undefined;
}

interface Writer {
  readonly draftId: string;
  /** Name of the key, or address of the user. */
  readonly writtenBy: string;
  readonly writerKind?: 'key' | 'user';
}

function writerOf({ metadata }: ActivityRow): Writer {
  return JSON.parse(metadata) as Writer;
}

function isWrittenBy({ writerKind, writtenBy }: Writer, { address }: UnseenKind): boolean {
  return writerKind === 'user' && writtenBy.toLowerCase() === address.toLowerCase();
}
