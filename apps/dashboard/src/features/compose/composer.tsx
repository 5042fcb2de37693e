import { Button, Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { readersZone } from '../../ui/moment.tsx';
import { ConnectedNetworks } from '../../ui/platform-name.ts';
import { useConnections } from '../connections/connections.ts';
import { chooseProfile, useProfiles } from '../profiles/profiles.ts';
import { useUsage } from '../usage/usage.ts';
import { ComposeForm } from './compose-form.tsx';
import { type DraftStore, draftStoreOf, useDraft } from './draft-store.ts';
import { localTimeOf } from './local-time.ts';
import { PlatformPlaces } from './platform-choice.tsx';
import { SentPost } from './sending/sent-post.tsx';

interface ComposerProps {
  workspaceId: string;
  /** Given in the address: a time to publish at (RFC 3339) and a profile. */
  given: { at: string | null; profileId: string | null };
  /** Called when what was given is in the draft, so that a reload does not put it there again. */
  onTaken: () => void;
}

/** Writes a post: the draft of this tab, or what became of the post that was just sent. */
export function Composer({ workspaceId, given, onTaken }: ComposerProps) {
  const store = draftStoreOf(workspaceId);
  const sent = useSyncExternalStore(store.subscribe, store.sent);
  useGiven(store, given, onTaken);

  // A result that comes while another page is shown waits to be seen here; one that was seen does not stay.
  useEffect(() => () => store.forgetSent(), [store]);
  useLinkToHere(() => {
    if (store.sent()) writeAnother(store);
  });
  return sent ? <SentPost sent={sent} onWriteAnother={() => writeAnother(store)} /> : <Draft store={store} />;
}

function writeAnother(store: DraftStore): void {
  store.forgetSent();
  document.querySelector('h1')?.focus();
}

/** Hears of the press of a link that leads to the page that is shown already: only the state of the history changes. */
function useLinkToHere(onPress: () => void): void {
  const state = useHistoryState<unknown>();
  const before = useRef(state);
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    onPress();
  });
}

function Draft({ store }: { store: DraftStore }) {
  const { draft } = useDraft(store);
  const profiles = useProfiles();
  const profile = profiles.data && chooseProfile(profiles.data, draft.profileId);
  const connections = useConnections(profile?.id);
  const usage = useUsage();
  const failed = [profiles, connections].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <FailureNotice
        title="The connections could not be read"
        error={failed.error}
        effect="Nothing was changed; what you wrote is kept."
        actions={<TryAgain query={failed} />}
      />
    );
  }
  if (!profile || !profiles.data) return <FormSkeleton />;
  const all = connections.data ? Object.values(connections.data) : null;
  if (all?.every(({ state }) => state === 'not_connected') && profiles.data.length === 1) return <NothingConnected />;
  return (
    <ConnectedNetworks value={(platform) => connections.data?.[platform]?.network}>
      <ComposeForm
        store={store}
        profiles={profiles.data}
        profile={profile}
        connections={usage.isPending ? undefined : connections.data}
        isFreePlan={usage.data?.plan.price === 0}
      />
    </ConnectedNetworks>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="lg">
      <PlatformPlaces />
      <Skeleton h={180} />
    </Stack>
  );
}

function NothingConnected() {
  return (
    <EmptyState
      title="Connect an account first"
      action={
        <Button component={Link} href="/connections">
          Connect an account
        </Button>
      }
    >
      A post goes to one or more of your accounts, and none is connected yet. Connect one; then you write here, see for
      each platform whether the post fits and what it costs, and publish it now or later.
    </EmptyState>
  );
}

function useGiven(store: DraftStore, { at, profileId }: ComposerProps['given'], onTaken: () => void): void {
  useEffect(() => {
    if (at === null && profileId === null) return;
    const instant = new Date(at ?? '');
    if (!Number.isNaN(instant.getTime())) {
      store.change({ when: 'later', localTime: localTimeOf(instant, readersZone) });
    }
    if (profileId !== null) store.change({ profileId });
    onTaken();
  }, [store, at, profileId, onTaken]);
}
