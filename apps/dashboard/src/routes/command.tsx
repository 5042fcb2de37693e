import { Code, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { InPlaceSignIn } from '../features/account/in-place-sign-in.tsx';
import { BrowserDecision } from '../features/command/browser-decision.tsx';
import { readBrowserRequest } from '../features/command/browser-request.ts';
import { DeviceDecision } from '../features/command/device-decision.tsx';
import { useAccount } from '../shared/session/session.ts';
import { ReadFailure } from '../ui/notices/failure-notice.tsx';
import { Notice } from '../ui/notices/notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { LOADING, useStageFocus } from '../ui/page/stage.tsx';
import { Waiting } from '../ui/page/waiting.tsx';

interface CommandPageProps {
  /** `browser`: a command on this computer opened the page. `device`: the user enters the code of a command elsewhere. */
  flow: 'browser' | 'device';
}

/** Signs in where needed, then asks whether a command may act for the workspace. */
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
            Part of it is missing, so nothing was approved. Open the whole address that <Code>social login</Code> shows.
          </Text>
        </Notice>
      ) : null}
      {stage === 'unread' ? (
        <ReadFailure title="Your account could not be read" query={account} effect="Nothing was approved." />
      ) : null}
      {stage === 'sign-in' ? (
        <InPlaceSignIn headingRef={heading}>
          A command wants to act for a workspace. Sign in to choose whose: nothing is approved by signing in.
        </InPlaceSignIn>
      ) : null}
      {stage === 'decide' && request ? <BrowserDecision key={email} request={request} email={email} /> : null}
      {stage === 'decide' && !request ? (
        <DeviceDecision key={email} initialCode={query.get('code')} email={email} />
      ) : null}
    </BarePage>
  );
}
