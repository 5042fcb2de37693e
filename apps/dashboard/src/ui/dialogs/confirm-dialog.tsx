import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { FailureNotice, type FailureWords } from '../notices/failure-notice.tsx';

/** A mutation, as far as it is asked about. */
interface Change<Input> {
  readonly isPending: boolean;
  readonly error: Error | null;
  mutate(input: Input, ends: { onSuccess: () => void; onError: (error: Error) => void }): void;
  reset(): void;
}

interface ConfirmDialogProps<Input> {
  isOpen: boolean;
  /** The question. */
  title: string;
  /** Says what would happen. */
  children: ReactNode;
  /** The button that does it. */
  confirm: string;
  /** The button that leaves everything as it is. */
  keep: string;
  /** The change that is asked about; none for what happens on the page alone. */
  change?: Change<Input>;
  /** Words for a change that failed, which the dialog then shows. */
  failure?: FailureWords;
  onClose: () => void;
  /** Called after the change, when the dialog was closed. */
  onDone?: () => void;
  onFailed?: (error: Error) => void;
}

/** What a change is sent with, where it takes something. */
type InputProps<Input> = undefined extends Input ? { input?: undefined } : { input: Input };

/** Asks before something that cannot be undone, then does it. Closing it forgets an attempt that failed. */
export function ConfirmDialog<Input>(props: ConfirmDialogProps<Input> & InputProps<Input>) {
  const { isOpen, title, children, confirm, keep, change, input, failure, onClose, onDone, onFailed } = props;
  // The second press of a double click comes before the page knows that the change is pending.
  const isSending = useRef(false);
  const close = () => {
    // Closed now, the dialog could not say that the change has failed.
    if (isSending.current) return;
    if (failure) change?.reset();
    onClose();
  };
  const finish = () => {
    onClose();
    onDone?.();
  };
  const send = () => {
    if (!change) return finish();
    if (isSending.current) return;
    isSending.current = true;
    change.mutate(input as Input, {
      onSuccess: () => {
        isSending.current = false;
        finish();
      },
      onError: (error) => {
        isSending.current = false;
        onFailed?.(error);
      },
    });
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered>
      <Stack>
        {children}
        {failure && change ? <FailureNotice {...failure} error={change.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={change?.isPending ?? false} data-autofocus>
            {keep}
          </Button>
          <Button color="red.8" loading={change?.isPending ?? false} onClick={send}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
