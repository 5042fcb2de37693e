import { Anchor, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { useSetup } from '../../shared/session/session.ts';
import { Stage } from '../../ui/page/stage.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface InPlaceSignInProps {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Says why an account is needed here. */
  children: ReactNode;
}

/** Signs in or creates an account on the page that needs the session, so that the user can finish there. */
export function InPlaceSignIn({ headingRef, children }: InPlaceSignInProps) {
  const [chosen, setChosen] = useState<'new' | 'present' | null>(null);
  const setup = useSetup();
  const isNew = chosen ? chosen === 'new' : setup.data?.isEmpty === true;
  return (
    <Stage heading={isNew ? 'Create an account to finish' : 'Sign in to finish'} headingRef={headingRef}>
      <Text>{children}</Text>
      {isNew ? <SignUpForm /> : <SignInForm />}
      {setup.data?.canSignUp === false ? null : (
        <Hint>
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
        </Hint>
      )}
    </Stage>
  );
}
