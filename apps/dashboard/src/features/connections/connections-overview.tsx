import { Modal, SimpleGrid, Skeleton } from '@mantine/core';
import { isPlatformId, PLATFORM_IDS, type PlatformId, platformFacts, platformName, type Schema } from '@social/types';
import { type RefObject, useEffect, useRef } from 'react';
import { isAbsent, namedAs, useConnections, usePlatforms } from '../../shared/connections/connections.ts';
import { useUsage } from '../../shared/usage/usage.ts';
import { FailureNotice, ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { useMakeDefault } from './account-changes.ts';
import { ConnectionCard } from './connection-card.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { OverviewSummary, ResultNotice } from './overview-notices.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { ServerForm, type ServerFormProps } from './server-form.tsx';
import { TokenForm } from './token-form.tsx';
import { UnconfiguredPlatforms } from './unconfigured-platforms.tsx';
import { useCardActions } from './use-card-actions.ts';

const CARDS = { minColWidth: 'min(100%, 20rem)', spacing: 'sm' };

interface ConnectionsOverviewProps {
  /** The chosen profile; undefined while the profiles load. */
  profile: Schema<'Profile'> | undefined;
  /** Platform that was just connected. */
  connected: string | null;
  /** Platform to begin with: its form is open when the page is shown, or the focus is at its card where there is no form. */
  wanted: string | null;
  /** Set when a command in a terminal opened this page. */
  isFromCommand: boolean;
}

/** Shows a card for each platform with its state in the chosen profile and its actions. */
export function ConnectionsOverview({ profile, connected, wanted, isFromCommand }: ConnectionsOverviewProps) {
  const connections = useConnections(profile?.id);
  const platforms = usePlatforms();
  const usage = useUsage();
  const actions = useCardActions();
  const { done } = actions;
  const changedHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus has disappeared: the card has other buttons now.
    if (done) changedHeading.current?.focus();
  }, [done]);
  const shown = PLATFORM_IDS.flatMap((platform) => {
    const status = connections.data?.[platform];
    return status && !isAbsent(status) ? [{ platform, status }] : [];
  });
  const isAskedFor = (id: PlatformId) =>
    platformFacts(id).signIn !== undefined || platforms.data?.find((each) => each.id === id)?.connectWith === 'token';
  const begins = wanted !== null && isPlatformId(wanted) && platforms.data ? wanted : undefined;
  const status = begins && connections.data?.[begins];
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!begins || !status?.configured || hasBegun.current) return;
    hasBegun.current = true;
    const renewed = status.accounts.find(({ isDefault }) => isDefault);
    if (isAskedFor(begins)) actions.ask('connect', begins, renewed);
    else changedHeading.current?.focus();
  }, [begins, status]);

  return (
    <>
      <LiveRegion>
        {profile ? (
          <ResultNotice
            connected={done ? done.platform : connected}
            isForCommand={isFromCommand && !done}
            said={done?.said ?? null}
            connections={connections.data}
            profile={profile}
          />
        ) : null}
      </LiveRegion>
      <ReadFailure title="The connections could not be read" query={connections} />
      <ReadFailure title="The list of platforms could not be read" query={platforms} />
      {connections.isError ? null : <OverviewSummary connections={connections.data} />}
      {connections.isPending ? <CardPlaces /> : null}
      <Cards
        shown={shown}
        profileId={profile?.id ?? ''}
        isFreePlan={usage.data?.plan.price === 0}
        isAskedFor={isAskedFor}
        actions={actions}
        changed={done?.platform ?? begins}
        changedHeading={changedHeading}
      />
      <UnconfiguredPlatforms platforms={platforms.data} />
      {profile ? <CardDialogs profile={profile} platforms={platforms.data} actions={actions} /> : null}
    </>
  );
}

