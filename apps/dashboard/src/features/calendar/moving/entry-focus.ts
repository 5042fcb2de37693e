import { useEffect, useRef } from 'react';
import { focusHeading } from '../../../ui/page/navigation.ts';
import type { Entry } from '../entries/entry.ts';
import type { MoveOutcome } from './moves.ts';

/** Moves the focus to an entry in the calendar. Returns false when it is not shown. */
export function focusEntry(id: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/**
 * Keeps the focus at an entry that was moved: at its new place it is another element.
 * @param entries those that are shown; what was moved may come with the first change of them after the outcome
 */
export function useFollow(outcome: MoveOutcome | null, entries: readonly Entry[] | undefined): void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const { id } = outcome.entry;
    const isLeaving = document.activeElement?.closest('[data-entry]')?.getAttribute('data-entry') === id;
    const isMissed = isLost() && !focusEntry(id);
    if (isMissed) focusHeading({ preventScroll: true });
    awaited.current = isLeaving || isMissed ? id : null;
  }, [outcome]);
  useEffect(() => {
    const id = awaited.current;
    awaited.current = null;
    if (id === null || !(isLost() || document.activeElement?.matches('h1'))) return;
    if (!focusEntry(id)) focusHeading({ preventScroll: true });
  }, [entries]);
}

function isLost(): boolean {
  return document.activeElement === document.body;
}
