import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain, useChange } from '../../api/queries.ts';
import { cachePost } from '../posts/post-changes.ts';

export type Draft = Schema<'Draft'>;

/** Most drafts that are listed. */
const LISTED = 100;

/** Address of the page that edits a draft. */
export function writeAddress(draftId: string): string {
  return `/write?${new URLSearchParams({ draft: draftId })}`;
}

/** The newest drafts that wait for their approval. @param profile slug of their profile; those of all profiles when left out */
export function useDrafts(profile?: string) {
  const query = { limit: LISTED, ...(profile !== undefined && { profile }) };
  return api.useQuery('get', '/api/v1/drafts', { params: { query } });
}

/** One draft, with what publishing it now would do. */
export function useDraft(draftId: string) {
  return api.useQuery('get', '/api/v1/drafts/{draftId}', { params: { path: { draftId } } });
}

/**
 * Makes the post of a draft as it was shown. The Idempotency-Key contains its state, so that pressing again after a lost answer
 * publishes nothing twice.
 */
export function useApproveDraft() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, updatedAt, preview }: Pick<Draft, 'id' | 'updatedAt' | 'preview'>) => {
      // Another body needs another key, or a second press after the time has passed would be refused.
      const late = isPast(preview) ? ' late' : '';
      return client.drafts.approveDraft(
        { draftId: id, ifUpdatedAt: updatedAt, ...(late && { ifPast: 'publish' as const }) },
        { idempotencyKey: `approve ${id} ${updatedAt}${late}` },
      );
    },
    onSuccess: (post) => cachePost(queries, post),
    onSettled: () => readAgain(queries, '/api/v1/drafts'),
  });
}

/** Gives a draft another time, or none; with `slot`, the next free one at its approval. The server refuses when it was changed meanwhile. */
export function useMoveDraft() {
  return useChange(
    ({ id, at, updatedAt, slot }: Pick<Draft, 'id' | 'updatedAt'> & { at: Date | null; slot?: Draft['slot'] }) =>
      client.drafts.updateDraft({
        draftId: id,
        ifUpdatedAt: updatedAt,
        ...(slot ? { slot } : { scheduledFor: at?.toISOString() ?? null }),
      }),
    '/api/v1/drafts',
  );
}

/** Deletes a draft. Its own page, which is still shown, does not read it again. */
export function useDeleteDraft(draftId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.drafts.deleteDraft({ draftId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/api/v1/drafts'] }),
  });
}

/** Returns true when the time of a draft has passed, so that it is published at once. */
export function isPast(preview: Draft['preview']): boolean {
  return preview?.notes?.some(({ code }) => code === 'past_time') ?? false;
}
