import { useEffect } from 'react';
import { focusHeading } from '../../../ui/page/navigation.ts';
import type { MoveOutcome } from '../moving/moves.ts';

/** Moves the focus to an entry in the calendar. Returns false when it is not shown. */
export function focusEntry(id: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
  return link !== null;
}

/** Keeps the focus at an entry that was moved: at its new place it is another element. */
export function useFollow(outcome: MoveOutcome | null): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (outcome && isLost && !focusEntry(outcome.entry.id)) focusHeading({ preventScroll: true });
  }, [outcome]);
}
