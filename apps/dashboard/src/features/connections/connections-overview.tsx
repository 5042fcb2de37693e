import { Modal, SimpleGrid, Skeleton } from '@mantine/core';
import { isPlatformId, PLATFORM_IDS, type PlatformId, platformFacts, platformName, type Schema } from '@social/types';
import { useEffect, useRef } from 'react';
import {
  accountInWords,
  isAbsent,
  namedAs,
  useConnections,
  usePlatforms,
} from '../../shared/connections/connections.ts';
import { useUsage } from '../../shared/usage/usage.ts';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { OverviewSummary, ResultNotice } from './overview-notices.tsx';
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
    if (isAskedFor(begins)) actions.ask('connect', begins, { named: namedAs(begins, status) });
    else changedHeading.current?.focus();
  }, [begins, status]);

  return (
    <>
      <LiveRegion>
        {profile ? (
          <ResultNotice
            connected={done ? (done.how === 'connected' ? done.platform : null) : connected}
            isForCommand={isFromCommand && !done}
            disconnected={done?.how === 'disconnected' ? done.name : null}
            connections={connections.data}
            profile={profile}
          />
        ) : null}
      </LiveRegion>
      <ReadFailure title="The connections could not be read" query={connections} />
      <ReadFailure title="The list of platforms could not be read" query={platforms} />
      {connections.isError ? null : <OverviewSummary connections={connections.data} />}
      {connections.isPending ? <CardPlaces /> : null}
      <SimpleGrid {...CARDS}>
        {shown.map(({ platform, status }) => (
          <ConnectionCard
            key={platform}
            platform={platform}
            status={status}
            profileId={profile?.id ?? ''}
            isOutsidePlan={platformFacts(platform).paidPlan && usage.data?.plan.price === 0}
            headingRef={platform === (done?.platform ?? begins) ? changedHeading : undefined}
            onConnect={
              isAskedFor(platform)
                ? () => actions.ask('connect', platform, { named: namedAs(platform, status) })
                : undefined
            }
            onDisconnect={() =>
              actions.ask('disconnect', platform, { network: status.network, account: accountInWords(status) })
            }
          />
        ))}
      </SimpleGrid>
      <UnconfiguredPlatforms platforms={platforms.data} />
      {profile ? <CardDialogs profile={profile} platforms={platforms.data} actions={actions} /> : null}
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
  return (
    <>
      <DisconnectDialog
        isOpen={isAsking && asked.what === 'disconnect'}
        platform={asked.platform}
        name={asked.name}
        account={asked.account}
        profile={profile}
        onKeep={actions.stop}
        onDisconnected={() => actions.finish('disconnected')}
      />
      <Modal
        opened={isAsking && asked.what === 'connect'}
        onClose={actions.stop}
        title={`Connect ${platformName(asked.platform)}`}
        centered
      >
        {/* Closing the dialog removes the form from the page, and the secret with it. */}
        <ConnectForm
          platform={asked.platform}
          profile={profile}
          named={asked.named}
          unavailable={platforms?.find(({ id }) => id === asked.platform)?.signIn?.unavailable}
          onClose={actions.stop}
          onConnected={() => actions.finish('connected')}
        />
      </Modal>
    </>
  );
}

/** Asks for what the platform needs before an account can be connected. */
function ConnectForm({ named, unavailable, ...form }: ServerFormProps) {
  const isNamed = platformFacts(form.platform).signIn !== undefined;
  return isNamed ? <ServerForm {...form} named={named} unavailable={unavailable} /> : <TokenForm {...form} />;
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
