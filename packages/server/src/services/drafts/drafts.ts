import type { Schema } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import type { MediaPolicy } from '../../media/fetch/media-url.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import { fillPage, inPieces } from '../../store/pages.ts';
import {
  type DraftRow,
  deleteOpenDraft,
  findDraft,
  findOpenDraftOfKey,
  insertDraft,
  listDrafts,
  updateDraftAsRead,
} from '../../store/posts/drafts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { countStored } from '../../store/stored-bytes.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { type Author, personOf } from '../access/person.ts';
import { seesProfile, type Viewer } from '../access/rights.ts';
import { requireTargets } from '../contents/allowed-targets.ts';
import type { DraftOfPost } from '../publishing/publish.ts';
import { approvalOf } from './approval.ts';
import { draftActivity, draftEvent } from './draft-activity.ts';
import { changeContent, checkChange, contentOf, type DraftContent } from './draft-content.ts';
import { editActivity, loggedEdit } from './draft-edits.ts';
import { requireRoom } from './draft-limits.ts';
import { nextInstant, requireOpen } from './draft-state.ts';

const DEFAULT_PAGE = 50;

/** A draft that is about to be stored. */
export interface NewDraft {
  readonly profile: ProfileRow;
  readonly content: DraftContent;
  /** Idempotency-Key under which its post will be known; null for none. */
  readonly postKey: string | null;
  /** Binds the Idempotency-Key of the call to the draft, in the transaction that stores the draft; null without a key. */
  readonly link: ((trx: Queryable, draftId: string) => Promise<void>) | null;
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Makes the service for drafts: posts that are stored and edited, and published once somebody approves them. */
export function createDrafts({ db, clock, mediaPolicy }: { db: Database; clock: Clock; mediaPolicy: MediaPolicy }) {
  /** @throws AppError not_found, also for a draft that the viewer does not see */
  async function require({ workspaceId, rights }: Viewer, id: string, from: Queryable = db): Promise<DraftRow> {
    const found = isUuid(id) ? await findDraft(from, workspaceId, id.toLowerCase()) : undefined;
    if (found && seesProfile(rights, found.profile_id)) return found;
    throw new AppError('not_found', 'There is no draft with this id; list them with GET /api/v1/drafts');
  }

  return {
    require,

    /** Lists a page of drafts, newest first, with the cursor of the next page. @throws AppError invalid_request */
    async list(
      { workspaceId, rights }: Viewer,
      page: {
        readonly limit?: number | undefined;
        readonly cursor?: string | undefined;
        readonly status?: DraftRow['status'] | undefined;
        readonly profile?: string | undefined;
      },
    ) {
      const { limit = DEFAULT_PAGE, cursor, status = 'draft', profile = null } = page;
      if (cursor !== undefined && !isUuid(cursor)) {
        throw new AppError('invalid_request', 'cursor: is not the nextCursor of an answer; leave it out to begin');
      }
      const before = cursor?.toLowerCase() ?? null;
      const search = { status, profile, profileIds: rights.profiles };
      const { rows: drafts, hasMore } = await fillPage<DraftRow>(
        limit,
        inPieces(limit, (count, after) =>
          listDrafts(db, workspaceId, { ...search, limit: count, before: after?.id ?? before }),
        ),
      );
      return { drafts, nextCursor: hasMore ? (drafts.at(-1)?.id ?? null) : null };
    },

    /** Finds the draft that waits for its approval under an Idempotency-Key. @returns none also where the viewer does not see it */
    async listByKey({ workspaceId, rights }: Viewer, key: string): Promise<DraftRow[]> {
      const draft = await findOpenDraftOfKey(db, workspaceId, key);
      return draft && seesProfile(rights, draft.profile_id) ? [draft] : [];
    },

    /** Stores a draft. @throws AppError forbidden, quota_exceeded, profile_not_found */
    async create(author: Author, { profile, content, postKey, link }: NewDraft): Promise<DraftRow> {
      const { workspaceId, rights } = author;
      await requireTargets(db, rights, profile.id, content.platforms);
      const by = await personOf(db, author);
      const at = isoNow(clock);
      const row = {
        ...{ id: newId(), workspace_id: workspaceId, profile_id: profile.id, status: 'draft' as const },
        ...{ profile_slug: profile.slug, requested_profile: profile.slug },
        ...columnsOf(content),
        ...{ written_by: JSON.stringify(by), edited_by: null, logged_edits: null },
        ...{ approved_by: null, approved_at: null, post_id: null },
        ...{ idempotency_key: postKey, created_at: at, updated_at: at },
      };
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        if (!(await findProfile(trx, workspaceId, profile.id))) {
          throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was stored');
        }
        await requireRoom(trx, workspaceId, { count: 1, bytes: row.bytes });
        await insertDraft(trx, row);
        await link?.(trx, row.id);
        const draft = { ...row, profile_name: profile.name };
        await appendActivity(trx, draftActivity(draft, { what: 'created', by, at }));
        await recordEvent(trx, draftEvent(draft, 'created', at));
        return draft;
      });
    },

