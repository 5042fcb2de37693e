import { CloseIcon, Text, UnstyledButton } from '@mantine/core';
import type { Ref } from 'react';
import classes from './slots.module.css';
import { dayName, type SlotTime, weekOf } from './weekly-times.ts';

interface SlotWeekProps {
  times: readonly SlotTime[];
  onRemove: (time: SlotTime) => void;
  ref: Ref<HTMLElement>;
}

/** A week with its times, a column for each day; on a narrow screen a line for each day. */
export function SlotWeek({ times, onRemove, ref }: SlotWeekProps) {
  return (
    <section ref={ref} tabIndex={-1} aria-label="Week" className={classes['week']}>
      {weekOf(times).map(({ day, times: ofDay }) => (
        <div key={day} className={classes['day']}>
          <Text size="sm" fw={600}>
            {dayName(day).slice(0, 3)}
          </Text>
          {ofDay.length > 0 ? (
            <ul aria-label={dayName(day)} className={classes['times']}>
              {ofDay.map((slot) => (
                <li key={slot.time}>
                  <UnstyledButton
                    className={classes['time']}
                    aria-label={`Remove ${dayName(day)} ${slot.time}`}
                    onClick={() => onRemove(slot)}
                  >
                    <time>{slot.time}</time>
                    <CloseIcon size="0.75rem" aria-hidden />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          ) : (
            <Text size="sm" c="dimmed">
              None
            </Text>
          )}
        </div>
      ))}
    </section>
  );
}
