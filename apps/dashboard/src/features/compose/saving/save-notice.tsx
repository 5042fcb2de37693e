import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { isTransient } from '../../../api/failures.ts';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import type { Profile } from '../../../shared/profiles/profiles.ts';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { SmallLink } from '../../../ui/parts/links.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import type { WritingStore } from '../writing-store.ts';

const TheirVersion = lazy(() => import('./their-version.tsx'));

interface SaveNoticeProps {
  store: WritingStore;
  profiles: readonly Profile[];
}

/** Says why the last changes of a draft are not saved, and what to do. */
export function SaveNotice({ store, profiles }: SaveNoticeProps) {
  const { saver } = store;
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  if (state.at === 'failed') {
    // A line says that there is no connection: it is tried again without the writer.
    if (isTransient(state.error)) return null;
    return (
      <FailureNotice
        title="Not saved"
        error={state.error}
        effect={store.hasCopy() ? 'What you wrote is kept on this device.' : 'What you wrote is on this page alone.'}
        actions={
          <Button variant="default" size="xs" onClick={() => void saver.save()}>
            Save again
          </Button>
        }
      />
    );
  }
  if (state.at !== 'overtaken') return null;
  const { theirs } = state;
  if (theirs?.status === 'draft') return <ChangedMeanwhile store={store} profiles={profiles} theirs={theirs} />;
  return (
    <GoneMeanwhile theirs={theirs} hasChanges={store.hasChanges(profiles)} onSaveAnew={() => void saver.saveAnew()} />
  );
}

/** Somebody else has changed the draft: one of the two versions stays. */
function ChangedMeanwhile({ store, profiles, theirs }: SaveNoticeProps & { theirs: Draft }) {
  const [isLooking, setIsLooking] = useState(false);
  const keepMine = () => {
    setIsLooking(false);
    void store.saver.overwriteTheirs(theirs);
  };
  return (
    <Notice
      tone="problem"
      title="Changed elsewhere"
      actions={
        <>
          <Button size="xs" variant="default" onClick={keepMine}>
            Keep mine
          </Button>
          <Button size="xs" variant="default" onClick={() => setIsLooking(true)}>
            Show theirs
          </Button>
        </>
      }
    >
      <Text size="sm">
        {(theirs.editedBy ?? theirs.writtenBy).name} changed this draft, <Moment at={theirs.updatedAt} as="time" />.
        Your last changes are not saved; they are kept on this device.
      </Text>
      {isLooking ? (
        <Suspense fallback={null}>
          <TheirVersion
            theirs={theirs}
            onClose={() => setIsLooking(false)}
            onKeepMine={keepMine}
            onTake={() => store.take(theirs, profiles)}
          />
        </Suspense>
      ) : null}
    </Notice>
  );
}

interface GoneMeanwhileProps {
  theirs: Draft | null;
  hasChanges: boolean;
  onSaveAnew: () => void;
}

/** The draft was approved or deleted. */
function GoneMeanwhile({ theirs, hasChanges, onSaveAnew }: GoneMeanwhileProps) {
  return (
    <Notice
      tone="problem"
      title={theirs ? 'Approved meanwhile' : 'Deleted meanwhile'}
      actions={
        <>
          {theirs?.postId ? <SmallLink href={`/posts/${theirs.postId}`}>See its post</SmallLink> : null}
          {theirs && !hasChanges ? null : (
            <Button size="xs" variant="default" onClick={onSaveAnew}>
              Save as a new draft
            </Button>
          )}
        </>
      }
    >
      <Text size="sm">
        {theirs ? `${theirs.approvedBy?.name ?? 'Somebody'} approved this draft` : 'This draft was deleted'}.
        {hasChanges ? ' Your last changes are not in it.' : ''}
      </Text>
    </Notice>
  );
}
