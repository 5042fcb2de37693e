import { dayInWords, dayKey, weekdayInWords } from '../days/days.ts';
import { lengthOf } from '../days/hours.ts';
import classes from './week.module.css';

/** The days of a week above their columns. Says of a day with another length how long it is. */
export function WeekHead({ days, now }: { days: readonly Date[]; now: Date }) {
  return (
    <thead>
      <tr>
        <td className={classes['corner']} />
        {days.map((day) => {
          const isToday = dayKey(day) === dayKey(now);
          const hours = lengthOf(day);
          return (
            <th
              key={dayKey(day)}
              scope="col"
              data-today={isToday || undefined}
              aria-current={isToday ? 'date' : undefined}
            >
              <span aria-hidden="true">{weekdayInWords(day).slice(0, 3)}</span>
              <strong aria-hidden="true">{day.getDate()}</strong>
              <span className={classes['spoken']}>
                {dayInWords(day)}
                {isToday ? ', today' : ''}
              </span>
              {hours === 24 ? null : <small>{hours} hours</small>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
