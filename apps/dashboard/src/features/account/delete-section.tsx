import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { refusedField } from '../../api/failures.ts';
import { useDeleteWorkspace } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';

/** Deletes the workspace of an owner who types the password again, after a question. */
export function DeleteSection({ email }: { email: string }) {
  const [password, setPassword] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteWorkspace();
  const field = useRef<HTMLInputElement>(null);
  const isWrong = refusedField(deletion.error) === 'password';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    deletion.reset();
    setIsAsking(true);
  };
  return (
    <Section title="Delete the workspace" maw="30rem">
      <Text c="dimmed">
        Erases everything in it for good: all accounts of members, connections, API keys, posts, drafts, files and the
        log. Scheduled posts are canceled. Posts at the networks stay there.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            ref={field}
            label="Your password"
            autoComplete="current-password"
            required
            maxLength={128}
            value={password}
            error={isWrong ? 'This is not your password. Nothing was deleted.' : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default">
              Delete the workspace
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete the workspace?"
        confirm="Delete everything"
        keep="Keep it"
        change={deletion}
        input={password}
        failure={{
          title: 'Not deleted',
          effect: 'The workspace is as it was.',
          uncertain: 'It may be deleted: sign in to see.',
        }}
        onClose={() => setIsAsking(false)}
        onFailed={(error) => {
          if (refusedField(error) !== 'password') return;
          setIsAsking(false);
          field.current?.focus();
        }}
      >
        <Text>
          Everything in the workspace is erased at once, for all members, and nobody can bring it back. Export it first
          if you need it.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
