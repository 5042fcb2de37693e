import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice, type FailureWords } from '../notices/failure-notice.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question. */
  title: string;
  /** Says what would happen. */
  children: ReactNode;
  /** The button that does it. */
  confirm: string;
  /** The button that leaves everything as it is. */
  keep: string;
  /** The change that is asked about. */
  change: { isPending: boolean; isError: boolean; error: unknown; reset: () => void };
  /** Words for a change that failed, which the dialog then shows. */
  failure?: FailureWords;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. Closing it forgets an attempt that failed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirm, keep, change, failure, onConfirm, onClose } = props;
  const close = () => {
    if (failure) change.reset();
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered>
      <Stack>
        {children}
        {failure && change.isError ? <FailureNotice {...failure} error={change.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {keep}
          </Button>
          <Button color="red.8" loading={change.isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
