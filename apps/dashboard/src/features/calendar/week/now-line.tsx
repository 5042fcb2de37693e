import { useNow } from '../../../ui/values/now.ts';
import { dayKey } from '../days/days.ts';
import { minuteOf } from '../days/hours.ts';
import classes from './week.module.css';

/** A line at the present time. */
export function NowLine({ days }: { days: readonly Date[] }) {
  const now = useNow();
  const column = days.findIndex((day) => dayKey(day) === dayKey(now));
  if (column < 0) return null;
  return (
    <div
      className={classes['now']}
      style={{ '--column': column, '--minute': minuteOf(now) } as Record<string, number>}
      aria-hidden="true"
    />
  );
}
