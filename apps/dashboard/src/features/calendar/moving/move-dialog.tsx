import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { readersZone } from '../../../ui/values/moment.tsx';
import { RescheduleForm } from '../../posts/details/reschedule-form.tsx';
import { addDays, dayKey } from '../days/days.ts';
import type { Entry } from '../entries/entry.ts';
import { nameOf } from './key-move.tsx';
import classes from './move-dialog.module.css';
import { movedTo } from './moved-time.ts';

interface MoveDialogProps {
  /** The entry to move; stays while the dialog fades out. */
  entry: Entry | undefined;
  /** The time to begin with. */
  from: Date;
  isOpen: boolean;
  onMove: (entry: Entry, at: Date) => void;
  /** Takes the entry up, to be moved with the arrow keys. */
  onTake: (entry: Entry) => void;
  onClose: () => void;
}

/** Asks where an entry is to go: for fingers, and for those who would rather type a time than drag. */
export function MoveDialog({ entry, from, isOpen, onMove, onTake, onClose }: MoveDialogProps) {
  const later = (days: number) => movedTo(from, dayKey(addDays(from, days)), readersZone);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Move to…" centered>
      {entry ? (
        <Stack>
          <Text size="sm">{nameOf(entry)}</Text>
          {entry.at ? (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => onMove(entry, later(1))}>
                A day later
              </Button>
              <Button variant="default" size="xs" onClick={() => onMove(entry, later(7))}>
                A week later
              </Button>
            </Group>
          ) : null}
          <RescheduleForm key={entry.id} at={from} isPending={false} onMove={(at) => onMove(entry, at)} />
          <Button variant="subtle" size="xs" className={classes['keys']} onClick={() => onTake(entry)}>
            Move with the arrow keys
          </Button>
        </Stack>
      ) : null}
    </Modal>
  );
}
