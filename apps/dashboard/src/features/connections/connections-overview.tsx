import { SimpleGrid, Skeleton } from '@mantine/core';
import { PLATFORM_IDS, platformFacts } from '@social/types';
import { useEffect, useRef } from 'react';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { LiveRegion } from '../../ui/notice.tsx';
import type { Profile } from '../profiles/profiles.ts';
import { useUsage } from '../usage/usage.ts';
import { ConnectionCard } from './connection-card.tsx';
import { accountInWords, isAbsent, useConnections, usePlatforms } from './connections.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { OverviewSummary, ResultNotice } from './overview-notices.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { UnconfiguredPlatforms } from './unconfigured-platforms.tsx';
import { useCardActions } from './use-card-actions.ts';

const CARDS = { minColWidth: 'min(100%, 20rem)', spacing: 'sm' };

interface ConnectionsOverviewProps {
  /** The profile that is shown; undefined while the profiles are being read. */
  profile: Profile | undefined;
  /** Platform that was connected a moment ago. */
  connected: string | null;
  /** A command in a terminal has led here. */
  isFromCommand: boolean;
}

/** A card per platform with its state in the chosen profile, and what can be done about it. */
export function ConnectionsOverview({ profile, connected, isFromCommand }: ConnectionsOverviewProps) {
  const connections = useConnections(profile?.id);
  const platforms = usePlatforms();
  const usage = useUsage();
  const actions = useCardActions();
  const { asked, isAsking, done } = actions;
  const changedHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone, for its card has other buttons now.
    if (done) changedHeading.current?.focus();
  }, [done]);
  const shown = PLATFORM_IDS.flatMap((platform) => {
    const status = connections.data?.[platform];
    return status && !isAbsent(status) ? [{ platform, status }] : [];
  });
  const isPasted = (id: string) => platforms.data?.find((each) => each.id === id)?.connectWith === 'token';

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
      {[connections, platforms].map((query, index) =>
        query.isError ? (
          <FailureNotice
            key={index === 0 ? 'connections' : 'platforms'}
            title={index === 0 ? 'The connections could not be read' : 'What this server can connect could not be read'}
            error={query.error}
            effect={query.data ? 'Nothing was changed; what is shown below may be old.' : 'Nothing was changed.'}
            actions={<TryAgain query={query} />}
          />
        ) : null,
      )}
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
            headingRef={platform === done?.platform ? changedHeading : undefined}
            onPaste={isPasted(platform) ? () => actions.ask('paste', platform) : undefined}
            onDisconnect={() =>
              actions.ask('disconnect', platform, { network: status.network, account: accountInWords(status) })
            }
          />
        ))}
      </SimpleGrid>
      <UnconfiguredPlatforms platforms={platforms.data} />
      {profile ? (
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
          <TokenDialog
            isOpen={isAsking && asked.what === 'paste'}
            platform={asked.platform}
            profile={profile}
            onClose={actions.stop}
            onConnected={() => actions.finish('connected')}
          />
        </>
      ) : null}
    </>
  );
}

/** Where the cards will be. */
function CardPlaces() {
  return (
    <SimpleGrid {...CARDS} aria-hidden>
      {PLATFORM_IDS.map((platform) => (
        <Skeleton key={platform} h={140} />
      ))}
    </SimpleGrid>
  );
}
