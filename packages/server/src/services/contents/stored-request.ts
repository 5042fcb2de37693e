import type { Schema, Target } from '@social/types';
import { newId } from '../../ids.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import type { Rights } from '../access/rights.ts';
import { copiedFilesOf } from './file-copies.ts';
import type { PublishRequest } from './publish-request.ts';
import type { GivenSettings } from './settings.ts';

/** Requested time of a post. */
export interface Timing {
  /** Time as the caller wrote it, and in milliseconds since 1970; null for now. With `slot`, the one that is expected; null before a look. */
  readonly scheduledFor: { readonly text: string; readonly at: number } | null;
  /** `next` to take the next free slot of the profile when the post is stored; null for none. */
  readonly slot: 'next' | null;
}

/** Makes the row of a new post, which waits for its time or is published now. */
export function newPostRow(
  request: PublishRequest,
  { scheduledFor, slot }: Timing,
  by: {
    readonly workspaceId: string;
    readonly profile: Pick<ProfileRow, 'id' | 'slug'>;
    readonly rights: Pick<Rights, 'limitedBy'>;
    /** Idempotency key under which a scheduled post is known; null without one. */
    readonly key: string | null;
    /** JSON of `PostApproval`; null for a post that nobody had to approve. */
    readonly approval: string | null;
    /** Milliseconds since 1970. */
    readonly now: number;
  },
): PostRow {
  const isScheduled = slot !== null || (scheduledFor !== null && scheduledFor.at > by.now);
  const { limitedBy } = by.rights;
  const at = new Date(by.now).toISOString();
  const scheduledAt = scheduledFor && new Date(scheduledFor.at).toISOString();
  return {
    id: newId(),
    workspace_id: by.workspaceId,
    profile_id: by.profile.id,
    profile_slug: by.profile.slug,
    ...toColumns(request),
    status: isScheduled ? 'scheduled' : 'publishing',
    scheduled_for: scheduledFor?.text ?? null,
    due_at: isScheduled ? scheduledAt : null,
    held_at: null,
    happens_at: scheduledAt ?? at,
    copies: null,
    copies_due_at: null,
    copier_id: null,
    from_slot: 0,
    unsent_bytes: 0,
    limited_by: limitedBy.length === 0 ? null : JSON.stringify(limitedBy),
    idempotency_key: isScheduled ? by.key : null,
    approval: by.approval,
    created_at: at,
    updated_at: at,
  };
}

/** Writes a request into the columns of a post. */
function toColumns(request: PublishRequest) {
  return {
    text: request.text,
    thread: request.thread.length > 0 ? JSON.stringify(request.thread) : null,
    platforms: JSON.stringify(request.platforms),
    media_urls: request.mediaUrls.length > 0 ? JSON.stringify(request.mediaUrls) : null,
    media: request.media.length > 0 ? JSON.stringify(request.media) : null,
    poll: request.poll && JSON.stringify(request.poll),
    comments: request.comments.length > 0 ? JSON.stringify(request.comments) : null,
    meta: storedObject(request.meta),
    settings: storedObject(request.settings),
    disclosures: request.disclosures.length > 0 ? JSON.stringify(request.disclosures) : null,
    overrides: storedObject(request.overrides),
    fit_media: request.fitMedia ? 1 : 0,
    copy_media: request.copyMedia ? 1 : 0,
    source: request.source,
    labels: request.labels.length > 0 ? JSON.stringify(request.labels) : null,
  };
}

function storedObject(value: object): string | null {
  return Object.keys(value).length > 0 ? JSON.stringify(value) : null;
}

/**
 * Latest instant, in milliseconds since 1970, at which a scheduled post may still be begun.
 * @param latenessWindowMs longest delay after the scheduled time
 */
export function latestStart(post: Pick<PostRow, 'due_at' | 'happens_at'>, latenessWindowMs: number): number {
  return Date.parse(post.due_at ?? post.happens_at) + latenessWindowMs;
}

/** Reads the request back from the columns of a post. */
export function fromColumns(post: PostRow): PublishRequest {
  return {
    text: post.text,
    thread: JSON.parse(post.thread ?? '[]') as string[],
    platforms: JSON.parse(post.platforms) as Target[],
    mediaUrls: JSON.parse(post.media_urls ?? '[]') as string[],
    media: JSON.parse(post.media ?? '[]') as Schema<'MediaItem'>[],
    comments: JSON.parse(post.comments ?? '[]') as string[],
    poll: JSON.parse(post.poll ?? 'null') as PublishRequest['poll'],
    ...settingsOfRow(post),
    overrides: JSON.parse(post.overrides ?? '{}') as PublishRequest['overrides'],
    fitMedia: post.fit_media === 1,
    copyMedia: post.copy_media === 1,
    ...(post.copies !== null && { copies: copiedFilesOf(post.copies) }),
    source: post.source,
    labels: JSON.parse(post.labels ?? '[]') as string[],
  };
}

/** Reads what the request said about settings. */
export function settingsOfRow(post: Pick<PostRow, 'meta' | 'settings' | 'disclosures'>): GivenSettings {
  return {
    meta: JSON.parse(post.meta ?? '{}') as GivenSettings['meta'],
    settings: JSON.parse(post.settings ?? '{}') as GivenSettings['settings'],
    disclosures: JSON.parse(post.disclosures ?? '[]') as GivenSettings['disclosures'],
  };
}

const ROW_BYTES = 1_000;

/** Estimates the bytes of a post in the database: row, stored answer of its key, a result and a log entry per part. */
export function storedBytes(post: PostRow, parts: readonly { readonly text: string }[], isKeyed: boolean): number {
  const content = [
    post.text,
    post.thread,
    post.media_urls,
    post.media,
    post.poll,
    post.comments,
    post.meta,
    post.settings,
    post.disclosures,
    post.overrides,
    post.copies,
    post.source,
  ];
  const bytesOf = (texts: readonly (string | null)[]) => Buffer.byteLength(texts.join(''));
  const copies = isKeyed ? 2 : 1;
  return copies * bytesOf(content) + bytesOf(parts.map(({ text }) => text)) + (copies + parts.length) * ROW_BYTES;
}
