import { useAccount, useSignOut } from './session.ts';

/** Who is signed in, and the way out. Empty while nobody is. */
export function SessionBar() {
  const account = useAccount();
  const signOut = useSignOut();
  if (!account.data) return null;
  return (
    <div className="session">
      {signOut.isError ? (
        <span role="alert" className="session-problem">
          Still signed in: the server did not confirm it. Try again.
        </span>
      ) : (
        <span className="session-email">{account.data.email}</span>
      )}
      <button
        type="button"
        className="button button-quiet"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out
      </button>
    </div>
  );
}
