import { useState, useSyncExternalStore } from 'react';
import type { Entry } from '../entries/entry.ts';

/** The entry that is being moved, and the time at which it would be put down. */
export interface Held {
  readonly entry: Entry;
  readonly by: 'pointer' | 'keys';
  /** Pixels from the top of the entry to the pointer that has taken it. */
  readonly grabPx: number;
  /** The time that it is held over; null while the pointer is elsewhere. */
  readonly at: Date | null;
}

/**
 * Holds the entry that is being moved. It is outside of the components' state: a move over the page draws only what shows
 * the place, not the calendar.
 */
export interface Hand {
  readonly get: () => Held | null;
  take(entry: Entry, by: Held['by'], at: Date | null, grabPx?: number): void;
  /** Holds the entry over another time. */
  over(at: Date | null): void;
  letGo(): void;
  readonly subscribe: (listener: () => void) => () => void;
}

function createHand(): Hand {
  let held: Held | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Held | null) => {
    held = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => held,
    take: (entry, by, at, grabPx = 0) => set({ entry, by, grabPx, at }),
    over(at) {
      if (held && held.at?.getTime() !== at?.getTime()) set({ ...held, at });
    },
    letGo: () => set(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a hand that stays the same as long as the component is shown. */
export function useHand(): Hand {
  return useState(createHand)[0];
}

/** Returns what a component needs to know of the held entry, and draws it again when that has changed. */
export function useHeld<Value extends string | number | Held | null>(
  { get, subscribe }: Hand,
  select: (held: Held | null) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => select(get()));
}

/** Says what putting an entry down would do. */
export function offerAt(at: Date, time: string): { readonly isRefused: boolean; readonly words: string } {
  const isRefused = at <= new Date();
  return { isRefused, words: isRefused ? `${time} has passed` : `Move to ${time}` };
}
