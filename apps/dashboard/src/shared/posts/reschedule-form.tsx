import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Hint } from '../../ui/parts/text.tsx';
import { instantOf, localTimeOf, offsetInWords } from '../../ui/values/local-time.ts';
import { readersZone } from '../../ui/values/moment.tsx';

interface RescheduleFormProps {
  /** The time the post has now. */
  at: Date;
  isPending: boolean;
  onMove: (at: Date) => void;
}

/** Asks for another time in the reader's zone, and shows it in UTC. */
export function RescheduleForm({ at, isPending, onMove }: RescheduleFormProps) {
  const [localTime, setLocalTime] = useState(localTimeOf(at, readersZone));
  const [isRefused, setIsRefused] = useState(false);
  const instant = instantOf(localTime, readersZone);
  const problem = instant === null ? 'Choose a day and a time.' : instant <= new Date() ? 'This time is over.' : null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsRefused(problem !== null);
    if (instant && !problem) onMove(instant);
  };
  return (
    <Paper component="form" withBorder p="md" onSubmit={send} noValidate>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            type="datetime-local"
            label={`New time (${readersZone})`}
            value={localTime}
            error={isRefused ? problem : null}
            onChange={(event) => setLocalTime(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={isPending}>
            Save the new time
          </Button>
        </Group>
        <Hint>
          {instant
            ? `That is ${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC; your clock is at ${offsetInWords(instant, readersZone)} then.`
            : 'Times are those of your own clock.'}
        </Hint>
      </Stack>
    </Paper>
  );
}
