import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { api } from '../../../api/client.ts';
import { failureCode } from '../../../api/failures.ts';
import { useProfiles } from '../../../shared/profiles/profiles.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { LinkButton } from '../../../ui/parts/links.tsx';
import type { WritingStore } from '../writing-store.ts';

interface OpenedDraftProps {
  store: WritingStore;
  /** Id of the draft to read; null for something new. */
  draftId: string | null;
  /** The form, which is shown once the draft was read. */
  children: ReactNode;
}

/** Reads a draft of the server before it is written on. What was written here and not saved yet stays. */
export function OpenedDraft({ store, draftId, children }: OpenedDraftProps) {
  const isOpen = useSyncExternalStore(store.subscribe, store.isOpen);
  const profiles = useProfiles();
  const reading = api.useQuery(
    'get',
    '/api/v1/drafts/{draftId}',
    { params: { path: { draftId: draftId ?? '' } } },
    { enabled: draftId !== null && !isOpen, refetchOnMount: 'always' },
  );
  const isFresh = reading.isFetchedAfterMount && !reading.isFetching;
  const isAbsent = isFresh && failureCode(reading.error) === 'not_found';
  useEffect(() => {
    if (store.isOpen() || !isFresh || !profiles.data) return;
    const hasChanges = store.hasChanges(profiles.data);
    if (reading.isSuccess && (hasChanges || reading.data.status === 'draft')) store.open(reading.data, profiles.data);
    // The next save finds that the draft is gone, and offers to store what was written as a new one.
    else if (isAbsent && hasChanges) store.setOpen(true);
  }, [store, isFresh, isAbsent, reading.isSuccess, reading.data, profiles.data]);
  // The draft may be changed elsewhere until the page is opened again.
  useEffect(() => () => store.setOpen(false), [store]);

  if (isOpen || draftId === null) return children;
  if (isAbsent) return <NoDraft />;
  if (isFresh && reading.data?.postId) return <Approved postId={reading.data.postId} />;
  const failed = [reading, profiles].find(({ isError }) => isError);
  if (!failed) return <Skeleton h={420} />;
  return <ReadFailure title="The draft could not be read" query={failed} />;
}

function NoDraft() {
  return (
    <EmptyState title="There is no such draft" action={<LinkButton href="/drafts">See all drafts</LinkButton>}>
      It may be deleted, or belong to another account.
    </EmptyState>
  );
}

function Approved({ postId }: { postId: string }) {
  return (
    <EmptyState
      title="This draft was approved"
      action={<LinkButton href={`/posts/${postId}`}>See its post</LinkButton>}
    >
      It is a post now, and can no longer be changed as a draft.
    </EmptyState>
  );
}
