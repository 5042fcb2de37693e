import type { Schema } from '@social/types';
import type { NewActivity } from '../../store/activity-log.ts';
import type { DraftRow, KeptDraft } from '../../store/posts/drafts.ts';
import type { NewWebhookEvent } from '../../store/webhooks/webhook-events.ts';
import { contentOf } from './draft-content.ts';

const LOGGED_LENGTH = 300;

/** Something that happened to a draft. */
export interface DraftHappened {
  readonly what: 'created' | 'approved' | 'deleted';
  /** The person or key that did it. */
  readonly by: Schema<'Person'>;
  /** ISO 8601 instant. */
  readonly at: string;
}

/** Makes the log entry of a draft. */
export function draftActivity(draft: DraftRow, { what, by, at }: DraftHappened): NewActivity {
  const { scheduledFor, slot } = contentOf(draft);
  const writer = JSON.parse(draft.written_by) as Schema<'Person'>;
  const metadata = {
    created: {
      ...{ writtenBy: writer.name, writerKind: writer.kind },
      ...(scheduledFor !== null && { scheduledFor }),
      ...(slot !== null && { slot }),
    },
    approved: { writtenBy: writer.name, approvedBy: by.name },
    deleted: { deletedBy: by.name },
  };
  return activityOf(draft, { action: `draft.${what}`, at, metadata: metadata[what] });
}

/** Makes a log entry of a draft, which names the draft and what it is about. */
export function activityOf(
  draft: DraftRow,
  {
    action,
    at,
    metadata,
  }: Pick<NewActivity, 'action'> & { readonly at: string; readonly metadata: Readonly<Record<string, unknown>> },
): NewActivity {
  const { platforms, text } = contentOf(draft);
  return {
    ...{ workspace_id: draft.workspace_id, action, platform: null, created_at: at },
    ...{ profile_id: draft.profile_id, profile_name: draft.profile_name, status: 'success' },
    metadata: {
      ...{ draftId: draft.id, profileId: draft.profile_id, platforms, text: beginningOf(text), ...metadata },
      ...(draft.post_id !== null && { postId: draft.post_id }),
    },
  };
}

/** Makes the webhook event of a draft. @param draft as it is after what happened */
export function draftEvent(draft: DraftRow, what: 'created' | 'approved', at: string): NewWebhookEvent {
  return {
    workspaceId: draft.workspace_id,
    kind: `draft.${what}`,
    objectId: draft.id,
    details: { draft } satisfies KeptDraft,
    at,
  };
}

/** Returns the beginning of a text: a log entry stays when the draft is deleted, and is not counted as one. */
function beginningOf(text: string): string {
  return text.length > LOGGED_LENGTH ? `${text.slice(0, LOGGED_LENGTH - 1)}…` : text;
}
