import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { useKeys } from '../../shared/keys/keys.ts';
import { useRole } from '../../shared/session/role.ts';
import { useAccount } from '../../shared/session/session.ts';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { NewPasswordField } from './account-fields.tsx';
import { useChangePassword } from './sessions.ts';

/** Changes the password, which ends every other session, and on request revokes every API key. */
export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [revokeKeys, setRevokeKeys] = useState(false);
  const account = useAccount();
  const role = useRole();
  const change = useChangePassword();
  const current = useRef<HTMLInputElement>(null);
  const isCurrentWrong = refusedField(change.error) === 'currentPassword';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { currentPassword, newPassword, revokeKeys },
      {
        onSuccess: () => {
          setCurrent('');
          setNew('');
          setRevokeKeys(false);
        },
        onError: () => current.current?.focus(),
      },
    );
  };
  return (
    <Section title="Password" maw="30rem">
      <LiveRegion>
        {change.isSuccess ? (
          <Notice tone="ok" title="The password is changed. Every other browser is signed out.">
            <Text size="sm">{keysInWords(change.data.revokedKeys)}</Text>
          </Notice>
        ) : null}
      </LiveRegion>
      <FailureNotice
        title="The password is not changed"
        error={isCurrentWrong ? null : change.error}
        effect="Your current password still works."
        uncertain="The password may have been changed, and keys revoked. Sign in with the new password; if it is refused, the old one still works."
      />
      <form onSubmit={submit}>
        <Stack gap="sm">
          {/* Tells a password manager which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={account.data?.email ?? ''} readOnly />
          <PasswordInput
            ref={current}
            label="Current password"
            autoComplete="current-password"
            required
            maxLength={128}
            value={currentPassword}
            error={isCurrentWrong ? 'This is not the current password. Nothing was changed.' : undefined}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPasswordField label="New password" value={newPassword} onChange={setNew} />
          {role === 'owner' ? <KeyChoice isChosen={revokeKeys} onChoose={setRevokeKeys} /> : null}
          <Group gap="sm">
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
            <Hint>This signs out every other browser.</Hint>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** Offers to revoke all API keys with the password. Renders nothing for a workspace without keys. */
function KeyChoice({ isChosen, onChoose }: { isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const count = useKeys().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Checkbox
      label={`Revoke ${count === 1 ? 'the API key' : `all ${count} API keys`} too`}
      description="Do this if someone may have used your account without permission. Scripts, CI jobs and commands are then refused with 401 until each has a new key."
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  );
}

function keysInWords(revoked: number | undefined): string {
  if (revoked === undefined) return 'API keys keep working.';
  return `${revoked} API ${revoked === 1 ? 'key is' : 'keys are'} revoked. Create new ones where they are still needed.`;
}
