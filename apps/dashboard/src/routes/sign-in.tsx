import { useAccount } from '../features/account/session.ts';
import { SignInForm } from '../features/account/sign-in-form.tsx';
import { Link, Redirect } from '../router.tsx';
import { Page } from './page.tsx';

/** Signs in, then leads to the connections. */
export function SignInPage() {
  const account = useAccount();
  if (account.data) return <Redirect to="/" />;
  return (
    <Page heading="Sign in">
      <SignInForm />
      <p className="aside">
        No account yet? <Link href="/sign-up">Create one</Link>. On a new server, that is the first thing to do.
      </p>
    </Page>
  );
}
