import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useMoveDraft } from '../../../shared/drafts/drafts.ts';
import { useReschedulePost } from '../../../shared/posts/post-changes.ts';
import { type Post, timeOfPost } from '../../../shared/posts/post-standing.ts';
import type { Entry } from '../entries/entry.ts';

/**
 * Outcome of moving an entry. `moved`: without a time it is a draft for the next free slot. `past`: the time has passed. `fixed`: it is
 * not one that can be moved.
 */
export type MoveOutcome = { readonly entry: Entry } & (
  | { readonly kind: 'moved'; readonly at: Date | null; readonly undo: () => Promise<void> }
  | { readonly kind: 'undone' }
  | { readonly kind: 'past'; readonly at: Date }
  | { readonly kind: 'fixed'; readonly why: string }
  | { readonly kind: 'failed'; readonly error: unknown }
);

/** The moves that are under way, and how the last one ended. */
export interface Moves {
  /** New times by the ids of the entries that are being moved; null for one that is not known yet, or for none. */
  readonly moving: ReadonlyMap<string, Date | null>;
  readonly outcome: MoveOutcome | null;
  /** Moves an entry to another time, unless it is there already, or to the next free slot of its profile. Never throws. */
  move(entry: Entry, to: Date | 'next'): Promise<void>;
  /** Says why an entry stays where it is. */
  refuse(entry: Entry, why: string): void;
  dismiss(): void;
}

/** Reads the next free slot of a profile; undefined where it has none. */
async function readNextSlot(profile: string): Promise<Date | undefined> {
  const { slots } = await client.slots.listSlots({ profile, free: true, limit: 1 });
  return slots[0] && new Date(slots[0].at);
}

interface Sent {
  readonly at: Date | null;
  readonly undo: () => Promise<unknown>;
}

/** Moves scheduled posts and drafts to other times. */
export function useMoves(): Moves {
  const reschedule = useReschedulePost();
  const moveDraft = useMoveDraft();
  const [moving, setMoving] = useState<ReadonlyMap<string, Date | null>>(new Map());
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null);

  const isPast = (entry: Entry, at: Date) => {
    if (at > new Date()) return false;
    setOutcome({ kind: 'past', entry, at });
    return true;
  };
  /** Sends a change, and shows the outcome that it returns. */
  const run = async (entry: Entry, at: Date | null, send: () => Promise<MoveOutcome>) => {
    setMoving((others) => new Map(others).set(entry.id, at));
    try {
      setOutcome(await send());
    } catch (error) {
      setOutcome({ kind: 'failed', entry, error });
    }
    setMoving((others) => new Map([...others].filter(([id]) => id !== entry.id)));
  };
  /** Sends the new time. @returns the time that the entry has now, and what undoes the change */
  const send = async ({ id, of, at: from }: Entry, to: Date | 'next'): Promise<Sent> => {
    if (of.kind === 'draft') {
      const [at, slot] = to === 'next' ? ([null, to] as const) : [to];
      const { updatedAt } = await moveDraft.mutateAsync({ id, at, updatedAt: of.draft.updatedAt, slot });
      return { at, undo: () => moveDraft.mutateAsync({ id, at: from, updatedAt, slot: of.draft.slot }) };
    }
    const moved = await reschedule.mutateAsync({ id, at: to });
    return { at: timeOfPost(moved), undo: async () => from && (await putBack(id, of.post, from)) };
  };
  /** Gives a post its former time; with its slot, where that is the next free one: a slot of choice cannot be asked for. */
  const putBack = async (id: string, { profile, slot }: Post, at: Date) => {
    const isAt = (time: Date | undefined) => time?.getTime() === at.getTime();
    if (slot && isAt(await readNextSlot(profile))) {
      const moved = await reschedule.mutateAsync({ id, at: slot });
      // The time that it has now may be an earlier slot, and another post may have taken this one meanwhile.
      if (isAt(timeOfPost(moved))) return;
    }
    await reschedule.mutateAsync({ id, at });
  };
  return {
    moving,
    outcome,
    async move(entry, to) {
      const wanted = to === 'next' ? null : to;
      if (wanted && entry.at?.getTime() === wanted.getTime()) return;
      setOutcome(null);
      if (wanted && isPast(entry, wanted)) return;
      await run(entry, wanted, async () => {
        const sent = await send(entry, to);
        if (sent.at && sent.at.getTime() === entry.at?.getTime()) {
          return { kind: 'fixed', entry, why: 'It is in the next free slot already.' };
        }
        const undo = async () => {
          if (entry.at && isPast(entry, entry.at)) return;
          await run(entry, entry.at, async () => {
            await sent.undo();
            return { kind: 'undone', entry };
          });
        };
        return { kind: 'moved', entry, at: sent.at, undo };
      });
    },
    refuse: (entry, why) => setOutcome({ kind: 'fixed', entry, why }),
    dismiss: () => setOutcome(null),
  };
}
