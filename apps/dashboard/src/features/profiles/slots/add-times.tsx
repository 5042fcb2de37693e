import { Button, Chip, Group, Input, TextInput } from '@mantine/core';
import { WEEKDAYS } from '@social/rules';
import { type SubmitEvent, useId, useState } from 'react';
import classes from './slots.module.css';
import { dayName, type Weekday } from './weekly-times.ts';

const WORKING_DAYS = WEEKDAYS.slice(0, 5);

/** Adds one time on the chosen days. */
export function AddTimes({ onAdd }: { onAdd: (days: readonly Weekday[], time: string) => void }) {
  const [days, setDays] = useState<readonly Weekday[]>(WORKING_DAYS);
  const [time, setTime] = useState('09:00');
  const [isTried, setIsTried] = useState(false);
  const label = useId();
  const problem = time === '' ? 'Choose a time.' : days.length === 0 ? 'Choose a day.' : null;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    setIsTried(problem !== null);
    if (problem === null) onAdd(days, time);
  };
  return (
    <form onSubmit={add} noValidate className={classes['adding']}>
      <Input.Wrapper>
        <Input.Label component="div" id={label}>
          Days
        </Input.Label>
        <Group gap={6} mt={4} role="group" aria-labelledby={label}>
          <Chip.Group multiple value={[...days]} onChange={(chosen) => setDays(chosen as Weekday[])}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={day} size="md" variant="outline" aria-label={dayName(day)}>
                {dayName(day).slice(0, 3)}
              </Chip>
            ))}
          </Chip.Group>
        </Group>
      </Input.Wrapper>
      <Group gap="sm" align="flex-end">
        <TextInput
          type="time"
          label="Time"
          w="8.5rem"
          value={time}
          error={isTried ? problem : null}
          onChange={(event) => setTime(event.currentTarget.value.slice(0, 5))}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </Group>
    </form>
  );
}
