import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { refusedField } from '../api/failures.ts';
import { NewPasswordField } from '../features/account/account-fields.tsx';
import { useLinkToken } from '../features/account/link-token.ts';
import { useResetPassword } from '../features/account/mails.ts';
import { FailureNotice } from '../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../ui/notices/notice.tsx';
import { BarePage } from '../ui/page/page.tsx';
import { LinkButton, PageLink } from '../ui/parts/links.tsx';

/** Sets a new password with the link of a mail. */
export default function ResetPasswordPage() {
  const token = useLinkToken();
  const reset = useResetPassword();
  if (token === null || refusedField(reset.error) === 'token') return <InvalidLink />;
  return (
    <BarePage heading="Choose a new password">
      <LiveRegion>
        {reset.isSuccess ? (
          <Notice
            tone="ok"
            title="The password is changed. Every browser is signed out."
            actions={<LinkButton href="/sign-in">Sign in</LinkButton>}
          />
        ) : null}
      </LiveRegion>
      {reset.isSuccess ? null : <ResetForm token={token} reset={reset} />}
    </BarePage>
  );
}

function ResetForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const [newPassword, setPassword] = useState('');
  const [revokeKeys, setRevokeKeys] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!reset.isPending) reset.mutate({ token, newPassword, revokeKeys });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureNotice
          title="The password is not changed"
          error={reset.error}
          effect="The link still works."
          uncertain="The password may have been changed: try to sign in with the new one."
        />
        <NewPasswordField label="New password" value={newPassword} onChange={setPassword} />
        <Checkbox
          label="Revoke all API keys too"
          description="Do this if someone may have used your account without permission. Scripts, CI jobs and commands then need new keys."
          checked={revokeKeys}
          onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
        />
        <Button type="submit" loading={reset.isPending}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}

function InvalidLink() {
  return (
    <BarePage heading="This link does not work">
      <Text>
        It was used already, is older than 30 minutes, or was not copied whole. Your password was not changed.
      </Text>
      <PageLink href="/forgot-password">Ask for another link</PageLink>
    </BarePage>
  );
}
