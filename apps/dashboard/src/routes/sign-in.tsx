import { Redirect, useSearchParams } from 'wouter';
import { SignInForm } from '../features/account/sign-in-form.tsx';
import { useAccount, useSetup } from '../shared/session/session.ts';
import { safeNext } from '../ui/page/navigation.ts';
import { BarePage } from '../ui/page/page.tsx';
import { Waiting } from '../ui/page/waiting.tsx';
import { InlineLink, SmallLink } from '../ui/parts/links.tsx';
import { Hint } from '../ui/parts/text.tsx';

/** Signs in, then leads to the page that the visitor wanted. A server without accounts leads to the sign-up page. */
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
      {setup.data?.canResetPassword ? <SmallLink href="/forgot-password">Forgot the password?</SmallLink> : null}
      <Hint>
        {setup.data?.canSignUp === false ? (
          'No account yet? Ask this server’s operator for one.'
        ) : (
          <>
            No account yet? <InlineLink href="/sign-up">Create one</InlineLink>.
          </>
        )}
      </Hint>
    </BarePage>
  );
}
