import { type SubmitEvent, useState } from 'react';
import { failureCode } from '../../failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { useSignUp } from './session.ts';

/** E-mail and password of a new account. A server that refuses is then offered the setup token it may have printed. */
export function SignUpForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [setupToken, setSetupToken] = useState('');
  const [isTokenAsked, setTokenAsked] = useState(false);
  const signUp = useSignUp();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (signUp.isPending) return;
    const token = setupToken.trim();
    signUp.mutate(
      { email, password, ...(token ? { setupToken: token } : {}) },
      { onError: (error) => setTokenAsked((asked) => asked || failureCode(error) === 'sign_up_closed') },
    );
  };
  return (
    <form className="form" onSubmit={submit}>
      {signUp.isError ? (
        <FailureNotice
          title="No account yet"
          error={signUp.error}
          effect="No account was created."
          uncertain="It is not known whether the account was created: try to sign in with it first."
        />
      ) : null}
      <Field label="Email" type="email" autoComplete="username" required value={email} onText={setEmail} />
      <Field
        label="Password"
        hint="8 to 128 characters"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={128}
        value={password}
        onText={setPassword}
      />
      {isTokenAsked ? (
        <Field
          label="Setup token"
          hint="Printed in the server's log when it started for the first time. Without it, ask whoever runs this server for an account."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={setupToken}
          onText={setSetupToken}
        />
      ) : null}
      <button type="submit" className="button button-primary" aria-disabled={signUp.isPending}>
        {signUp.isPending ? 'Creating the account…' : 'Create account'}
      </button>
    </form>
  );
}
