import { useAccount } from '../features/account/session.ts';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { Link, Redirect } from '../router.tsx';
import { Page } from './page.tsx';

/** Creates an account, then leads to the connections. */
export function SignUpPage() {
  const account = useAccount();
  if (account.data) return <Redirect to="/" />;
  return (
    <Page heading="Create an account">
      <p>An account has its own workspace with a default profile, on the free plan.</p>
      <SignUpForm />
      <p className="aside">
        Already have an account? <Link href="/sign-in">Sign in</Link>.
      </p>
    </Page>
  );
}
