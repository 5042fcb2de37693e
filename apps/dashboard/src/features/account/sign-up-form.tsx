import { Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { failureCode } from '../../api/failures.ts';
import { useSetup, useSignUp } from '../../shared/session/session.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { EmailField, NewPasswordField } from './account-fields.tsx';

/** Creates an account. Asks for the setup token when the server needs one or has just refused to create an account. */
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
        <FailureNotice
          title="No account yet"
          error={signUp.error}
          effect="No account was created."
          uncertain="The account may have been created: try to sign in with it first."
        />
        <EmailField value={email} onChange={setEmail} />
        <NewPasswordField label="Password" value={password} onChange={setPassword} />
        {isTokenAsked ? (
          <TextInput
            label="Setup token"
            description="The server printed it in its log when it first started. If you do not have it, ask this server’s operator for an account."
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
