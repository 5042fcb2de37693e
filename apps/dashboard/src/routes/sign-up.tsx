import { Anchor, Button, Text } from '@mantine/core';
import { Link, Redirect, useLocation } from 'wouter';
import { useAccount, useSetup } from '../features/account/session.ts';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { Example } from '../ui/example.tsx';
import { BarePage } from '../ui/page.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Creates an account, then leads to the workspace. The first account of a server is its owner's. */
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
          This server is new, and its settings let nobody create an account here. Whoever runs it creates the owner’s
          account on the machine itself:
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
          This server is new and has no account yet. The first one is its owner's: with its own workspace, a default
          profile and the free plan.
        </Text>
        <SignUpForm />
      </BarePage>
    );
  }
  if (setup.data?.canSignUp === false) {
    return (
      <BarePage heading="No new accounts">
        <Text>This server takes no new accounts: none was created. Whoever runs it can create one for you.</Text>
        <Anchor component={Link} href="/sign-in">
          Sign in with an account you have
        </Anchor>
      </BarePage>
    );
  }
  return (
    <BarePage heading="Create an account">
      <Text>An account has its own workspace with a default profile, on the free plan.</Text>
      <SignUpForm />
      <Text size="sm" c="dimmed">
        Already have an account?{' '}
        <Anchor component={Link} href="/sign-in" inherit underline="always">
          Sign in
        </Anchor>
        .
      </Text>
    </BarePage>
  );
}
