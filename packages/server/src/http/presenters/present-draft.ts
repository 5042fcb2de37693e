import type { Schema } from '@social/types';
import { settingFields } from '../../services/contents/settings.ts';
import { contentOf, missingIn } from '../../services/drafts/draft-content.ts';
import type { DraftRow } from '../../store/posts/drafts.ts';

type Draft = Schema<'Draft'>;
type Person = Schema<'Person'>;

/** Address of a draft's page in the dashboard. */
export function draftUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/drafts/${id}`;
}

/** Presents a draft in the contract's form, as lists and events have it: without `preview`. */
export function presentDraft(draft: DraftRow, baseUrl: string): Draft {
  const content = contentOf(draft);
  const {
    thread,
    scheduledFor,
    slot,
    mediaUrls,
    media,
    poll,
    comments,
    overrides,
    fitMedia,
    copyMedia,
    source,
    labels,
  } = content;
  return {
    id: draft.id,
    status: draft.status,
    url: draftUrl(baseUrl, draft.id),
    profile: draft.profile_slug,
    requestedProfile: draft.requested_profile,
    text: content.text,
    ...(thread.length === 0 ? {} : { thread: [...thread] }),
    platforms: [...content.platforms],
    ...(scheduledFor === null ? {} : { scheduledFor }),
    ...(slot === null ? {} : { slot }),
    ...(mediaUrls.length === 0 ? {} : { mediaUrls: [...mediaUrls] }),
    ...(media.length === 0 ? {} : { media: [...media] as Schema<'MediaItem'>[] }),
    ...(poll ? { poll } : {}),
    ...(comments.length === 0 ? {} : { comments: [...comments] }),
    ...settingFields(content),
    ...(Object.keys(overrides).length === 0 ? {} : { overrides: overrides as Record<string, Schema<'Override'>> }),
    ...(fitMedia ? {} : { fitMedia }),
    ...(copyMedia ? { copyMedia } : {}),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(source === null ? {} : { source }),
    missing: missingIn(content),
    writtenBy: JSON.parse(draft.written_by) as Person,
    ...(draft.edited_by === null ? {} : { editedBy: JSON.parse(draft.edited_by) as Person }),
    createdAt: draft.created_at,
    updatedAt: draft.updated_at,
    ...(draft.approved_by === null ? {} : { approvedBy: JSON.parse(draft.approved_by) as Person }),
    ...(draft.approved_at === null ? {} : { approvedAt: draft.approved_at }),
    ...(draft.post_id === null ? {} : { postId: draft.post_id }),
  };
}
