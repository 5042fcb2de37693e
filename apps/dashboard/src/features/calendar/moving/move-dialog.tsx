import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { RescheduleForm } from '../../../shared/posts/reschedule-form.tsx';
import { useNextSlot } from '../../../shared/slots/next-slot.ts';
import { readersZone } from '../../../ui/values/moment.tsx';
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

/** Offers times that need no choice. The place of the next slot is kept while it is read, so that nothing moves. */
function Proposals({ entry, from, onMove }: ProposalsProps) {
  const slot = useNextSlot(entry.profile);
  const later = (days: number) => movedTo(from, dayKey(addDays(from, days)), readersZone);
  return (
    <Group gap="xs">
      {entry.at ? (
        <>
          <Proposal onClick={() => onMove(later(1))}>A day later</Proposal>
          <Proposal onClick={() => onMove(later(7))}>A week later</Proposal>
        </>
      ) : null}
      <Proposal isHidden={!slot || hasSlotBefore(entry, slot)} onClick={() => onMove('next')}>
        Next free slot
      </Proposal>
    </Group>
  );
}

function Proposal({ isHidden, ...given }: { isHidden?: boolean; onClick: () => void; children: string }) {
  return <Button variant="default" size="xs" style={isHidden ? { visibility: 'hidden' } : undefined} {...given} />;
}

/** Returns true for an entry that keeps its slot when it asks for the next free one. */
function hasSlotBefore(entry: Entry, slot: string): boolean {
  if (entry.of.kind === 'draft') return isWaitingForSlot(entry);
  return entry.of.post.slot !== undefined && entry.at !== null && entry.at <= new Date(slot);
}
