import type { Schema } from '@social/types';
import type { Clock } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { giveKeyToPost } from '../../store/idempotency-keys.ts';
import { type DraftRow, findDraft, updateDraftAsRead } from '../../store/posts/drafts.ts';
import type { Queryable } from '../../store/schema.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { settingFields } from '../contents/settings.ts';
import type { DraftOfPost } from '../publishing/publish.ts';
import { draftActivity, draftEvent } from './draft-activity.ts';
import { contentOf, missingIn } from './draft-content.ts';
import { hasChanged, isApproved, nextInstant } from './draft-state.ts';

/** Makes the body of the publish request of a draft. @throws AppError invalid_request naming what is missing */
export function publishBodyOf(draft: DraftRow): Schema<'PublishRequest'> {
  const content = contentOf(draft);
  const missing = missingIn(content);
  const [field] = missing;
  if (field !== undefined) {
    const problem = `the draft has no ${missing.join(' and no ')}; nothing was sent. Add what is missing, then approve it`;
    throw invalid(field, problem, { missing });
  }
  const { text, scheduledFor, slot, source, poll, comments, fitMedia, copyMedia, labels } = content;
  return {
    ...{ text, platforms: [...content.platforms], thread: [...content.thread] },
    ...{ mediaUrls: [...content.mediaUrls], media: [...content.media], fitMedia, copyMedia },
    ...(poll && { poll }),
    ...(comments.length > 0 && { comments: [...comments] }),
    ...(settingFields(content) as Pick<Schema<'PublishRequest'>, 'meta' | 'settings'>),
    overrides: content.overrides as NonNullable<Schema<'PublishRequest'>['overrides']>,
    ...(scheduledFor !== null && { scheduledFor }),
    ...(slot !== null && { slot }),
    ...(labels.length > 0 && { labels: [...labels] }),
    ...(source !== null && { source }),
  };
}

/**
 * Makes what approves a draft in the transaction that stores its post: one of any number of approvals changes the row, the
 * others roll back.
 */
export function approvalOf(draft: DraftRow, by: Schema<'Person'>, clock: Clock): DraftOfPost {
  const { id, workspace_id: workspaceId, idempotency_key: key } = draft;
  const people = {
    writtenBy: JSON.parse(draft.written_by) as Schema<'Person'>,
    ...(draft.edited_by !== null && { editedBy: JSON.parse(draft.edited_by) as Schema<'Person'> }),
    approvedBy: by,
  };
  return {
    approval: JSON.stringify({
      id,
      requestedProfile: draft.requested_profile,
      ...people,
    } satisfies Schema<'PostApproval'>),
    key,
    async approve(trx, postId) {
      const at = nextInstant(clock, draft);
      const change = { status: 'approved', post_id: postId, approved_by: JSON.stringify(by), approved_at: at } as const;
      if (!(await updateDraftAsRead(trx, draft, { ...change, updated_at: at }))) throw await whyNot(trx, draft);
      if (key !== null) await giveKeyToPost(trx, { id, workspaceId, key }, { id: postId, at });
      const approved = { ...draft, ...change, updated_at: at };
      await appendActivity(trx, draftActivity(approved, { what: 'approved', by, at }));
      await recordEvent(trx, draftEvent(approved, 'approved', at));
      faultPoint('after-approval');
    },
  };
}

/** Finds out why a draft was not approved. */
async function whyNot(trx: Queryable, { workspace_id, id }: DraftRow): Promise<AppError> {
  const now = await findDraft(trx, workspace_id, id);
  if (!now) return new AppError('not_found', 'The draft was deleted meanwhile; nothing was sent');
  return now.post_id === null ? hasChanged(now) : isApproved(now.post_id);
}
