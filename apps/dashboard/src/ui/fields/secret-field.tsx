import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { LiveRegion } from '../notices/notice.tsx';
import classes from './secret-field.module.css';

const SAID_FOR_MS = 4_000;

interface SecretFieldProps {
  label: string;
  /** Names it within a sentence. */
  noun: 'key' | 'secret';
  value: string;
  /** Id of the text that says that it is shown once. */
  warningId: string;
}

/** Shows a secret with a button that copies it. The button takes the focus. */
export function SecretField({ label, noun, value, warningId }: SecretFieldProps) {
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
        label={label}
        readOnly
        rows={2}
        spellCheck={false}
        classNames={{ input: classes.secret }}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm">
        <Button
          ref={copy}
          data-autofocus
          variant="default"
          miw="8rem"
          aria-describedby={warningId}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? 'Copied' : `Copy the ${noun}`}
        </Button>
        <LiveRegion>
          {clipboard.copied ? (
            <Text size="sm">The {noun} is in your clipboard.</Text>
          ) : mustMark ? (
            <Text size="sm">This page may not use the clipboard. The {noun} is selected: press Ctrl+C or ⌘C.</Text>
          ) : null}
        </LiveRegion>
      </Group>
    </Stack>
  );
}
