import { Kbd, Paper, Text, VisuallyHidden } from '@mantine/core';
import { shorten } from '@social/rules';
import { useEffect } from 'react';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { Moment, readersZone } from '../../../ui/values/moment.tsx';
import type { View } from '../address.ts';
import classes from '../calendar.module.css';
import { addDays, dayKey } from '../days/days.ts';
import { step } from '../days/hours.ts';
import type { Entry } from '../entries/entry.ts';
import { type FreeSlots, stopAtSlot } from '../slots/slot-times.ts';
import { focusEntry } from './entry-focus.ts';
import { type Hand, useHeld } from './hand.ts';
import { movedTo } from './moved-time.ts';
import type { Moves } from './moves.ts';

const NAME_LENGTH = 40;

interface KeyMoveProps {
  hand: Hand;
  moves: Moves;
  view: View;
  slots: FreeSlots;
  /** Shows the day that an entry is held over. */
  onShow: (at: Date) => void;
}

/** Moves an entry by the keyboard: the arrow keys hold it over another time, Enter puts it down, Escape leaves it. */
export function KeyMove({ hand, moves, view, slots, onShow }: KeyMoveProps) {
  const held = useHeld(hand, (now) => (now?.by === 'keys' ? now : null));
  useEffect(() => {
    if (!held?.at) return;
    const { entry, at } = held;
    const putBack = () => {
      hand.letGo();
      if (entry.at) onShow(entry.at);
    };
    const leave = () => {
      putBack();
      if (!focusEntry(entry.id)) focusHeading({ preventScroll: true });
    };
    const onKey = (event: KeyboardEvent) => {
      if (isField(event.target)) return putBack();
      // The focus goes on from the entry, and what it comes to must not move it.
      if (event.key === 'Tab') return leave();
      const isEnd = event.key === 'Enter' || event.key === 'Escape';
      const next = isEnd ? at : heldOver(at, event.key, view, (to) => stopAtSlot(at, to, slots, entry.profile));
      if (!next && !isCharacter(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!next) return;
      if (event.key === 'Escape') return leave();
      if (event.key === 'Enter') {
        hand.letGo();
        return void moves.move(entry, at);
      }
      hand.over(next);
      onShow(next);
    };
    addEventListener('keydown', onKey, { capture: true });
    addEventListener('pointerdown', leave);
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
      removeEventListener('pointerdown', leave);
    };
  }, [held, hand, moves, view, slots, onShow]);
  return (
    <div className={classes['outcome']}>
      {held ? (
        <Paper withBorder p="sm" shadow="md">
          <Text size="sm">
            Moving {nameOf(held.entry)}: <Kbd>←</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>→</Kbd> choose the time,{' '}
            <Kbd>Enter</Kbd> moves it, <Kbd>Esc</Kbd> leaves it.
          </Text>
        </Paper>
      ) : null}
      <LiveRegion>
        {held?.at ? (
          <Paper withBorder px="sm" py={4} shadow="md" mt={4}>
            <Text size="sm" fw={600}>
              <Moment at={held.at.toISOString()} as="weekday" />
              {held.at <= new Date() ? ' has passed' : ''}
              <VisuallyHidden> is where it would go</VisuallyHidden>
            </Text>
          </Paper>
        ) : null}
      </LiveRegion>
    </div>
  );
}

/** Returns true for a place to write in, such as that of the command palette. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea');
}

/** Returns true for a key that writes: a shortcut would leave an entry in the hand. */
function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** Returns an entry's first words, in quotation marks. */
export function nameOf({ text, state }: Entry): string {
  return text ? `“${shorten(text, NAME_LENGTH)}”` : `the ${state === 'draft' ? 'draft' : 'post'} without text`;
}

/**
 * Returns the time that a key holds an entry over, or null for any other key. A month shows no times: its arrows keep them.
 * @param stop returns a time on the way to another one, or that one
 */
function heldOver(at: Date, key: string, view: View, stop: (to: Date) => Date): Date | null {
  const daysLater = (count: number) => movedTo(at, dayKey(addDays(at, count)), readersZone);
  if (key === 'ArrowLeft') return daysLater(-1);
  if (key === 'ArrowRight') return daysLater(1);
  if (key === 'PageUp') return daysLater(-7);
  if (key === 'PageDown') return daysLater(7);
  if (key === 'ArrowUp') return view === 'month' ? daysLater(-7) : stop(step(at, -1));
  if (key === 'ArrowDown') return view === 'month' ? daysLater(7) : stop(step(at, 1));
  return null;
}
