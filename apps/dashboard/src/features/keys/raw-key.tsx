import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useId, useRef } from 'react';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { Example } from '../../ui/parts/example.tsx';
import classes from './raw-key.module.css';

const SAID_FOR_MS = 4_000;

/** Shows the whole key once, with a button that copies it and an example of its use. */
export function RawKey({ rawKey, onStored }: { rawKey: string; onStored: () => void }) {
  const warningId = useId();
  return (
    <Stack>
      <Text id={warningId}>
        This is the only time the key is shown: the server keeps only a fingerprint of it. Store it with your secrets.
      </Text>
      <KeyField rawKey={rawKey} warningId={warningId} />
      <Stack gap={4}>
        <Text size="sm">In a shell, or as a secret of your pipeline:</Text>
        <Example>
          {`export SOCIAL_BASE_URL=${location.origin}
export SOCIAL_API_KEY=<the key>
social post "It works" --to profnet --dry-run`}
        </Example>
        <Text size="sm">
          On your own machine you need no key: <Code>social login</Code> creates one, and with <Code>--with-key</Code>{' '}
          it stores this one.
        </Text>
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onStored}>I have stored it</Button>
      </Group>
    </Stack>
  );
}

function KeyField({ rawKey, warningId }: { rawKey: string; warningId: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const clipboard = useClipboard({ timeout: SAID_FOR_MS });
  const copy = useRef<HTMLButtonElement>(null);
  const mustMark = clipboard.error !== null;
  // The form that had the focus has disappeared.
  useEffect(() => copy.current?.focus(), []);
  useEffect(() => {
    // A page over plain http may not write to the clipboard, but the reader can copy a selected text.
    if (mustMark) field.current?.select();
  }, [mustMark]);
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label="API key"
        readOnly
        rows={2}
        spellCheck={false}
        classNames={{ input: classes.key }}
        value={rawKey}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm">
        <Button
          ref={copy}
          data-autofocus
          variant="default"
          miw="8rem"
          aria-describedby={warningId}
          onClick={() => clipboard.copy(rawKey)}
        >
          {clipboard.copied ? 'Copied' : 'Copy the key'}
        </Button>
        <LiveRegion>
          {clipboard.copied ? (
            <Text size="sm">The key is in your clipboard.</Text>
          ) : mustMark ? (
            <Text size="sm">This page may not use the clipboard. The key is selected: press Ctrl+C or ⌘C.</Text>
          ) : null}
        </LiveRegion>
      </Group>
    </Stack>
  );
}
