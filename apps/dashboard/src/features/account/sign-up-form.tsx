import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { failureCode } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useSetup, useSignUp } from './session.ts';

/** E-mail and password of a new account, and the setup token where the server wants one or has just refused. */
export function SignUpForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [setupToken, setSetupToken] = useState('');
  const setup = useSetup();
  const signUp = useSignUp();
  const isTokenAsked = setup.data?.needsSetupToken || failureCode(signUp.error) === 'sign_up_closed';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (signUp.isPending) return;
    const token = setupToken.trim();
    signUp.mutate({ email, password, ...(token ? { setupToken: token } : {}) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {signUp.isError ? (
          <FailureNotice
            title="No account yet"
            error={signUp.error}
            effect="No account was created."
            uncertain="It is not known whether the account was created: try to sign in with it first."
          />
        ) : null}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description="8 to 128 characters"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {isTokenAsked ? (
          <TextInput
            label="Setup token"
            description="Printed in the server's log when it started for the first time. Without it, ask whoever runs this server for an account."
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={setupToken}
            onChange={(event) => setSetupToken(event.currentTarget.value)}
          />
        ) : null}
        <Button type="submit" loading={signUp.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
