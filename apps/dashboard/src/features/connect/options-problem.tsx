import { Anchor, Button, Text } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import { Link } from 'wouter';
import { isUnauthorized } from '../../api/failures.ts';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { connectAddress, connectionsAddress } from '../connections/connections.ts';

interface OptionsProblemProps {
  platform: PlatformId;
  profileId: string | null;
  /** The reading of the accounts; without an error, the list was empty. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** Why there is no account to choose, and how to go on. */
export function OptionsProblem({ platform, profileId, query }: OptionsProblemProps) {
  const { error } = query;
  const name = platformName(platform);
  const again = (
    <Button component="a" size="xs" href={connectAddress(platform, profileId)}>
      Start again
    </Button>
  );
  if (error === null) {
    return (
      <Notice tone="problem" title="There is no account to publish as" actions={again}>
        <Text size="sm">
          {name} answered that this sign-in may publish as nobody. Nothing was stored. Start again, choose another
          account there and allow what is asked for.
        </Text>
      </Notice>
    );
  }
  if (isUnauthorized(error)) {
    return (
      <Notice
        tone="problem"
        title="This connection attempt is over"
        actions={
          <>
            {again}
            <Anchor component={Link} href={connectionsAddress(profileId ? { profileId } : {})} size="sm">
              See your connections
            </Anchor>
          </>
        }
      >
        <Text size="sm">
          It was finished already, or more than 10 minutes have passed, or it was begun in another browser. Your
          connections show whether it was stored; if it is not there, start again.
        </Text>
      </Notice>
    );
  }
  return (
    <FailureNotice
      title={`The accounts of ${name} could not be read`}
      error={error}
      effect="The consent you gave stays valid for 10 minutes."
      actions={
        <>
          <TryAgain query={query} />
          <Anchor href={connectAddress(platform, profileId)} size="sm">
            Start again
          </Anchor>
        </>
      }
    />
  );
}
