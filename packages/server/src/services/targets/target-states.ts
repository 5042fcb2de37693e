import type { Queryable, TargetState } from '../../store/schema.ts';
import { type TargetChange, updateTargetIn } from '../../store/targets.ts';

/**
 * Everything that can happen to a target of a post, and nothing else: the states it may be in before, and the one it is in
 * after. `unknown` is left only by evidence, which is a result or the user's word; nothing leads from it to being sent.
 *
 * ```
 *     defer ┐  ┌──────────────── postpone ───────────────┐
 *           ▼  ▼                                         │
 * (stored) pending ──── claim ────▶ sending ─── succeed ─┼──▶ published
 *   │         │                        │                 │        ▲
 *   │         ├─ refuse ─▶ failed ◀─ fail ── (correct) ──┼────────┤ prove, confirm
 *   │         │              │         └───── lose ──────┴──▶ unknown
 *   │         ◀──── retry ───┘                                    │
 *   │                        ◀────────────── deny ────────────────┘
 *   └─▶ missed, canceled (a scheduled post that was never begun)
 * ```
 */
export const TRANSITIONS = {
  /** Its bytes are about to leave. */
  claim: { from: ['pending'], to: 'sending' },
  /** It ended before anything was sent. */
  refuse: { from: ['pending'], to: 'failed' },
  /** The network accepted it. A late answer counts where the outcome was thought to be lost. */
  succeed: { from: ['sending', 'unknown'], to: 'published' },
  /** The network certainly did not accept it. */
  fail: { from: ['sending'], to: 'failed' },
  /** Nobody knows whether the network accepted it. */
  lose: { from: ['sending'], to: 'unknown' },
  /** The network certainly did not accept it now; it is sent again later. */
  postpone: { from: ['sending'], to: 'pending' },
  /** It could not be begun now; it is tried again later. */
  defer: { from: ['pending'], to: 'pending' },
  /** Reading the network showed it. */
  prove: { from: ['sending', 'unknown'], to: 'published' },
  /** The user saw it at the network. */
  confirm: { from: ['unknown'], to: 'published' },
  /** The user saw that the network does not have it. */
  deny: { from: ['unknown'], to: 'failed' },
  /** The user saw at the network what was reported, or settled, as failed. */
  correct: { from: ['failed'], to: 'published' },
  /** A backup was restored that was made while it was on its way: what happened after that is not in it. */
  doubt: { from: ['pending', 'sending'], to: 'unknown' },
  /** The user wants what failed to be sent again. */
  retry: { from: ['failed'], to: 'pending' },
  /** The user wants what failed to be sent again, which is refused before anything is sent. */
  decline: { from: ['failed'], to: 'failed' },
} as const satisfies Record<string, { from: readonly TargetState[]; to: TargetState }>;

export type TargetEvent = keyof typeof TRANSITIONS;

/**
 * Moves a target, if it is in a state that the event can happen in, in the attempt that the caller knows and, where named,
 * still this worker's (null: nobody's). False: it is not, and nothing changed.
 */
export function moveTarget(
  db: Queryable,
  event: TargetEvent,
  target: { readonly id: string; readonly attempt: number; readonly workerId?: string | null },
  change: TargetChange,
): Promise<boolean> {
  const { from, to } = TRANSITIONS[event];
  return updateTargetIn(db, target, from, { ...change, state: to });
}
