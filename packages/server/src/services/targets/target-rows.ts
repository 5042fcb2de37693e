import { newId } from '../../ids.ts';
import type { PreparedFile } from '../../media/keep/media-source.ts';
import type { NewActivity } from '../../store/activity-log.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import type { TargetState } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Assessment } from './assessment.ts';
import type { ProfileInLog } from './dispatch.ts';
import type { PlatformContent } from './publish-request.ts';

/** Makes the row of a target that has not been sent. */
export function unsentTarget(
  post: PostRow,
  { platform, part }: PlatformContent,
  { state, position, at }: { state: TargetState; position: number; at: string },
): TargetRow {
  return {
    id: newId(),
    post_id: post.id,
    workspace_id: post.workspace_id,
    profile_id: post.profile_id,
    platform,
    position,
    part,
    state,
    connection_id: null,
    account: null,
    platform_post_id: null,
    by_hand: 0,
    url: null,
    error: null,
    code: null,
    retryable: 0,
    credits: 0,
    held: 0,
    spending: null,
    note: null,
    attempt: 1,
    sent_at: null,
    worker_id: null,
    not_before: null,
    due_at: null,
    progress: null,
    checkpoint: null,
    fitted: null,
    removed_at: null,
    updated_at: at,
  };
}

/**
 * Makes the row of a target: `failed` when the platform is refused, else to be sent by `workerId`, at once or in its turn, or
 * by any worker from `dueAt` on. One that is stored as `sending` is not due. The parts of a thread follow the first one.
 * Its price is held.
 */
export function newTarget(
  post: PostRow,
  { content, connection, refusal, cost }: Assessment,
  {
    position,
    at,
    workerId,
    dueAt,
    isSending,
    spending,
  }: {
    position: number;
    at: string;
    workerId: string | null;
    dueAt: string | null;
    isSending: boolean;
    /** JSON of `Spending`. */
    spending: string | null;
  },
): TargetRow {
  const state = refusal ? 'failed' : isSending ? 'sending' : 'pending';
  return {
    ...unsentTarget(post, content, { state, position, at }),
    connection_id: connection?.id ?? null,
    account: connection ? accountLabel(connection) : null,
    error: refusal?.message ?? null,
    code: refusal?.code ?? null,
    note: content.note,
    held: refusal ? 0 : cost,
    spending: refusal ? null : spending,
    worker_id: refusal ? null : workerId,
    due_at: state !== 'pending' || content.part > 1 ? null : dueAt,
    sent_at: state === 'sending' ? at : null,
  };
}

/** Makes the log entry of a target's result. */
export function resultEntry(
  target: TargetRow,
  result: { status: NewActivity['status']; at: string; profile: ProfileInLog; text: string; credits: number },
  details: Readonly<Record<string, unknown>>,
): NewActivity {
  const { status, at, profile, text, credits } = result;
  return {
    workspace_id: target.workspace_id,
    action: 'post.published',
    platform: target.platform,
    profile_id: profile.id,
    profile_name: profile.name,
    status,
    metadata: { postId: target.post_id, ...partOf(target), text, credits, ...details },
    created_at: at,
  };
}

/** What was done to the files of a target. */
export function fittedOf({ fitted }: Pick<TargetRow, 'fitted'>): readonly PreparedFile[] {
  return JSON.parse(fitted ?? '[]') as PreparedFile[];
}

/** Joins the notes on a target: what is left out, what was done to its files, and what the network did. */
export function noteOf(
  content: Pick<PlatformContent, 'note'>,
  fitted: readonly PreparedFile[],
  published?: string,
): string | null {
  const given = [content.note, ...fitted.map(({ note }) => note)].filter((note) => note !== null);
  return [given.join(' '), published].filter(Boolean).join(fitted.length > 0 ? ' ' : '; ') || null;
}

/** Number of a thread part, from the second part on, for log entries. */
export function partOf({ part }: Pick<TargetRow, 'part'>): { part?: number } {
  return part > 1 ? { part } : {};
}

/** Name of an account for people: its handle, or else its display name. */
export function accountLabel(account: { username: string | null; display_name: string }): string {
  return account.username === null ? account.display_name : `@${account.username}`;
}
