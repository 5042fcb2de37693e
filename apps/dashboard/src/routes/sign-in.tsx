import { Anchor, Text } from '@mantine/core';
import { Link, Redirect, useSearchParams } from 'wouter';
import { useAccount, useSetup } from '../features/account/session.ts';
import { SignInForm } from '../features/account/sign-in-form.tsx';
import { safeNext } from '../ui/navigation.ts';
import { BarePage } from '../ui/page.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Signs in, then leads to where the visitor wanted to go. On an empty server there is nobody to sign in. */
export function SignInPage() {
  const [query] = useSearchParams();
  const account = useAccount();
  const setup = useSetup();
  if (account.data) return <Redirect to={safeNext(query.get('next'))} replace />;
  if (setup.data?.isEmpty) return <Redirect to="/sign-up" replace />;
  if (setup.isPending || account.isPending) return <Waiting />;
  return (
    <BarePage heading="Sign in">
      <SignInForm />
      <Text size="sm" c="dimmed">
        {setup.data?.canSignUp === false ? (
          'No account yet? Ask whoever runs this server for one.'
        ) : (
          <>
            No account yet?{' '}
            <Anchor component={Link} href="/sign-up" inherit underline="always">
              Create one
            </Anchor>
            .
          </>
        )}
      </Text>
    </BarePage>
  );
}
