import { PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LiveRegion } from '../../ui/notice.tsx';
import type { Profile } from '../profiles/profiles.ts';
import { useUsage } from '../usage/usage.ts';
import { AbsentPlatforms } from './absent-platforms.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { isAbsent, useConnections } from './connections.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { OverviewSummary, ResultNotice } from './overview-notices.tsx';

interface ConnectionsOverviewProps {
  /** The profile that is shown; undefined while the profiles are being read. */
  profile: Profile | undefined;
  /** Platform that was connected a moment ago. */
  connected: string | null;
}

/** A card per platform with its state in the chosen profile, under what the workspace can still spend. */
export function ConnectionsOverview({ profile, connected }: ConnectionsOverviewProps) {
  const connections = useConnections(profile?.id);
  const usage = useUsage();
  const [leaving, setLeaving] = useState<{ platform: PlatformId; account: string } | null>(null);
  const [disconnected, setDisconnected] = useState<PlatformId | null>(null);
  const leftHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone together with the connection.
    if (disconnected) leftHeading.current?.focus();
  }, [disconnected]);

  return (
    <>
      <LiveRegion>
        {profile ? (
          <ResultNotice
            connected={connected}
            disconnected={disconnected}
            connections={connections.data}
            profile={profile}
          />
        ) : null}
      </LiveRegion>
      {connections.isError ? (
        <FailureNotice
          title="The connections could not be read"
          error={connections.error}
          effect={connections.data ? 'Nothing was changed; what is shown below may be old.' : 'Nothing was changed.'}
          actions={
            <button type="button" className="button" onClick={() => connections.refetch()}>
              Try again
            </button>
          }
        />
      ) : null}
      {connections.isError ? null : <OverviewSummary connections={connections.data} />}
      <div className="cards">
        {PLATFORM_IDS.map((platform) => {
          const status = connections.data?.[platform];
          if (!status || !profile || isAbsent(status)) return null;
          return (
            <ConnectionCard
              key={platform}
              platform={platform}
              status={status}
              profileId={profile.id}
              isOutsidePlan={platformFacts(platform).paidPlan && usage.data?.plan.id === 'free'}
              headingRef={platform === disconnected ? leftHeading : undefined}
              onDisconnect={(account) => setLeaving({ platform, account })}
            />
          );
        })}
      </div>
      <AbsentPlatforms connections={connections.data} />
      {leaving && profile ? (
        <DisconnectDialog
          {...leaving}
          profile={profile}
          onKeep={() => setLeaving(null)}
          onDisconnected={() => {
            setLeaving(null);
            setDisconnected(leaving.platform);
          }}
        />
      ) : null}
    </>
  );
}
