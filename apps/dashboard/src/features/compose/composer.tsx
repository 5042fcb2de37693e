import { Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { readAgain } from '../../api/queries.ts';
import { statusOf, useConnections } from '../../shared/connections/connections.ts';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { chooseProfile, type Profile, useProfiles } from '../../shared/profiles/profiles.ts';
import { useUsage } from '../../shared/usage/usage.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { focusHeading } from '../../ui/page/navigation.ts';
import { LinkButton } from '../../ui/parts/links.tsx';
import { ConnectedNetworks } from '../../ui/platforms/target-name.ts';
import { localTimeOf } from '../../ui/values/local-time.ts';
import { AccountPlaces } from './accounts/account-choice.tsx';
import { ComposeForm } from './compose-form.tsx';
import { OpenedDraft } from './saving/opened-draft.tsx';
import { useWritingPart, type WritingStore, writingStoreOf } from './writing-store.ts';

const LOAD_AFTER_MS = 5_000;
const loadSentPost = () => import('./sending/sent-post.tsx');
const SentPost = lazy(loadSentPost);

interface ComposerProps {
  /** Workspace and person, as `ownerOf` names them. */
  owner: string;
  /** Id of the server's draft that is written on; null for something new. */
  draftId: string | null;
  /** Time to publish at (RFC 3339) and profile from the address. */
  given: { at: string | null; profileId: string | null };
  /** Called when both are in the draft, so that a reload does not set them again. */
  onTaken: () => void;
  /** Called with the id of the draft once the server has what was new. */
  onSaved: (draftId: string) => void;
  /** Called when the reader wants to write something new. */
  onBegin: () => void;
  /** Called with the profile of the header while the post is written for it, and with undefined when it is not. */
  onProfile: (profile: Profile | undefined) => void;
}

/** Shows what is written in this tab, or the result of the post that was just sent. */
export function Composer({ owner, draftId, ...others }: ComposerProps) {
  const store = useMemo(() => writingStoreOf(owner, draftId), [owner, draftId]);
  return <StoreComposer key={store.number} {...{ store, owner, draftId, ...others }} />;
}

function StoreComposer({ store, owner, draftId, given, ...on }: ComposerProps & { store: WritingStore }) {
  const sent = useSyncExternalStore(store.subscribe, store.sent);
  useGiven(store, given, on.onTaken);
  useAddressOf(store, { owner, draftId, onSaved: on.onSaved });

  // A result that arrives while another page is open stays until it was seen here.
  useEffect(() => () => store.forgetSent(), [store]);
  const begin = () => {
    writeAnother(store);
    if (draftId !== null) on.onBegin();
  };
  useLinkToHere(() => {
    if (store.sent()) begin();
  });
  useEffect(() => {
    // The code of the result is there before it is needed, and does not delay the form.
    const timer = setTimeout(() => void loadSentPost(), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (sent) {
    return (
      <Suspense fallback={<FormSkeleton />}>
        <SentPost sent={sent} onWriteAnother={begin} />
      </Suspense>
    );
  }
  return (
    <OpenedDraft store={store} draftId={draftId}>
      <LoadedForm store={store} onProfile={on.onProfile} />
    </OpenedDraft>
  );
}

/** Tells the address of a draft that the server has stored, and reads it again wherever it is shown. */
function useAddressOf(
  store: WritingStore,
  { owner, draftId, onSaved }: Pick<ComposerProps, 'owner' | 'draftId' | 'onSaved'>,
): void {
  const queries = useQueryClient();
  const id = useWritingPart(store, ({ saved }) => saved?.id) ?? draftId;
  useEffect(() => store.saver.announceTo(() => void readAgain(queries, '/api/v1/drafts')), [store, queries]);
  useEffect(() => {
    if (id === null || id === draftId) return;
    store.moveTo(owner, id);
    onSaved(id);
  }, [store, owner, id, draftId, onSaved]);
}

function writeAnother(store: WritingStore): void {
  store.forgetSent();
  focusHeading();
}

/** Calls `onPress` for a link to the page that is already open, which changes only the state of the history. */
function useLinkToHere(onPress: () => void): void {
  const state = useHistoryState<unknown>();
  const before = useRef(state);
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    onPress();
  });
}

function LoadedForm({ store, onProfile }: Pick<ComposerProps, 'onProfile'> & { store: WritingStore }) {
  const profileId = useWritingPart(store, (writing) => writing.profileId);
  const isSaved = useWritingPart(store, ({ saved }) => saved !== null);
  const profiles = useProfiles();
  const header = useChosenProfile().profile;
  useFirstProfile(store, header?.id);
  const profile = profiles.data && (profileId === null ? header : chooseProfile(profiles.data, profileId));
  const ofHeader = profile?.id === header?.id ? profile : undefined;
  useEffect(() => {
    onProfile(ofHeader);
    return () => onProfile(undefined);
  }, [onProfile, ofHeader]);
  const connections = useConnections(profile?.id);
  const usage = useUsage();
  const failed = [profiles, connections].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <ReadFailure
        title="The connections could not be read"
        query={failed}
        effect="Nothing was changed; what you wrote is kept."
      />
    );
  }
  if (!profile || !profiles.data) return <FormSkeleton />;
  const all = connections.data ? Object.values(connections.data) : null;
  const isUnconnected = all?.every(({ accounts }) => accounts.length === 0) && profiles.data.length === 1;
  if (isUnconnected && !isSaved) return <NothingConnected />;
  return (
    <ConnectedNetworks value={(target) => statusOf(connections.data, target)?.network}>
      <ComposeForm
        store={store}
        profiles={profiles.data}
        profile={profile}
        headerProfileId={header?.id}
        connections={usage.isPending ? undefined : connections.data}
        isFreePlan={usage.data?.plan.price === 0}
      />
    </ConnectedNetworks>
  );
}

/**
 * Something new begins for the profile of the header. After that the header, which another tab may switch, changes nothing: what
 * is written never goes to accounts that its writer did not choose.
 */
function useFirstProfile(store: WritingStore, headerProfileId: string | undefined): void {
  useEffect(() => {
    if (headerProfileId !== undefined && store.writing().profileId === null)
      store.change({ profileId: headerProfileId });
  }, [store, headerProfileId]);
}

function FormSkeleton() {
  return (
    <Stack gap="lg">
      <AccountPlaces />
      <Skeleton h={180} />
    </Stack>
  );
}

function NothingConnected() {
  return (
    <EmptyState
      title="Connect an account first"
      action={<LinkButton href="/connections">Connect an account</LinkButton>}
    >
      A post goes to one or more of your accounts, and none is connected yet. Connect one; then you write here, see for
      each platform whether the post fits and what it costs, and publish it now or later.
    </EmptyState>
  );
}

function useGiven(store: WritingStore, { at, profileId }: ComposerProps['given'], onTaken: () => void): void {
  useEffect(() => {
    if (at === null && profileId === null) return;
    const instant = new Date(at ?? '');
    if (!Number.isNaN(instant.getTime())) {
      const { zone } = store.writing();
      store.change({ when: 'later', localTime: localTimeOf(instant, zone) });
    }
    if (profileId !== null) store.change({ profileId });
    onTaken();
  }, [store, at, profileId, onTaken]);
}
