import { useState } from 'react';
import { readersZone } from '../../../ui/values/moment.tsx';
import { idOf } from '../../posts/list/post-pages.ts';
import { useReschedulePost } from '../../posts/post-changes.ts';
import { type Post, timeOf } from '../../posts/post-standing.ts';
import { dayKey } from '../month/month.ts';
import { movedTo } from './moved-time.ts';

/** Outcome of moving a post. `over`: its time on that day has passed. */
export type MoveOutcome = { readonly post: Post } & (
  | { readonly kind: 'moved'; readonly from: Date; readonly at: Date }
  | { readonly kind: 'undone'; readonly at: Date }
  | { readonly kind: 'over'; readonly at: Date }
  | { readonly kind: 'failed'; readonly error: unknown }
);

/** The moves that are under way, and how the last one ended. */
export interface PostMoves {
  /** New times by the ids of the posts that are being moved. */
  readonly moving: ReadonlyMap<string, Date>;
  readonly outcome: MoveOutcome | null;
  /** Moves a post to another day at the same time of day. Never throws. */
  moveToDay(post: Post, day: Date): Promise<void>;
  /** Moves a post back to where it was. Never throws. */
  undo(post: Post, from: Date): Promise<void>;
  dismiss(): void;
}

/** Returns the time at which a post would go out on another day, or null for the day it is on. */
export function timeOnDay(post: Post, day: Date): Date | null {
  const from = timeOf(post);
  return dayKey(from) === dayKey(day) ? null : movedTo(from, dayKey(day), readersZone);
}

/** Moves scheduled posts to other days. */
export function usePostMoves(): PostMoves {
  const reschedule = useReschedulePost();
  const [moving, setMoving] = useState<ReadonlyMap<string, Date>>(new Map());
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null);

  const move = async (post: Post, at: Date, moved: MoveOutcome) => {
    if (at <= new Date()) return setOutcome({ kind: 'over', post, at });
    const id = idOf(post);
    setMoving((others) => new Map(others).set(id, at));
    try {
      await reschedule.mutateAsync({ id, at });
      setOutcome(moved);
    } catch (error) {
      setOutcome({ kind: 'failed', post, error });
    }
    setMoving((others) => new Map([...others].filter(([other]) => other !== id)));
  };
  return {
    moving,
    outcome,
    async moveToDay(post, day) {
      const at = timeOnDay(post, day);
      if (!at) return;
      setOutcome(null);
      await move(post, at, { kind: 'moved', post, from: timeOf(post), at });
    },
    undo: (post, from) => move(post, from, { kind: 'undone', post, at: from }),
    dismiss: () => setOutcome(null),
  };
}
