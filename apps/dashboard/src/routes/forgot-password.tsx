import { Button, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { EmailField } from '../features/account/account-fields.tsx';
import { useForgottenPassword } from '../features/account/mails.ts';
import { FailureNotice } from '../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../ui/notices/notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { InlineLink } from '../ui/parts/links.tsx';
import { Hint } from '../ui/parts/text.tsx';

/** Asks for a link that replaces a forgotten password. Does not tell whether there is an account. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const forgotten = useForgottenPassword();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!forgotten.isPending) forgotten.mutate(email);
  };
  return (
    <BarePage heading="Forgot the password?">
      <Text>Enter the address of your account. You get a link with which you choose a new password.</Text>
      <LiveRegion>
        {forgotten.isSuccess ? (
          <Notice tone="ok" title="If there is an account with this address, a link is on its way.">
            <Text size="sm">
              It works once, for 30 minutes. Look into the folder for spam too; another one can be sent in five minutes.
            </Text>
          </Notice>
        ) : null}
      </LiveRegion>
      <form onSubmit={submit}>
        <Stack>
          <FailureNotice title="No link was sent" error={forgotten.error} effect="Nothing was changed." />
          <EmailField value={email} onChange={setEmail} />
          <Button type="submit" loading={forgotten.isPending}>
            Send a link
          </Button>
        </Stack>
      </form>
      <Hint>
        You know it? <InlineLink href="/sign-in">Sign in</InlineLink>.
      </Hint>
    </BarePage>
  );
}