interface CardsProps {
  shown: readonly { readonly platform: PlatformId; readonly status: Schema<'PlatformConnection'> }[];
  profileId: string;
  isFreePlan: boolean;
  /** Returns true where something is asked before the network's consent page. */
  isAskedFor: (platform: PlatformId) => boolean;
  actions: ReturnType<typeof useCardActions>;
  /** The platform whose heading takes the focus. */
  changed: PlatformId | undefined;
  changedHeading: RefObject<HTMLHeadingElement | null>;
}

/** The cards of the platforms. */
function Cards({ shown, profileId, isFreePlan, isAskedFor, actions, changed, changedHeading }: CardsProps) {
  const makeDefault = useMakeDefault(profileId);
  const makeDefaultOf = (platform: PlatformId, account: string) =>
    makeDefault.mutate(
      { platform, account },
      {
        onSuccess: () =>
          actions.finish(platform, `${account} is the default account of ${platformName(platform)} now.`),
      },
    );
  return (
    <>
      <FailureNotice
        title="The default account was not changed"
        error={makeDefault.error}
        effect="Everything is as it was."
        uncertain="It may have been changed anyway."
      />
      <SimpleGrid {...CARDS}>
        {shown.map(({ platform, status }) => (
          <ConnectionCard
            key={platform}
            platform={platform}
            status={status}
            profileId={profileId}
            isOutsidePlan={platformFacts(platform).paidPlan && isFreePlan}
            headingRef={platform === changed ? changedHeading : undefined}
            onConnect={
              isAskedFor(platform)
                ? (account) => actions.ask('connect', platform, account, status.accounts.length > 0)
                : undefined
            }
            onMakeDefault={({ name }) => makeDefaultOf(platform, name)}
            onRename={(account) => actions.ask('rename', platform, account)}
            onDisconnect={(account) => actions.ask('disconnect', platform, account, status.accounts.length > 1)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

interface CardDialogsProps {
  profile: Schema<'Profile'>;
  platforms: ReturnType<typeof usePlatforms>['data'];
  actions: ReturnType<typeof useCardActions>;
}

/** The dialogs of the cards' actions. */
function CardDialogs({ profile, platforms, actions }: CardDialogsProps) {
  const { asked, isAsking } = actions;
  const { platform, account, hasOthers } = asked;
  return (
    <>
      <DisconnectDialog
        isOpen={isAsking && asked.what === 'disconnect'}
        platform={platform}
        account={account}
        hasOthers={hasOthers}
        profile={profile}
        onKeep={actions.stop}
        onDisconnected={(name) => actions.finish(platform, `${name} is disconnected from the profile ${profile.name}.`)}
      />
      <RenameDialog
        isOpen={isAsking && asked.what === 'rename'}
        platform={platform}
        account={account?.name ?? ''}
        profileId={profile.id}
        onClose={actions.stop}
        onRenamed={(name) => actions.finish(platform, `${account?.name} is called ${name} now.`)}
      />
      <Modal
        opened={isAsking && asked.what === 'connect'}
        onClose={actions.stop}
        title={`Connect ${platformName(platform)}`}
        centered
      >
        {/* Closing the dialog removes the form from the page, and the secret with it. */}
        <ConnectForm
          platform={platform}
          profile={profile}
          named={account ? namedAs(platform, account) : ''}
          isFurther={hasOthers && account === undefined}
          unavailable={platforms?.find(({ id }) => id === platform)?.signIn?.unavailable}
          onClose={actions.stop}
          onConnected={() => actions.finish(platform, null)}
        />
      </Modal>
    </>
  );
}

/** Asks for what the platform needs before an account can be connected. */
function ConnectForm({ named, isFurther, unavailable, ...form }: ServerFormProps) {
  const isNamed = platformFacts(form.platform).signIn !== undefined;
  return isNamed ? <ServerForm {...form} {...{ named, isFurther, unavailable }} /> : <TokenForm {...form} />;
}

/** Placeholder for the cards. */
function CardPlaces() {
  return (
    <SimpleGrid {...CARDS} aria-hidden>
      {PLATFORM_IDS.map((platform) => (
        <Skeleton key={platform} h={140} />
      ))}
    </SimpleGrid>
  );
}
