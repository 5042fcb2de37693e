import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import classes from '../calendar.module.css';
import { timeOfDay } from '../days/days.ts';
import { atMinute, isRepeated, minuteOf } from '../days/hours.ts';
import { type Entry, isWaitingForSlot } from '../entries/entry.ts';
import type { MoveOutcome, Moves } from './moves.ts';

/** Says how moving an entry ended and offers to undo it. Stays in view while the reader scrolls. */
export function MoveNotice({ moves }: { moves: Moves }) {
  const { outcome } = moves;
  const leave = () => {
    moves.dismiss();
    focusHeading({ preventScroll: true });
  };
  const close = (
    <Button variant="default" size="xs" onClick={leave}>
      Close
    </Button>
  );
  const isDone = outcome?.kind === 'moved' || outcome?.kind === 'undone';
  return (
    <div className={classes['outcome']}>
      <LiveRegion>{isDone ? <Done outcome={outcome} moves={moves} close={close} /> : null}</LiveRegion>
      {outcome?.kind === 'past' ? (
        <Notice
          tone="problem"
          title={
            <>
              Not moved: <Moment at={outcome.at.toISOString()} as="weekday" /> is over
            </>
          }
          actions={close}
        >
          <Text size="sm">
            Nothing was changed: <Whereabouts entry={outcome.entry} />. Choose a later time, or{' '}
            <EntryLink entry={outcome.entry}>open it</EntryLink>.
          </Text>
        </Notice>
      ) : null}
      {outcome?.kind === 'fixed' ? (
        <Notice tone="problem" title="This cannot be moved" actions={close}>
          <Text size="sm">
            {outcome.why} <EntryLink entry={outcome.entry}>See it</EntryLink>
          </Text>
        </Notice>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <FailureNotice
          title="Not moved"
          error={outcome.error}
          effect="The calendar was read again and shows it as it stands now."
          uncertain="It may have been moved anyway: check where it is before you move it again."
          actions={
            <>
              <EntryLink entry={outcome.entry}>See it</EntryLink>
              {close}
            </>
          }
        />
      ) : null}
    </div>
  );
}

interface DoneProps {
  outcome: Extract<MoveOutcome, { kind: 'moved' | 'undone' }>;
  moves: Moves;
  close: ReactNode;
}

function Done({ outcome, moves, close }: DoneProps) {
  const { entry } = outcome;
  const undo = (move: Extract<MoveOutcome, { kind: 'moved' }>) => {
    focusHeading({ preventScroll: true });
    return move.undo();
  };
  return (
    <Notice
      tone="ok"
      title={<Title outcome={outcome} />}
      actions={
        <>
          {outcome.kind === 'moved' ? (
            <Button variant="default" size="xs" loading={moves.moving.has(entry.id)} onClick={() => undo(outcome)}>
              Undo
            </Button>
          ) : null}
          {close}
        </>
      }
    >
      {outcome.kind === 'moved' && outcome.at ? <ClockNote from={entry.at} at={outcome.at} /> : null}
    </Notice>
  );
}

function Title({ outcome }: Pick<DoneProps, 'outcome'>) {
  const { entry } = outcome;
  if (outcome.kind === 'moved') {
    if (!outcome.at) return 'The draft is for the next free slot';
    return (
      <>
        Moved to <Moment at={outcome.at.toISOString()} as="weekday" />
      </>
    );
  }
  if (!entry.at)
    return isWaitingForSlot(entry) ? 'The draft is for the next free slot again' : 'The draft has no time again';
  return (
    <>
      Moved back to <Moment at={entry.at.toISOString()} as="weekday" />
    </>
  );
}

/** Says what a change of the clocks has done to a time. */
function ClockNote({ from, at }: { from: Date | null; at: Date }) {
  if (isRepeated(at)) {
    return <Text size="sm">Clocks go back on that day and show this time twice: it is the second one.</Text>;
  }
  if (!from || timeOfDay(from) === timeOfDay(at)) return null;
  const isSkipped = minuteOf(atMinute(at, minuteOf(from))) !== minuteOf(from);
  return isSkipped ? <Text size="sm">Clocks go forward on that day, and {timeOfDay(from)} is skipped.</Text> : null;
}

function Whereabouts({ entry }: { entry: Entry }) {
  const { at, state } = entry;
  if (!at) return isWaitingForSlot(entry) ? 'the draft is still for the next free slot' : 'the draft still has no time';
  return (
    <>
      it is still {state === 'draft' ? 'planned' : 'scheduled'} for <Moment at={at.toISOString()} as="weekday" />
    </>
  );
}

function EntryLink({ entry, children }: { entry: Entry; children: string }) {
  return <InlineLink href={entry.href}>{children}</InlineLink>;
}
