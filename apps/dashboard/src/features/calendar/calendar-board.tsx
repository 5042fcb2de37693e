import { type ComponentProps, useCallback, useMemo } from 'react';
import { useAccounts } from '../../shared/connections/all-accounts.ts';
import { useMay, useRole } from '../../shared/session/role.ts';
import { useSubject } from '../../ui/dialogs/subject.ts';
import type { View } from './address.ts';
import { AllEntries } from './all-entries.tsx';
import classes from './calendar.module.css';
import { dayOf, proposedTime, readDay } from './days/days.ts';
import { DraftsShelf } from './drafts-shelf.tsx';
import { byDay, type Entry, isTimed, type TimedEntry } from './entries/entry.ts';
import { AccountsContext } from './entries/entry-accounts.tsx';
import type { EntryActions } from './entries/entry-actions.ts';
import { DayList } from './list/day-list.tsx';
import { MonthGrid } from './month/month-grid.tsx';
import { timeOnDay } from './month/time-on-day.ts';
import { useDrag } from './moving/drag.ts';
import { useFollow } from './moving/entry-focus.ts';
import { whyFixed } from './moving/fixed.ts';
import { useHand } from './moving/hand.ts';
import { KeyMove } from './moving/key-move.tsx';
import { MoveDialog } from './moving/move-dialog.tsx';
import { MoveNotice } from './moving/move-notice.tsx';
import { useMoveRequests } from './moving/move-requests.ts';
import { useMoves } from './moving/moves.ts';
import { atSlot, type FreeSlots, slotAround } from './slots/slot-times.ts';
import { timeAtHeight } from './week/hour-cells.ts';
import { WeekGrid } from './week/week-grid.tsx';

interface CalendarBoardProps {
  view: View;
  /** A day that is shown. */
  day: Date;
  /** All days that are shown. */
  days: readonly Date[];
  /** Posts and drafts; undefined while they load. */
  entries: readonly Entry[] | undefined;
  areDraftsCut: boolean;
  slots: FreeSlots;
  now: Date;
  onShow: (day: Date) => void;
}

/** The days with their entries, beside the drafts without a time; entries are moved between them. */
export function CalendarBoard({ view, day, days, entries, areDraftsCut, slots, now, onShow }: CalendarBoardProps) {
  const moves = useMoves();
  const hand = useHand();
  const may = useMay();
  const role = useRole();
  const accounts = useAccounts();
  const asked = useSubject<Entry>();
  const crowd = useSubject<readonly TimedEntry[]>();
  useFollow(moves.outcome, entries);
  const byId = useMemo(() => new Map(entries?.map((entry) => [entry.id, entry])), [entries]);
  const timed = useMemo(() => entries && byDay(entries.filter(isTimed)), [entries]);
  const untimed = useMemo(() => entries?.filter((entry) => !isTimed(entry)), [entries]);
  // The role decides what the reader may do
  const actions = useMemo<EntryActions>(
    () => ({ isMovable: (entry) => whyFixed(entry, may) === null, showAll: crowd.open }),
    [role],
  );
  const entryOf = (element: Element) => byId.get(element.getAttribute('data-entry') ?? '');
  const drag = useDrag({
    hand,
    moves,
    entryOf,
    timeAt: (place, entry, top) => {
      const cell = place.closest('[data-cell]');
      if (!cell) return null;
      if (view === 'week') return atSlot(timeAtHeight(cell, top), slots, entry.profile);
      const target = readDay(cell.getAttribute('data-cell'));
      return target && (slotAround(place, entry.profile) ?? timeOnDay(entry, target));
    },
  });
  const startOf = (entry: Entry) => entry.at ?? firstTime(days, now);
  const take = (entry: Entry) => {
    moves.dismiss();
    crowd.close();
    hand.take(entry, 'keys', startOf(entry));
  };
  const ask = (entry: Entry) => {
    crowd.close();
    asked.open(entry);
  };
  const asking = useMoveRequests({ moves, entryOf, onTake: take, onAsk: ask });
  const showHeld = useCallback(
    (at: Date) => {
      const shown = dayOf(at).getTime();
      if (shown < (days[0]?.getTime() ?? 0) || shown > (days.at(-1)?.getTime() ?? 0)) onShow(at);
    },
    [days, onShow],
  );
  const shown = { days, entries: timed, slots, now, moves, actions };
  return (
    <div {...asking} {...drag}>
      <AccountsContext value={accounts}>
        <div className={classes['board']} data-view={view}>
          <Days {...shown} view={view} month={day} hand={hand} onTurn={onShow} />
          <DraftsShelf drafts={untimed} isKept={view === 'week'} isCut={areDraftsCut} moves={moves} actions={actions} />
        </div>
        <KeyMove hand={hand} moves={moves} view={view} slots={slots} onShow={showHeld} />
        <MoveNotice moves={moves} />
        <AllEntries
          entries={crowd.subject ?? []}
          isOpen={crowd.isOpen}
          moves={moves}
          actions={actions}
          onClose={crowd.close}
        />
      </AccountsContext>
      <MoveDialog
        entry={asked.subject}
        from={asked.subject ? startOf(asked.subject) : now}
        isOpen={asked.isOpen}
        onMove={(entry, to) => {
          asked.close();
          void moves.move(entry, to);
        }}
        onTake={(entry) => {
          asked.close();
          take(entry);
        }}
        onClose={asked.close}
      />
    </div>
  );
}

/** The days as the view shows them. */
function Days({ view, month, ...shown }: ComponentProps<typeof MonthGrid> & { view: View }) {
  if (view === 'week') return <WeekGrid {...shown} />;
  if (view === 'month') return <MonthGrid {...shown} month={month} />;
  const { hand, onTurn, ...listed } = shown;
  return <DayList {...listed} />;
}

/** Returns the time at which a draft without a time begins to be moved: on the first shown day that is not over. */
function firstTime(days: readonly Date[], now: Date): Date {
  for (const day of days) {
    const at = proposedTime(day, now);
    if (at) return at;
  }
  return new Date(now.getTime() + 24 * 3_600_000);
}
