import { Checkbox, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { isPlatformId, PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import { InlineLink } from '../../ui/parts/links.tsx';
import { PlatformLabel } from '../../ui/platforms/platform-label.tsx';
import { usePlatformName } from '../../ui/platforms/platform-name.ts';
import { accountInWords, type ConnectionStatus } from '../connections/connections.ts';

/** Connections of a profile, by platform. */
export type Connections = Readonly<Record<string, ConnectionStatus>>;

interface PlatformChoiceProps {
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  isFreePlan: boolean;
  value: readonly PlatformId[];
  onChange: (platforms: PlatformId[]) => void;
  /** Address of the page that connects platforms. */
  connectionsAddress: string;
}

/** Returns the platforms to which a post of this profile can be published now. */
export function choosablePlatforms(connections: Connections | undefined, isFreePlan: boolean): PlatformId[] {
  return PLATFORM_IDS.filter(
    (platform) => connections?.[platform]?.state === 'connected' && !(isFreePlan && platformFacts(platform).paidPlan),
  );
}

const PLACES = { cols: { base: 1, xs: 2 }, spacing: 'md', verticalSpacing: 'xs', mt: 'xs' };

/** Placeholder for the choice of platforms. */
export function PlatformPlaces() {
  return (
    <div aria-hidden>
      <Skeleton h={22} w="6rem" />
      <SimpleGrid {...PLACES}>
        {PLATFORM_IDS.map((platform) => (
          <Skeleton key={platform} h={46} />
        ))}
      </SimpleGrid>
    </div>
  );
}

/** Offers every platform of the contract. A platform that cannot be chosen says why, and what to do. */
export function PlatformChoice({ connections, isFreePlan, value, onChange, connectionsAddress }: PlatformChoiceProps) {
  const nameOf = usePlatformName();
  if (!connections) return <PlatformPlaces />;
  const choosable = choosablePlatforms(connections, isFreePlan);
  return (
    <Checkbox.Group
      label="Publish to"
      value={[...value]}
      onChange={(chosen) =>
        onChange(PLATFORM_IDS.filter((platform) => isPlatformId(platform) && chosen.includes(platform)))
      }
    >
      <SimpleGrid {...PLACES}>
        {PLATFORM_IDS.map((platform) => {
          const status = connections[platform];
          return status ? (
            <Checkbox
              key={platform}
              value={platform}
              // A draft may name a platform that was connected when it was written, and it can be taken out.
              disabled={!choosable.includes(platform) && !value.includes(platform)}
              label={<PlatformLabel platform={platform} />}
              description={
                <Explanation
                  status={status}
                  isOutsidePlan={isFreePlan && platformFacts(platform).paidPlan}
                  name={nameOf(platform)}
                  connectionsAddress={connectionsAddress}
                />
              }
            />
          ) : null;
        })}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

interface ExplanationProps extends Pick<PlatformChoiceProps, 'connectionsAddress'> {
  status: ConnectionStatus;
  isOutsidePlan: boolean;
  name: string;
}

function Explanation({ status, isOutsidePlan, name, connectionsAddress }: ExplanationProps) {
  if (isOutsidePlan) {
    return (
      <>
        needs a paid plan: <InlineLink href="/usage">your plan</InlineLink>
      </>
    );
  }
  if (status.state === 'connected') return <Text inherit>as {accountInWords(status)}</Text>;
  if (!status.configured) return 'not configured on this server';
  const isBroken = status.state === 'needs_reconnect';
  return (
    <>
      {isBroken ? 'needs reconnecting: ' : 'not connected: '}
      <InlineLink href={connectionsAddress} aria-label={`${isBroken ? 'reconnect' : 'connect'} ${name}`}>
        {isBroken ? 'reconnect' : 'connect'}
      </InlineLink>
    </>
  );
}
