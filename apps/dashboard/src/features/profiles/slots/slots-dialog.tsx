import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { Schema } from '@social/types';
import { useRef, useState } from 'react';
import type { Profile } from '../../../shared/profiles/profiles.ts';
import { FailureNotice, ReadFailure } from '../../../ui/notices/failure-notice.tsx';
import { WaitingRows } from '../../../ui/parts/rows.tsx';
import { readersZone } from '../../../ui/values/moment.tsx';
import { zoneOptions } from '../../../ui/values/zone-options.ts';
import { AddTimes } from './add-times.tsx';
import { SlotWeek } from './slot-week.tsx';
import { useSetSlotTimes, useSlotTimes, withoutTime, withTime } from './weekly-times.ts';

interface SlotsDialogProps {
  /** Profile whose weekly times are edited. A closed dialog may keep it. */
  profile: Profile | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Receives the result in words. */
  onDone: (result: string) => void;
}

/** Edits the weekly times of a profile. */
export function SlotsDialog({ profile, isOpen, onClose, onDone }: SlotsDialogProps) {
  const times = useSlotTimes(isOpen ? profile?.id : undefined);
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Slots of ${profile?.name ?? ''}`} size="xl" centered>
      <ReadFailure title="The slots could not be read" query={times} />
      {times.isPending ? <WaitingRows count={3} height={64} /> : null}
      {profile && times.data ? (
        <SlotsForm key={profile.id} profile={profile} stored={times.data} onClose={onClose} onDone={onDone} />
      ) : null}
    </Modal>
  );
}

interface SlotsFormProps extends Pick<SlotsDialogProps, 'onClose' | 'onDone'> {
  profile: Profile;
  stored: Schema<'SlotTimes'>;
}

function SlotsForm({ profile, stored, onClose, onDone }: SlotsFormProps) {
  const [times, setTimes] = useState(stored.times);
  const [timeZone, setTimeZone] = useState(stored.times.length > 0 ? stored.timeZone : readersZone);
  const change = useSetSlotTimes(profile.id);
  const week = useRef<HTMLElement>(null);
  const save = () => {
    if (change.isPending) return;
    change.mutate(
      { timeZone, times },
      {
        onSuccess: () => {
          onClose();
          onDone(`The slots of ${profile.name} were saved.`);
        },
      },
    );
  };
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="60ch">
        Times at which posts of this profile go out, week after week. A post for the next free slot takes the first one
        that no other post has.
      </Text>
      <FailureNotice
        title="Not saved"
        error={change.error}
        effect="The slots are as they were."
        uncertain="They may have been saved anyway; open this again to see them."
      />
      <NativeSelect
        label="Time zone"
        description="The times are those that its clocks show."
        maw="20rem"
        value={timeZone}
        data={zoneOptions(timeZone)}
        onChange={(event) => setTimeZone(event.currentTarget.value)}
      />
      <AddTimes onAdd={(days, time) => setTimes(withTime(times, days, time))} />
      <SlotWeek
        ref={week}
        times={times}
        onRemove={(gone) => {
          setTimes(withoutTime(times, gone));
          // The removed button had the focus, which would otherwise begin at the top of the page again.
          week.current?.focus();
        }}
      />
      <Group justify="space-between">
        <Text c="dimmed" size="sm" role="status">
          {inWords(times.length)}
        </Text>
        <Group>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={save}>
            Save slots
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function inWords(count: number): string {
  if (count === 0) return 'No slots yet';
  return count === 1 ? '1 slot a week' : `${count} slots a week`;
}
