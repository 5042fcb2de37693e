import { type SubmitEvent, useState } from 'react';
import { isUnauthorized } from '../../failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { useSignIn } from './session.ts';

/** E-mail and password of an existing account. The page around it reacts to the session that begins. */
export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ email, password });
  };
  return (
    <form className="form" onSubmit={submit}>
      {signIn.isError ? (
        <FailureNotice
          title="Not signed in"
          error={signIn.error}
          effect={isUnauthorized(signIn.error) ? 'Check both and try again.' : 'Nothing was changed.'}
        />
      ) : null}
      <Field label="Email" type="email" autoComplete="username" required value={email} onText={setEmail} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
        value={password}
        onText={setPassword}
      />
      <button type="submit" className="button button-primary" aria-disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
