import { Anchor, Checkbox, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { isPlatformId, PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import { Link } from 'wouter';
import { PlatformLabel } from '../../ui/platform-label.tsx';
import { usePlatformName } from '../../ui/platform-name.ts';
import { accountInWords, type ConnectionStatus } from '../connections/connections.ts';

/** Connections of a profile, by platform. */
export type Connections = Readonly<Record<string, ConnectionStatus>>;

interface PlatformChoiceProps {
  /** Undefined while they are being read. */
  connections: Connections | undefined;
  isFreePlan: boolean;
  value: readonly PlatformId[];
  onChange: (platforms: PlatformId[]) => void;
  /** Where platforms are connected. */
  connectionsAddress: string;
}

/** The platforms that a post of this profile can be published to now. */
export function choosablePlatforms(connections: Connections | undefined, isFreePlan: boolean): PlatformId[] {
  return PLATFORM_IDS.filter(
    (platform) => connections?.[platform]?.state === 'connected' && !(isFreePlan && platformFacts(platform).paidPlan),
  );
}

const PLACES = { cols: { base: 1, xs: 2 }, spacing: 'md', verticalSpacing: 'xs', mt: 'xs' };

/** Where the platforms will be. */
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

/** Every platform of the contract; those that cannot be published to say why, and what to do. */
export function PlatformChoice({ connections, isFreePlan, value, onChange, connectionsAddress }: PlatformChoiceProps) {
  const nameOf = usePlatformName();
  if (!connections) return <PlatformPlaces />;
  const choosable = choosablePlatforms(connections, isFreePlan);
  return (
    <Checkbox.Group
      label="Publish to"
      value={value.filter((platform) => choosable.includes(platform))}
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
              disabled={!choosable.includes(platform)}
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
        needs a paid plan:{' '}
        <Anchor component={Link} href="/usage" inherit underline="always">
          your plan
        </Anchor>
      </>
    );
  }
  if (status.state === 'connected') return <Text inherit>as {accountInWords(status)}</Text>;
  if (!status.configured) return 'not configured on this server';
  const isBroken = status.state === 'needs_reconnect';
  return (
    <>
      {isBroken ? 'needs reconnecting: ' : 'not connected: '}
      <Anchor
        component={Link}
        href={connectionsAddress}
        inherit
        underline="always"
        aria-label={`${isBroken ? 'reconnect' : 'connect'} ${name}`}
      >
        {isBroken ? 'reconnect' : 'connect'}
      </Anchor>
    </>
  );
}
