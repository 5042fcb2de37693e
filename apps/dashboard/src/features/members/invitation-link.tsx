import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import type { NewInvitation } from './members.ts';

const SAID_FOR_MS = 4_000;

/** Shows the link of an invitation once, with a button that copies it. */
export function InvitationLink({ made, onDone }: { made: NewInvitation; onDone: () => void }) {
  const { url, mailed, invitation } = made;
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  const clipboard = useClipboard({ timeout: SAID_FOR_MS });
  const mustMark = clipboard.error !== null;
  // The form that had the focus has disappeared.
  useEffect(() => copy.current?.focus(), []);
  useEffect(() => {
    // A page over plain http may not write to the clipboard, but the reader can copy a selected text.
    if (mustMark) field.current?.select();
  }, [mustMark]);
  return (
    <Stack>
      <Text>
        {mailed ? `It is on its way to ${invitation.email} too.` : 'No mail was sent: pass it on yourself.'} The link
        works once, for seven days, for anybody who has it. It is not shown again.
      </Text>
      <Textarea
        ref={field}
        label="Link"
        readOnly
        rows={3}
        spellCheck={false}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="space-between">
        <Group gap="sm">
          <Button ref={copy} data-autofocus variant="default" miw="8rem" onClick={() => clipboard.copy(url)}>
            {clipboard.copied ? 'Copied' : 'Copy the link'}
          </Button>
          <LiveRegion>
            {clipboard.copied ? (
              <Text size="sm">It is in your clipboard.</Text>
            ) : mustMark ? (
              <Text size="sm">The link is selected: press Ctrl+C or ⌘C.</Text>
            ) : null}
          </LiveRegion>
        </Group>
        <Button onClick={onDone}>I have passed it on</Button>
      </Group>
    </Stack>
  );
}
