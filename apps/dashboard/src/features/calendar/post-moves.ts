import { useState } from 'react';
import { readersZone } from '../../ui/moment.tsx';
import { idOf } from '../posts/list/post-pages.ts';
import { useReschedulePost } from '../posts/post.ts';
import { type Post, timeOf } from '../posts/post-standing.ts';
import { dayKey } from './month.ts';
import { movedTo } from './moved-time.ts';

/** What came of moving a post. */
export type MoveOutcome = { readonly post: Post } & (
  | { readonly kind: 'moved'; readonly from: Date; readonly at: Date }
  | { readonly kind: 'undone'; readonly at: Date }
  | { readonly kind: 'over'; readonly at: Date }
  | { readonly kind: 'failed'; readonly error: unknown }
);

/** The posts that are on their way to another day, and what came of the last one. */
export interface PostMoves {
  /** Where posts are being moved to, by their ids. */
  readonly moving: ReadonlyMap<string, Date>;
  readonly outcome: MoveOutcome | null;
  /** Moves a post to a day at its time of day. Never throws. */
  moveToDay(post: Post, day: Date): Promise<void>;
  /** Moves a post back to where it was. Never throws. */
  undo(post: Post, from: Date): Promise<void>;
  dismiss(): void;
}

/** When a post would go out on another day; null on the day it is on. */
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
