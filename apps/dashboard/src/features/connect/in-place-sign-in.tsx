import { Anchor, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { useSetup } from '../account/session.ts';
import { SignInForm } from '../account/sign-in-form.tsx';
import { SignUpForm } from '../account/sign-up-form.tsx';

interface InPlaceSignInProps {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Why an account is needed here. */
  children: ReactNode;
}

/** Signs in, or creates an account, without leaving the page: what is to be finished belongs to it. */
export function InPlaceSignIn({ headingRef, children }: InPlaceSignInProps) {
  const [chosen, setChosen] = useState<'new' | 'present' | null>(null);
  const setup = useSetup();
  const isNew = chosen ? chosen === 'new' : setup.data?.isEmpty === true;
  return (
    <Stack component="section">
      <Title order={2} size="h4" ref={headingRef} tabIndex={-1}>
        {isNew ? 'Create an account to finish' : 'Sign in to finish'}
      </Title>
      <Text>{children}</Text>
      {isNew ? <SignUpForm /> : <SignInForm />}
      {setup.data?.canSignUp === false ? null : (
        <Text size="sm" c="dimmed">
          {isNew ? 'Already have an account? ' : 'No account on this server yet? '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => setChosen(isNew ? 'present' : 'new')}
          >
            {isNew ? 'Use it' : 'Create one'}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
