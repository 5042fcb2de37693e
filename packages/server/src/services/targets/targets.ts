import type { PlatformId } from '@social/types';
import { HAS_FAULTS, isWithoutSafety } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import type { PostRow } from '../../store/posts.ts';
import type { TargetRow } from '../../store/targets.ts';
import type { Assessment } from './assessment.ts';

/** What is stored of one platform of a post: failed where it is refused, else waiting to be sent by `workerId`. */
export function newTarget(
  post: PostRow,
  assessment: Assessment,
  { position, at, workerId }: { position: number; at: string; workerId: string },
): TargetRow {
  const { content, connection, refusal } = assessment;
  return {
    id: newId(),
    post_id: post.id,
    workspace_id: post.workspace_id,
    platform: content.platform,
    position,
    part: content.part,
    state: refusal ? 'failed' : HAS_FAULTS && isWithoutSafety() ? 'sending' : 'pending',
    connection_id: connection?.id ?? null,
    account: connection ? accountLabel(connection) : null,
    platform_post_id: null,
    url: null,
    error: refusal?.message ?? null,
    code: refusal?.code ?? null,
    retryable: 0,
    credits: 0,
    note: content.note,
    attempt: 1,
    sent_at: null,
    worker_id: refusal ? null : workerId,
    not_before: null,
    progress: null,
    checkpoint: null,
    updated_at: at,
  };
}

/** What is logged of a target that was refused before anything was sent. */
export function refusedEntry(
  target: TargetRow,
  refusal: NonNullable<Assessment['refusal']>,
  { text, profileName }: { text: string; profileName: string },
) {
  return {
    workspace_id: target.workspace_id,
    action: 'post.published' as const,
    platform: target.platform as PlatformId,
    profile_name: profileName,
    status: 'failed' as const,
    metadata: {
      postId: target.post_id,
      ...partOf(target),
      text,
      credits: 0,
      error: refusal.message,
      code: refusal.code,
    },
    created_at: target.updated_at,
  };
}

/** Names the part of a thread, from the second on, where something is told of a target. */
export function partOf({ part }: Pick<TargetRow, 'part'>): { part?: number } {
  return part > 1 ? { part } : {};
}

/** How an account is named to people: its handle where it has one. */
export function accountLabel(account: { username: string | null; display_name: string }): string {
  return account.username === null ? account.display_name : `@${account.username}`;
}
