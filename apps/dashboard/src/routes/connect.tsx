import { isPlatformId, type PlatformId, platformFacts } from '@social/types';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { isUnauthorized } from '../api/failures.ts';
import { useAccount } from '../features/account/session.ts';
import { type AccountOption, useAccountOptions } from '../features/connect/account-options.ts';
import { type Connected, ConnectForm } from '../features/connect/connect-form.tsx';
import { ConnectResult } from '../features/connect/connect-result.tsx';
import { InPlaceSignIn } from '../features/connect/in-place-sign-in.tsx';
import { OptionsProblem } from '../features/connect/options-problem.tsx';
import { useProfiles } from '../features/profiles/profiles.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { BarePage } from '../ui/page.tsx';
import { PlatformGlyph } from '../ui/platform-glyph.tsx';
import { LOADING, useStageFocus } from '../ui/stage-focus.ts';
import { NotFoundPage } from './not-found.tsx';

interface ConnectPageProps {
  platform: PlatformId;
  /** Profile the flow was started for. */
  profileId: string | null;
}

type Stage = typeof LOADING | 'options-problem' | 'unread' | 'sign-in' | 'choose' | 'connected';

/** Where the network's consent leads to. */
export default function ConnectPage({ platform }: { platform: string }) {
  const [query] = useSearchParams();
  return isPlatformId(platform) ? (
    <ConnectSteps platform={platform} profileId={query.get('profileId')} />
  ) : (
    <NotFoundPage isBare />
  );
}

/** Sign in if need be, choose an account and a profile, connect. */
function ConnectSteps({ platform, profileId }: ConnectPageProps) {
  const account = useAccount();
  const options = useAccountOptions(platform);
  const profiles = useProfiles({ enabled: Boolean(account.data) });
  const [connected, setConnected] = useState<Connected | null>(null);

  const list = asNonEmpty(options.data);
  const unread = [account, profiles].find((query) => query.isError && query.data === undefined);
  // A list that was read stays usable while reading it again fails, unless the server says that the attempt is over.
  const areOptionsLost = options.isError && (options.data === undefined || isUnauthorized(options.error));
  const chooseStage = (): Stage => {
    if (connected) return 'connected';
    if (areOptionsLost || (options.data && !list)) return 'options-problem';
    if (unread) return 'unread';
    if (account.data === null) return options.data ? 'sign-in' : LOADING;
    return list && profiles.data ? 'choose' : LOADING;
  };
  const stage = chooseStage();
  const heading = useStageFocus(stage);
  const { label } = platformFacts(platform);
  return (
    <BarePage heading={`Connect ${label}`}>
      {stage === LOADING ? <p className="state">Reading the accounts…</p> : null}
      {connected ? <ConnectResult platform={platform} {...connected} headingRef={heading} /> : null}
      {stage === 'options-problem' ? (
        <OptionsProblem
          platform={platform}
          profileId={profileId}
          error={options.error}
          onRetry={() => options.refetch()}
        />
      ) : null}
      {stage === 'unread' ? (
        <FailureNotice
          title="Cannot go on yet"
          error={unread?.error}
          effect="Nothing was stored."
          actions={
            <button type="button" className="button" onClick={() => unread?.refetch()}>
              Try again
            </button>
          }
        />
      ) : null}
      {stage === 'sign-in' ? <InPlaceSignIn headingRef={heading} /> : null}
      {stage === 'choose' && list && profiles.data ? (
        <section className="stack">
          <h2 ref={heading} tabIndex={-1} className="with-glyph">
            <PlatformGlyph platform={platform} /> Choose the account to publish as
          </h2>
          <ConnectForm
            platform={platform}
            options={list}
            profiles={profiles.data}
            preferredProfileId={profileId}
            onConnected={setConnected}
          />
        </section>
      ) : null}
    </BarePage>
  );
}

function asNonEmpty(options: readonly AccountOption[] | undefined) {
  const [first, ...rest] = options ?? [];
  return first ? ([first, ...rest] as const) : undefined;
}
