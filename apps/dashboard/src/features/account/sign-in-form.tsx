import { Button, PasswordInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isUnauthorized } from '../../api/failures.ts';
import { useSignIn } from '../../shared/session/session.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { EmailField } from './account-fields.tsx';

/** Signs in to an existing account. The page around the form reacts to the new session. */
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
        <FailureNotice
          title="Not signed in"
          error={signIn.error}
          effect={isUnauthorized(signIn.error) ? 'Check both and try again.' : 'Nothing was changed.'}
        />
        <EmailField value={email} onChange={setEmail} />
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
