import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

const SHOWN_MS = 2_000;

/**
 * Copies a text and says so for a moment. Renders nothing where the browser offers no clipboard, as on a page over plain
 * http from another machine; the reader can still select the text.
 */
export function CopyButton({ text, what }: { text: string /** Ends the button's name: "the key". */; what: string }) {
  const clipboard = useClipboard({ timeout: SHOWN_MS });
  if (!('clipboard' in navigator)) return null;
  const words = clipboard.copied ? 'Copied' : clipboard.error ? 'Not copied' : 'Copy';
  return (
    <>
      <Button variant="default" size="compact-xs" miw="4.5rem" flex="none" onClick={() => clipboard.copy(text)}>
        {words}
        <VisuallyHidden> {what}</VisuallyHidden>
      </Button>
      <VisuallyHidden role="status">{clipboard.copied ? 'Copied' : ''}</VisuallyHidden>
    </>
  );
}
