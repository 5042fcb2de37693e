import { Stack, Title } from '@mantine/core';
import { isPlatformId, type PlatformId, platformName } from '@social/types';
import { useLocation, useSearchParams } from 'wouter';
import { isUnauthorized } from '../api/failures.ts';
import { InPlaceSignIn } from '../features/account/in-place-sign-in.tsx';
import { type AccountOption, useAccountOptions } from '../features/connect/account-options.ts';
import { ConnectForm } from '../features/connect/connect-form.tsx';
import { OptionsProblem } from '../features/connect/options-problem.tsx';
import { connectionsAddress, FROM_COMMAND, isFromCommand } from '../shared/connections/connections.ts';
import { useProfiles } from '../shared/profiles/profiles.ts';
import { useAccount } from '../shared/session/session.ts';
import { ReadFailure } from '../ui/notices/failure-notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { LOADING, useStageFocus } from '../ui/page/stage.tsx';
import { Waiting } from '../ui/page/waiting.tsx';
import { NotFoundPage } from './not-found.tsx';

interface ConnectPageProps {
  platform: PlatformId;
  /** Profile for which the user began to connect. */
  profileId: string | null;
  /** Set when a command in a terminal waits for the connection. */
  isForCommand: boolean;
}

type Stage = typeof LOADING | 'options-problem' | 'unread' | 'sign-in' | 'choose';

/** The page to which the network's consent leads back. */
export default function ConnectPage({ platform }: { platform: string }) {
  const [query] = useSearchParams();
  return isPlatformId(platform) ? (
    <ConnectSteps platform={platform} profileId={query.get('profileId')} isForCommand={isFromCommand(query)} />
  ) : (
    <NotFoundPage isBare />
  );
}

/** Signs in where needed, asks for an account and a profile, and connects them. */
function ConnectSteps({ platform, profileId, isForCommand }: ConnectPageProps) {
  const account = useAccount();
  const options = useAccountOptions(platform);
  const profiles = useProfiles({ enabled: Boolean(account.data) });
  const [, navigate] = useLocation();

  const list = asNonEmpty(options.data);
  const unread = [account, profiles].find((query) => query.isError && query.data === undefined);
  // The list stays usable when reading it again fails, unless the server says that the attempt has ended.
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
      {stage === 'unread' && unread ? (
        <ReadFailure
          title={`Your ${unread === profiles ? 'profiles' : 'account'} could not be read`}
          query={unread}
          effect="Nothing was stored."
        />
      ) : null}
      {stage === 'sign-in' ? (
        <InPlaceSignIn headingRef={heading}>
          The network has given its consent. Nothing is stored yet: sign in to choose whose connection this is.
        </InPlaceSignIn>
      ) : null}
      {stage === 'choose' && list && profiles.data ? (
        <Stack component="section">
          <Title order={2} size="h4" ref={heading} tabIndex={-1}>
            Choose the account to publish as
          </Title>
          <ConnectForm
            platform={platform}
            options={list}
            profiles={profiles.data}
            preferredProfileId={profileId}
            onConnected={(id) => {
              // The command fails when another profile was chosen than the one it waits for.
              const isServed = isForCommand && id === profileId;
              const shown = { profileId: id, connected: platform, ...(isServed && FROM_COMMAND) };
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