    /**
     * Replaces the fields that a change names.
     * @param profile new profile; null to keep it
     * @throws AppError not_found, forbidden, invalid_request, quota_exceeded; conflict when it was approved, or has changed
     */
    async change(
      author: Author,
      id: string,
      { change, profile }: { readonly change: Schema<'DraftChange'>; readonly profile: ProfileRow | null },
    ): Promise<DraftRow> {
      checkChange(change, mediaPolicy);
      const by = await personOf(db, author);
      return inLockedWorkspace(db, author.workspaceId, async (trx) => {
        if (profile && !(await findProfile(trx, author.workspaceId, profile.id))) {
          throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was changed');
        }
        const before = await require(author, id, trx);
        requireOpen(before, change.ifUpdatedAt);
        const content = changeContent(contentOf(before), change, mediaPolicy);
        const profileId = profile?.id ?? before.profile_id;
        await requireTargets(trx, author.rights, before.profile_id, contentOf(before).platforms);
        await requireTargets(trx, author.rights, profileId, content.platforms);
        const columns = columnsOf(content);
        await requireRoom(trx, author.workspaceId, { count: 0, bytes: Math.max(0, columns.bytes - before.bytes) });
        const changed = {
          ...columns,
          ...{ profile_id: profileId, profile_slug: profile?.slug ?? before.profile_slug },
          edited_by: JSON.stringify(by),
          updated_at: nextInstant(clock, before),
        };
        await countStored(trx, author.workspaceId, Math.max(0, columns.bytes - before.bytes));
        const edit = loggedEdit(before, { changed, by, at: isoNow(clock) });
        await updateDraftAsRead(trx, before, { ...changed, ...(edit && { logged_edits: edit.loggedEdits }) });
        const after = await require(author, id, trx);
        if (edit) await appendActivity(trx, editActivity(after, edit));
        return after;
      });
    },

    /** Deletes a draft, and frees its Idempotency-Key. @throws AppError not_found, forbidden, conflict when it was approved */
    async remove(author: Author, id: string): Promise<void> {
      const by = await personOf(db, author);
      await inLockedWorkspace(db, author.workspaceId, async (trx) => {
        const draft = await require(author, id, trx);
        requireOpen(draft, undefined);
        await requireTargets(trx, author.rights, draft.profile_id, contentOf(draft).platforms);
        await deleteOpenDraft(trx, draft.id);
        await appendActivity(trx, draftActivity(draft, { what: 'deleted', by, at: isoNow(clock) }));
      });
    },

    /** Makes what approves a draft in the transaction that stores its post. */
    async approval(author: Author, draft: DraftRow): Promise<DraftOfPost> {
      return approvalOf(draft, await personOf(db, author), clock);
    },
  };
}

function columnsOf(content: DraftContent) {
  const text = JSON.stringify(content);
  return { content: text, bytes: Buffer.byteLength(text) };
}
