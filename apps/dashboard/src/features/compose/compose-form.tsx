import { Title } from '@mantine/core';
import type { TextPlace } from '@social/rules';
import type { Target } from '@social/types';
import { useIsMutating } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  lazy,
  memo,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
} from 'react';
import { findAccount } from '../../shared/connections/accounts.ts';
import { connectionsAddress, statusOf } from '../../shared/connections/connections.ts';
import { ProfileSelect } from '../../shared/profiles/profile-select.tsx';
import { useMay } from '../../shared/session/role.ts';
import { useNextSlot } from '../../shared/slots/next-slot.ts';
import { LabelsField } from '../../ui/fields/labels-field.tsx';
import { useNow } from '../../ui/values/now.ts';
import { AccountChoice, choosableIn, shownTargets } from './accounts/account-choice.tsx';
import { CommentsSection } from './comments/comments-section.tsx';
import classes from './compose.module.css';
import { CopyChoice } from './media/copy-choice.tsx';
import { MediaField } from './media/media-field.tsx';
import { PollSection } from './poll/poll-section.tsx';
import { ScheduleField } from './schedule/schedule-field.tsx';
import { SendBar } from './send-bar.tsx';
import { CheckPanel } from './sending/check-panel.tsx';
import { placeAt } from './sending/problems.ts';
import { publishKey } from './sending/publishing.ts';
import { SendingPanel } from './sending/sending-panel.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { TextFields } from './text/text-fields.tsx';
import { type ComposeFormProps, useSending } from './use-sending.ts';
import type { Writing } from './writing.ts';
import { useWriting } from './writing-store.ts';

const HiddenFieldsNotice = lazy(() => import('./saving/hidden-fields.tsx'));

/** The form for a post: shows and checks it while it is written, saves it, and sends it. */
export function ComposeForm(props: ComposeFormProps) {
  const now = useNow();
  // A post may still be on its way when the reader returns to this page.
  const isSending = useIsMutating({ mutationKey: publishKey(props.store) }) > 0;
  const slot = useNextSlot(props.profile.slug);
  const shared = { ...props, now, slot, isSending };
  return <Deferred {...shared} fields={<Fields {...shared} />} />;
}

interface SharedProps extends ComposeFormProps {
  now: Date;
  /** The next free slot of the profile. */
  slot: string | null | undefined;
  isSending: boolean;
}

interface DeferredProps extends SharedProps {
  /** The fields to write in, which do not wait. */
  fields: ReactNode;
}

/** Shows what is written at once; what follows from it may wait for the next key. */
function Deferred(props: DeferredProps) {
  const { writing, media } = useWriting(props.store);
  const shown = useDeferredValue(useMemo(() => ({ writing, media }), [writing, media]));
  return <Prepared {...props} shown={shown} />;
}

const Prepared = memo(function Prepared({
  fields,
  shown,
  ...props
}: DeferredProps & { shown: ReturnType<typeof useWriting> }) {
  const { store, profiles, connections, isSending } = props;
  const sending = useSending(props, { ...shown, now: props.now, isSending });
  const canPublish = useMay()('publish');
  const accountIn = (target: Target) => findAccount(connections, target);
  const act = canPublish ? sending.send : sending.save;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    act();
  };
  const actByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const isMeant = event.ctrlKey || event.metaKey;
    // Enter alone, on a chip or in a line, would press the button that publishes.
    if (isMeant || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isMeant) act();
  };
  return (
    <form onSubmit={submit} onKeyDown={actByKeys} noValidate>
      <div className={classes['columns']}>
        {fields}
        <div className={classes['beside']}>
          <Title order={2} size="h4">
            {isSending ? 'Sending' : 'Preview'}
          </Title>
          {isSending ? (
            <SendingPanel request={sending.request} accountOf={accountIn} />
          ) : (
            <CheckPanel
              checks={sending.checks}
              at={shown.writing.when === 'slot' ? (props.slot ?? undefined) : sending.at}
              accountOf={accountIn}
              {...sending.check}
            />
          )}
        </div>
      </div>
      <SendBar {...{ store, profiles, sending, canPublish, isSending }} />
    </form>
  );
});

/** The fields to write in, as they are now. */
function Fields({
  store,
  profiles,
  profile,
  connections,
  headerProfileId,
  isFreePlan,
  isSending,
  now,
  slot,
}: SharedProps) {
  const { writing, media } = useWriting(store);
  const { text, thread, own, hidden, settings, when, copyMedia, saved, platforms: chosen } = writing;
  const platforms = useMemo(
    () => shownTargets({ saved, platforms: chosen }, choosableIn(connections, isFreePlan)),
    [saved, chosen, connections, isFreePlan],
  );
  const change = useCallback((change: Partial<Writing>) => store.change(change), [store]);
  const choose = useCallback((chosen: Writing['platforms']) => store.change({ platforms: chosen }), [store]);
  const hasMedia = media.length > 0;
  const placeOf = useCallback(
    (target: Target) => placeAt(statusOf(connections, target), { besideMedia: hasMedia, settings: settings[target] }),
    [connections, hasMedia, settings],
  );
  const address = connectionsAddress({ profileId: profile.id });
  return (
    <fieldset className={classes['fields']} disabled={isSending} aria-label="The post">
      {/* The header chooses for what is new; a draft may belong to another profile. */}
      {profile.id === headerProfileId ? null : (
        <ProfileSelect profiles={profiles} value={profile.id} onChoose={(profileId) => store.change({ profileId })} />
      )}
      <AccountChoice
        connections={connections}
        isFreePlan={isFreePlan}
        value={platforms}
        onChange={choose}
        connectionsAddress={address}
      />
      <TextFields {...{ text, thread, own, platforms, placeOf }} onChange={change} />
      <MediaField
        shelf={store.shelf}
        entries={media}
        platforms={platforms}
        connections={connections}
        settings={settings}
        fitMedia={hidden.fitMedia !== false}
      />
      <CopyChoice {...{ when, copyMedia, hidden }} entries={media} onChange={change} />
      <PlanFields store={store} now={now} slot={slot} platforms={platforms} placeOf={placeOf} />
    </fieldset>
  );
}

interface PlanFieldsProps extends Pick<SharedProps, 'store' | 'now' | 'slot'> {
  platforms: readonly Target[];
  placeOf: (target: Target) => TextPlace;
}

/** The time, the settings and the labels of the post, and what the form hides. */
function PlanFields({ store, now, slot, platforms, placeOf }: PlanFieldsProps) {
  const { when, localTime, zone, hidden, labels, ...writing } = useWriting(store).writing;
  const { settings, aiGenerated, paidPartnership, poll, comments } = writing;
  const change = useCallback((change: Partial<Writing>) => store.change(change), [store]);
  const label = useCallback((labels: Writing['labels']) => store.change({ labels }), [store]);
  return (
    <>
      <ScheduleField
        when={when}
        localTime={localTime}
        zone={zone}
        hidden={hidden}
        now={now}
        slot={slot}
        onChange={change}
      />
      <PollSection {...{ platforms, poll }} onChange={change} />
      <CommentsSection {...{ platforms, comments, placeOf }} onChange={change} />
      <SettingsSection {...{ platforms, settings, aiGenerated, paidPartnership }} onChange={change} />
      <LabelsField labels={labels} onChange={label} />
      {Object.keys(hidden).some((name) => name !== 'scheduledFor') ? (
        <Suspense>
          <HiddenFieldsNotice hidden={hidden} onChange={change} />
        </Suspense>
      ) : null}
    </>
  );
}
