import { Button, Text } from '@mantine/core';
import { Redirect, useLocation } from 'wouter';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { useAccount, useSetup } from '../shared/session/session.ts';
import { BarePage } from '../ui/page/page.tsx';
import { Waiting } from '../ui/page/waiting.tsx';
import { Example } from '../ui/parts/example.tsx';
import { InlineLink, PageLink } from '../ui/parts/links.tsx';
import { Hint } from '../ui/parts/text.tsx';

/** Creates an account, then leads to the workspace. The first account of a server belongs to its owner. */
export function SignUpPage() {
  const account = useAccount();
  const setup = useSetup();
  const [, navigate] = useLocation();
  if (account.data) return <Redirect to="/" replace />;
  if (setup.isPending || account.isPending) return <Waiting />;
  if (setup.data?.isEmpty && !setup.data.canSignUp) {
    return (
      <BarePage heading="No account yet">
        <Text>
          This server is new, and its settings allow no sign-up here. Its operator creates the owner’s account on the
          machine itself:
        </Text>
        <Example>social-server workspace create --email you@example.com --password-stdin</Example>
        <Button onClick={() => setup.refetch().then(() => navigate('/sign-in'))} loading={setup.isFetching}>
          Then sign in
        </Button>
      </BarePage>
    );
  }
  if (setup.data?.isEmpty) {
    return (
      <BarePage heading="Create the owner account">
        <Text>
          This server is new and has no account yet. The first account belongs to its owner and comes with a workspace,
          a default profile and the free plan.
        </Text>
        <SignUpForm />
      </BarePage>
    );
  }
  if (setup.data?.canSignUp === false) {
    return (
      <BarePage heading="No new accounts">
        <Text>This server takes no new accounts: none was created. Its operator can create one for you.</Text>
        <PageLink href="/sign-in">Sign in with an account you have</PageLink>
      </BarePage>
    );
  }
  return (
    <BarePage heading="Create an account">
      <Text>An account has its own workspace with a default profile, on the free plan.</Text>
      <SignUpForm />
      <Hint>
        Already have an account? <InlineLink href="/sign-in">Sign in</InlineLink>.
      </Hint>
    </BarePage>
  );
}
