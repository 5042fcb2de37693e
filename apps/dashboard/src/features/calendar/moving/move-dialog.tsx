import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { readersZone } from '../../../ui/values/moment.tsx';
import { useNextSlot } from '../../compose/schedule/slots.ts';
import { RescheduleForm } from '../../posts/details/reschedule-form.tsx';
import { addDays, dayKey } from '../days/days.ts';
import { type Entry, isWaitingForSlot } from '../entries/entry.ts';
import { nameOf } from './key-move.tsx';
import classes from './move-dialog.module.css';
import { movedTo } from './moved-time.ts';

interface MoveDialogProps {
  /** The entry to move; stays while the dialog fades out. */
  entry: Entry | undefined;
  /** The time to begin with. */
  from: Date;
  isOpen: boolean;
  onMove: (entry: Entry, to: Date | 'next') => void;
  /** Takes the entry up, to be moved with the arrow keys. */
  onTake: (entry: Entry) => void;
  onClose: () => void;
}

/** Asks where an entry is to go: for fingers, and for those who would rather type a time than drag. */
export function MoveDialog({ entry, from, isOpen, onMove, onTake, onClose }: MoveDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Move to…" centered>
      {entry ? (
        <Stack>
          <Text size="sm">{nameOf(entry)}</Text>
          <Proposals entry={entry} from={from} onMove={(to) => onMove(entry, to)} />
          <RescheduleForm key={entry.id} at={from} isPending={false} onMove={(at) => onMove(entry, at)} />
          <Button variant="subtle" size="xs" className={classes['keys']} onClick={() => onTake(entry)}>
            Move with the arrow keys
          </Button>
        </Stack>
      ) : null}
    </Modal>
  );
}

interface ProposalsProps extends Pick<MoveDialogProps, 'from'> {
  entry: Entry;
  onMove: (to: Date | 'next') => void;
}

/** Offers times that need no choice. */
function Proposals({ entry, from, onMove }: ProposalsProps) {
  const slot = useNextSlot(entry.profile);
  const later = (days: number) => movedTo(from, dayKey(addDays(from, days)), readersZone);
  const offered = [
    ...(entry.at ? [['A day later', later(1)] as const, ['A week later', later(7)] as const] : []),
    ...(slot && !isWaitingForSlot(entry) ? [['Next free slot', 'next'] as const] : []),
  ];
  if (offered.length === 0) return null;
  return (
    <Group gap="xs">
      {offered.map(([words, to]) => (
        <Button key={words} variant="default" size="xs" onClick={() => onMove(to)}>
          {words}
        </Button>
      ))}
    </Group>
  );
}
