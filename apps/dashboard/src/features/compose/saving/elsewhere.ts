import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { client } from '../../../api/client.ts';
import { failureCode } from '../../../api/failures.ts';
import { OPEN_DRAFT } from '../../../api/queries.ts';
import type { Profile } from '../../../shared/profiles/profiles.ts';
import { useWritingPart, type WritingStore } from '../writing-store.ts';

/**
 * Takes notice of a change made elsewhere before the next save: it is shown at once where nothing was written here, and
 * otherwise one of both versions is chosen.
 * @returns a sentence for screen readers; empty without a change
 */
export function useElsewhere(store: WritingStore, profiles: readonly Profile[], isSending: boolean): string {
  const saved = useWritingPart(store, (writing) => writing.saved);
  const unknownSave = useWritingPart(store, (writing) => writing.unknownSave);
  const { at } = useSyncExternalStore(store.saver.subscribe, store.saver.state);
  const [said, setSaid] = useState('');
  const draftId = saved?.id;
  const { data: theirs, error } = useQuery({
    queryKey: ['draft', OPEN_DRAFT, draftId],
    queryFn: ({ signal }) => client.drafts.getDraft({ draftId: draftId ?? '' }, { signal }),
    enabled: draftId !== undefined && !isSending,
    refetchOnWindowFocus: 'always',
  });
  const isSettled = saved !== null && unknownSave === null && !isSending && at !== 'saving' && at !== 'overtaken';
  const isAbsent = failureCode(error) === 'not_found';
  useEffect(() => {
    if (!isSettled) return;
    if (isAbsent) return store.saver.overtake(null);
    if (theirs?.id !== saved.id || (theirs.status === 'draft' && theirs.updatedAt <= saved.updatedAt)) return;
    if (theirs.status !== 'draft' || store.hasChanges(profiles)) return store.saver.overtake(theirs);
    store.take(theirs, profiles);
    setSaid(`${(theirs.editedBy ?? theirs.writtenBy).name} has changed this draft; their version is shown.`);
  }, [store, profiles, saved, theirs, isSettled, isAbsent]);
  return said;
}
