import { Button, Checkbox, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LiveRegion, Notice } from '../../ui/notice.tsx';
import { useKeys } from '../keys/keys.ts';
import { useAccount } from './session.ts';
import { useChangePassword } from './sessions.ts';

/** Changes the password; every other session ends with it, and where that is wanted every API key. */
export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [revokeKeys, setRevokeKeys] = useState(false);
  const account = useAccount();
  const change = useChangePassword();
  const headingId = useId();
  const present = useRef<HTMLInputElement>(null);
  const isPresentWrong = refusedField(change.error) === 'currentPassword';

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
        onError: () => present.current?.focus(),
      },
    );
  };
  return (
    <Stack component="section" gap="sm" maw="30rem" aria-labelledby={headingId}>
      <Title order={2} size="h4" id={headingId}>
        Password
      </Title>
      <LiveRegion>
        {change.isSuccess ? (
          <Notice tone="ok" title="The password is changed. Every other browser is signed out.">
            <Text size="sm">{keysInWords(change.data.revokedKeys)}</Text>
          </Notice>
        ) : null}
      </LiveRegion>
      {change.isError && !isPresentWrong ? (
        <FailureNotice
          title="The password is not changed"
          error={change.error}
          effect="The present password still holds."
          uncertain="It is not known whether the password was changed, and keys revoked: sign in with the new one; if it is refused, the old one still holds."
        />
      ) : null}
      <form onSubmit={submit}>
        <Stack gap="sm">
          {/* Tells a password manager whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={account.data?.email ?? ''} readOnly />
          <PasswordInput
            ref={present}
            label="Present password"
            autoComplete="current-password"
            required
            maxLength={128}
            value={currentPassword}
            error={isPresentWrong ? 'This is not the present password. Nothing was changed.' : undefined}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="8 to 128 characters"
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
            value={newPassword}
            onChange={(event) => setNew(event.currentTarget.value)}
          />
          <KeyChoice isChosen={revokeKeys} onChoose={setRevokeKeys} />
          <Group gap="sm">
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
            <Text size="sm" c="dimmed">
              This signs out every other browser.
            </Text>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

/** A choice to revoke all API keys with the password. Renders nothing for a workspace without keys. */
function KeyChoice({ isChosen, onChoose }: { isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const count = useKeys().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Checkbox
      label={`Revoke ${count === 1 ? 'the API key' : `all ${count} API keys`} too`}
      description="For when somebody else may have used your account. Scripts, CI jobs and commands are refused with 401 from then on, until each has a new key."
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  );
}

function keysInWords(revoked: number | undefined): string {
  if (revoked === undefined) return 'API keys go on working.';
  return `${revoked} API ${revoked === 1 ? 'key is' : 'keys are'} revoked. Make new ones for what still needs one.`;
}
