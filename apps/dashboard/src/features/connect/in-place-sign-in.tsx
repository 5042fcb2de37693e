import { type RefObject, useState } from 'react';
import { SignInForm } from '../account/sign-in-form.tsx';
import { SignUpForm } from '../account/sign-up-form.tsx';

/** Signs in, or creates an account, without leaving the page: the network's consent belongs to it. */
export function InPlaceSignIn({ headingRef }: { headingRef: RefObject<HTMLHeadingElement | null> }) {
  const [isNew, setNew] = useState(false);
  return (
    <section className="stack">
      <h2 ref={headingRef} tabIndex={-1}>
        {isNew ? 'Create an account to finish' : 'Sign in to finish'}
      </h2>
      <p>The network has given its consent. Nothing is stored yet: first say whose connection this becomes.</p>
      {isNew ? <SignUpForm /> : <SignInForm />}
      <p className="aside">
        {isNew ? 'Already have an account? ' : 'No account on this server yet? '}
        <button type="button" className="link" onClick={() => setNew(!isNew)}>
          {isNew ? 'Use it' : 'Create one'}
        </button>
      </p>
    </section>
  );
}
