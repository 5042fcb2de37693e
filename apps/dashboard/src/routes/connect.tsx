import { Group, Stack, Title } from '@mantine/core';
import { isPlatformId, type PlatformId, platformName } from '@social/types';
import { useLocation, useSearchParams } from 'wouter';
import { isUnauthorized } from '../api/failures.ts';
import { useAccount } from '../features/account/session.ts';
import { type AccountOption, useAccountOptions } from '../features/connect/account-options.ts';
import { ConnectForm } from '../features/connect/connect-form.tsx';
import { InPlaceSignIn } from '../features/connect/in-place-sign-in.tsx';
import { OptionsProblem } from '../features/connect/options-problem.tsx';
import { connectionsAddress, FROM_COMMAND, isFromCommand } from '../features/connections/connections.ts';
import { useProfiles } from '../features/profiles/profiles.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { BarePage } from '../ui/page.tsx';
import { PlatformGlyph } from '../ui/platform-glyph.tsx';
import { LOADING, useStageFocus } from '../ui/stage-focus.ts';
import { Waiting } from '../ui/waiting.tsx';
import { NotFoundPage } from './not-found.tsx';

interface ConnectPageProps {
  platform: PlatformId;
  /** Profile the flow was started for. */
  profileId: string | null;
  /** A command in a terminal waits for the connection. */
  isForCommand: boolean;
}

type Stage = typeof LOADING | 'options-problem' | 'unread' | 'sign-in' | 'choose';

/** Where the network's consent leads to. */
export default function ConnectPage({ platform }: { platform: string }) {
  const [query] = useSearchParams();
  return isPlatformId(platform) ? (
    <ConnectSteps platform={platform} profileId={query.get('profileId')} isForCommand={isFromCommand(query)} />
  ) : (
    <NotFoundPage isBare />
  );
}

/** Sign in if need be, choose an account and a profile, connect. */
function ConnectSteps({ platform, profileId, isForCommand }: ConnectPageProps) {
  const account = useAccount();
  const options = useAccountOptions(platform);
  const profiles = useProfiles({ enabled: Boolean(account.data) });
  const [, navigate] = useLocation();

  const list = asNonEmpty(options.data);
  const unread = [account, profiles].find((query) => query.isError && query.data === undefined);
  // A list that was read stays usable while reading it again fails, unless the server says that the attempt is over.
  const areOptionsLost = options.isError && (options.data === undefined || isUnauthorized(options.error));
  const chooseStage = (): Stage => {
    if (areOptionsLost || (options.data && !list)) return 'options-problem';
    if (unread) return 'unread';
    if (account.data === null) return options.data ? 'sign-in' : LOADING;
    return list && profiles.data ? 'choose' : LOADING;
  };
  const stage = chooseStage();
  const heading = useStageFocus(stage);
  return (
    <BarePage heading={`Connect ${platformName(platform)}`}>
      {stage === LOADING ? <Waiting /> : null}
      {stage === 'options-problem' ? (
        <OptionsProblem platform={platform} profileId={profileId} query={options} />
      ) : null}
      {stage === 'unread' ? (
        <FailureNotice
          title="Cannot go on yet"
          error={unread?.error}
          effect="Nothing was stored."
          actions={unread ? <TryAgain query={unread} /> : null}
        />
      ) : null}
      {stage === 'sign-in' ? (
        <InPlaceSignIn headingRef={heading}>
          The network has given its consent. Nothing is stored yet: first say whose connection this becomes.
        </InPlaceSignIn>
      ) : null}
      {stage === 'choose' && list && profiles.data ? (
        <Stack component="section">
          <Group gap="xs" wrap="nowrap">
            <PlatformGlyph platform={platform} />
            <Title order={2} size="h4" ref={heading} tabIndex={-1}>
              Choose the account to publish as
            </Title>
          </Group>
          <ConnectForm
            platform={platform}
            options={list}
            profiles={profiles.data}
            preferredProfileId={profileId}
            onConnected={(id) => {
              // A command that waits for another profile has failed.
              const goesOn = isForCommand && id === profileId;
              const shown = { profileId: id, connected: platform, ...(goesOn && FROM_COMMAND) };
              navigate(connectionsAddress(shown), { replace: true });
            }}
          />
        </Stack>
      ) : null}
    </BarePage>
  );
}

function asNonEmpty(options: readonly AccountOption[] | undefined) {
  const [first, ...rest] = options ?? [];
  return first ? ([first, ...rest] as const) : undefined;
}
