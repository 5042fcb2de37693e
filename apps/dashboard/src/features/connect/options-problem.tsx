import { Anchor, Button, Text } from '@mantine/core';
import { type PlatformId, platformName } from '@social/types';
import { isUnauthorized } from '../../api/failures.ts';
import { connectAddress, connectionsAddress } from '../../shared/connections/connections.ts';
import { FailureNotice, TryAgain } from '../../ui/notices/failure-notice.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { SmallLink } from '../../ui/parts/links.tsx';

interface OptionsProblemProps {
  platform: PlatformId;
  profileId: string | null;
  /** The query for the accounts; without an error, the list was empty. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** Says why there is no account to choose, and what to do. */
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
          {name} answered that you may not publish as any account. Nothing was stored. Start again, choose another
          account there and allow everything that {name} asks for.
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
            <SmallLink href={connectionsAddress(profileId ? { profileId } : {})}>See your connections</SmallLink>
          </>
        }
      >
        <Text size="sm">
          You have already finished it, more than 10 minutes have passed, or you began in another browser. Look at your
          connections; if the account is not there, start again.
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
