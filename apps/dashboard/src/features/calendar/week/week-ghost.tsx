import { useEffect, useRef } from 'react';
import { dayKey, timeOfDay } from '../days/days.ts';
import { minuteOf } from '../days/hours.ts';
import { type Hand, offerAt, useHeld } from '../moving/hand.ts';
import classes from './week.module.css';

/** The place that the held entry would take. */
export function WeekGhost({ days, hand }: { days: readonly Date[]; hand: Hand }) {
  const atMs = useHeld(hand, (held) => held?.at?.getTime() ?? null);
  const isByKeys = useHeld(hand, (held) => Number(held?.by === 'keys'));
  const ghost = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // While something is dragged, the browser scrolls.
    if (isByKeys && atMs !== null) ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isByKeys, atMs]);
  if (atMs === null) return null;
  const at = new Date(atMs);
  const column = days.findIndex((day) => dayKey(day) === dayKey(at));
  if (column < 0) return null;
  const { isRefused, words } = offerAt(at, timeOfDay(at));
  return (
    <div
      className={classes['ghost']}
      data-refused={isRefused || undefined}
      ref={ghost}
      style={{ '--column': column, '--minute': minuteOf(at) } as Record<string, number>}
      aria-hidden="true"
    >
      {words}
    </div>
  );
}
