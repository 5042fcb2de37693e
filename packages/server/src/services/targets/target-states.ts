import type { NewActivity } from '../../store/activity-log.ts';
import type { TargetState } from '../../store/schema.ts';

/**
 * Effect of an event on the credits of a target. `charge` takes the credits even when their hold was released long ago;
 * `charge if covered` takes none where the balance does not suffice then; `keep` keeps the hold, for a next attempt too.
 */
export type Money = 'keep' | 'charge' | 'charge if covered' | 'release';

interface Transition {
  /** States in which the event can happen. */
  readonly from: readonly TargetState[];
  /** State that follows. */
  readonly to: TargetState;
  readonly money: Money;
  /** Status of the log entry; null for events that are not logged. */
  readonly log: NewActivity['status'] | null;
}

/**
 * Every event of a target, with its effects on credits and log. A target leaves `unknown` only by evidence, that is a result or the user's
 * word. One event leads back from there to sending: `repeat`, where the network takes the same request only once.
 *
 * ```
 *     defer ┐  ┌──────────────── postpone ───────────────┐
 *           ▼  ▼                                         │
 * (stored) pending ──── claim ────▶ sending ─── succeed ─┼──▶ published    (stored as sending where the request follows at once)
 *   │         │                      ▲ │                 │        ▲
 *   │         ├─ refuse ─▶ failed ◀─ fail ── (correct) ──┼────────┤ prove, confirm
 *   │         │              │       │ └───── lose ──────┴──▶ unknown
 *   │         ◀──── retry ───┘       └──────────────── repeat ────┤
 *   │                        ◀────────────── deny ────────────────┘
 *   └─▶ missed, canceled (a scheduled post that was never begun)
 * ```
 */
export const TRANSITIONS = {
  /** The first byte is about to leave. */
  claim: { from: ['pending'], to: 'sending', money: 'keep', log: null },
  /** The target ended before anything was sent. */
  refuse: { from: ['pending'], to: 'failed', money: 'release', log: 'failed' },
  /** The network accepted the post. A late answer counts even when the outcome is `unknown` already. */
  succeed: { from: ['sending', 'unknown'], to: 'published', money: 'charge if covered', log: 'success' },
  /** The network certainly did not accept the post. */
  fail: { from: ['sending'], to: 'failed', money: 'release', log: 'failed' },
  /** The network may or may not have accepted the post. */
  lose: { from: ['sending'], to: 'unknown', money: 'keep', log: 'unknown' },
  /** The network certainly did not accept the post; it is sent again later. */
  postpone: { from: ['sending'], to: 'pending', money: 'keep', log: 'failed' },
  /** The attempt could not begin; it is repeated later. */
  defer: { from: ['pending'], to: 'pending', money: 'keep', log: 'failed' },
  /** No look found the post, and the network carries the same request out only once. The caller reopens the post. */
  repeat: { from: ['unknown'], to: 'sending', money: 'keep', log: null },
  /** Reading the account showed the post. */
  prove: { from: ['sending', 'unknown'], to: 'published', money: 'charge if covered', log: 'success' },
  /** The user saw the post at the network. */
  confirm: { from: ['unknown'], to: 'published', money: 'charge', log: 'success' },
  /** The user saw that the network does not have the post. */
  deny: { from: ['unknown'], to: 'failed', money: 'release', log: 'failed' },
  /** The user saw a post at the network whose target is `failed`. */
  correct: { from: ['failed'], to: 'published', money: 'charge', log: 'success' },
  /** A backup was restored that was made while the target was on its way, so its outcome is not in the backup. */
  doubt: { from: ['pending', 'sending'], to: 'unknown', money: 'keep', log: 'unknown' },
  /** The user sends a failed target again. The caller holds the credits of all its targets at once, and reopens the post. */
  retry: { from: ['failed'], to: 'pending', money: 'keep', log: null },
  /** The user sends a failed target again, and it is refused before anything is sent. */
  decline: { from: ['failed'], to: 'failed', money: 'keep', log: 'failed' },
} as const satisfies Record<string, Transition>;

export type TargetEvent = keyof typeof TRANSITIONS;
