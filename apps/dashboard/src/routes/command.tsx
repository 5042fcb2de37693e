import { Code, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useAccount } from '../features/account/session.ts';
import { BrowserDecision } from '../features/command/browser-decision.tsx';
import { readBrowserRequest } from '../features/command/browser-request.ts';
import { DeviceDecision } from '../features/command/device-decision.tsx';
import { InPlaceSignIn } from '../features/connect/in-place-sign-in.tsx';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { BarePage } from '../ui/page.tsx';
import { LOADING, useStageFocus } from '../ui/stage-focus.ts';
import { Waiting } from '../ui/waiting.tsx';

interface CommandPageProps {
  /** `browser`: the command on this computer has opened the page. `device`: a person brings its code. */
  flow: 'browser' | 'device';
}

/** Sign in if need be, then decide whether a command may act for the workspace. */
export default function CommandPage({ flow }: CommandPageProps) {
  const account = useAccount();
  const [query] = useSearchParams();
  const request = flow === 'browser' ? readBrowserRequest(query) : null;
  const isBroken = flow === 'browser' && !request;

  const chooseStage = () => {
    if (isBroken) return 'broken';
    if (account.data === undefined) return account.isError ? 'unread' : LOADING;
    return account.data ? 'decide' : 'sign-in';
  };
  const stage = chooseStage();
  const heading = useStageFocus(stage);
  const email = account.data?.email ?? '';
  return (
    <BarePage heading="Sign the command in">
      {stage === LOADING ? <Waiting /> : null}
      {stage === 'broken' ? (
        <Notice tone="problem" title="This address is not whole">
          <Text size="sm">
            Part of it is missing, so nothing was approved. Open it as <Code>social login</Code> shows it, up to its
            end.
          </Text>
        </Notice>
      ) : null}
      {stage === 'unread' ? (
        <FailureNotice
          title="The server could not be asked who you are"
          error={account.error}
          effect="Nothing was approved."
          actions={<TryAgain query={account} />}
        />
      ) : null}
      {stage === 'sign-in' ? (
        <InPlaceSignIn headingRef={heading}>
          A command wants to act for a workspace. First say whose; nothing is approved by signing in.
        </InPlaceSignIn>
      ) : null}
      {stage === 'decide' && request ? <BrowserDecision key={email} request={request} email={email} /> : null}
      {stage === 'decide' && !request ? (
        <DeviceDecision key={email} initialCode={query.get('code')} email={email} />
      ) : null}
    </BarePage>
  );
}
