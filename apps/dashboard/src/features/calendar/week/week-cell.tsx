import { memo } from 'react';
import { timeOfDay } from '../days/days.ts';
import type { Hour } from '../days/hours.ts';
import { CalendarEntry } from '../entries/calendar-entry.tsx';
import type { EntryActions } from '../entries/entry-actions.ts';
import type { Moves } from '../moving/moves.ts';
import { SlotPlace } from '../slots/slot-place.tsx';
import type { PlacedEntries, PlacedSlots } from './overlaps.ts';
import classes from './week.module.css';

interface WeekCellProps {
  /** Day and hour, as `hourKey` writes them. */
  name: string;
  kind: Hour['kind'];
  /** Set when the hour is over. */
  isPast: boolean;
  isToday: boolean;
  /** Set for the cell that the Tab key goes to. */
  isStop: boolean;
  entries: readonly PlacedEntries[];
  slots: readonly PlacedSlots[];
  moving: Moves['moving'];
  actions: EntryActions;
}

/** An hour of a day, with the entries that begin in it. */
export const WeekCell = memo(function WeekCell(props: WeekCellProps) {
  const { name, kind, isPast, isToday, isStop, entries, slots, moving, actions } = props;
  return (
    <td
      tabIndex={isStop ? 0 : -1}
      data-cell={name}
      data-kind={kind}
      data-past={isPast || undefined}
      data-today={isToday || undefined}
    >
      {kind === 'skipped' ? <span className={classes['skipped']}>skipped</span> : null}
      {slots.map((place) => (
        <div
          key={place.minute}
          className={`${classes['place']} ${classes['slots']}`}
          data-width={place.width}
          style={{ top: `${(place.minute / 60) * 100}%` }}
        >
          {place.slots.map((slot) => (
            <SlotPlace key={slot.profileId} slot={slot} isInGrid />
          ))}
        </div>
      ))}
      {entries.map((place) => (
        <Place key={place.entries[0].id} place={place} moving={moving} actions={actions} />
      ))}
    </td>
  );
});

interface PlaceProps {
  place: PlacedEntries;
  moving: Moves['moving'];
  actions: EntryActions;
}

function Place({ place: { entries, minute, width }, moving, actions }: PlaceProps) {
  const [entry] = entries;
  return (
    <div className={classes['place']} data-width={width} style={{ top: `${(minute / 60) * 100}%` }}>
      {entries.length === 1 ? (
        <CalendarEntry entry={entry} movingTo={moving.get(entry.id)} isMovable={actions.isMovable(entry)} isInGrid />
      ) : (
        <button type="button" tabIndex={-1} className={classes['more']} onClick={() => actions.showAll(entries)}>
          +{entries.length}
          <span className={classes['spoken']}> more from {timeOfDay(entry.at)}</span>
        </button>
      )}
    </div>
  );
}
