import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isUnauthorized } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
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
    <form onSubmit={submit}>
      <Stack>
        {signIn.isError ? (
          <FailureNotice
            title="Not signed in"
            error={signIn.error}
            effect={isUnauthorized(signIn.error) ? 'Check both and try again.' : 'Nothing was changed.'}
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
          autoComplete="current-password"
          required
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
