import { type Clock, isoNow, parseInstant } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import type { DraftRow } from '../../store/posts/drafts.ts';

/**
 * Checks that a draft is not approved, and is as its reader has seen it.
 * @param ifUpdatedAt `updatedAt` that the reader has seen; undefined for whatever it is
 * @throws AppError conflict, invalid_request
 */
export function requireOpen(draft: DraftRow, ifUpdatedAt: string | undefined): void {
  if (draft.post_id !== null) throw isApproved(draft.post_id);
  if (ifUpdatedAt === undefined) return;
  const seen = parseInstant(ifUpdatedAt);
  if (seen === null) throw invalid('ifUpdatedAt', 'must be the updatedAt of the draft; nothing was done');
  if (seen !== Date.parse(draft.updated_at)) throw hasChanged(draft);
}

/** Creates the error for a draft that has become a post. */
export function isApproved(postId: string): AppError {
  const message = `This draft was approved, and its post is ${postId}; nothing was done. Change, cancel or take back the post`;
  return new AppError('conflict', message, { details: { status: 'approved', postId } });
}

/** Creates the error for a draft that is not as its reader has seen it. */
export function hasChanged({ updated_at: updatedAt }: Pick<DraftRow, 'updated_at'>): AppError {
  const message = `The draft has changed since you read it, at ${updatedAt}; nothing was done. Read it again, then decide`;
  return new AppError('conflict', message, { details: { status: 'draft', updatedAt } });
}

/** Instant of a change, which is later than that of every change before, also within a millisecond. */
export function nextInstant(clock: Clock, { updated_at }: Pick<DraftRow, 'updated_at'>): string {
  const now = isoNow(clock);
  return now > updated_at ? now : new Date(Date.parse(updated_at) + 1).toISOString();
}
