// Below every step of a publish: the states of a target, and the one function that moves it. `accept.ts` stores targets; after
// that `send.ts` claims them, `settle.ts` ends them, `recover.ts` continues what a dead process left, and a person has them sent again
// (`accept.ts`) or resolves them (`services/posts`), each by an event of this table. What the steps use stands here too.

import { outcomeOf, postCost } from '@social/rules';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import type { LinkCards } from '../../media/card/link-cards.ts';
import type { MediaSource } from '../../media/keep/media-source.ts';
import { appendActivity, type NewActivity } from '../../store/activity-log.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { atomically } from '../../store/database/statements.ts';
import { findPostRow, finishPost, type PostRow } from '../../store/posts/posts.ts';
import type { Database, Queryable, TargetState } from '../../store/schema.ts';
import { markDue } from '../../store/targets/channels.ts';
import {
  annotateTarget,
  type MovedTarget,
  type TargetChange,
  type TargetRow,
  targetsOfPost,
  updateTargetIn,
} from '../../store/targets/targets.ts';
import { type NewWebhookEvent, recordEvent, wantsKind } from '../../store/webhooks/webhook-events.ts';
import type { Connections } from '../connections/connections.ts';
import type { Tokens } from '../connections/tokens.ts';
import { type KnownTarget, partOf, resultEntry } from '../contents/target-log.ts';
import type { FollowCopies } from '../copies/follow-copies.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import type { EndedReservation, Reservations } from '../credits/reservations.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { FindNextSlot } from '../slots/slots.ts';
import type { Worker } from '../workers/worker.ts';

/** What the rest of the server gives to publishing. */
export interface EngineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly worker: Worker;
  readonly plans: PlanCatalogue;
  readonly credits: Credits;
  readonly quotas: QuotaChecks;
  readonly connections: Connections;
  readonly platforms: Platforms;
  readonly tokens: Tokens;
  readonly reads: UpstreamReads;
  readonly media: MediaSource;
  readonly linkCards: LinkCards;
  readonly followCopies: FollowCopies;
  readonly findNextSlot: FindNextSlot;
  /** Limit of a call to a network, in milliseconds; of one that uploads, four times as long. */
  readonly upstreamTimeoutMs: number;
  /** Longest time, in milliseconds, that a call waits for its platforms. */
  readonly publishTimeoutMs: number;
  /** Longest delay after which a post is still sent, in milliseconds. */
  readonly latenessWindowMs: number;
}

/**
 * Effect of an event on the credits of a target. `charge` takes the credits even when they were released long ago;
 * `charge if covered` takes none where the balance does not suffice then; `keep` keeps them reserved, for a next attempt too.
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
 *   │         ├─ refuse ─▶ failed ◀─ fail ── (correct) ──┼────────┤ succeed, confirm
 *   │         │              │       │ └───── lose ──────┴──▶ unknown
 *   │         ◀──── retry ───┘       └──────────────── repeat ────┤
 *   │                        ◀────────────── deny ────────────────┘
 *   └─▶ missed, canceled (a scheduled post that was never begun)
 * ```
 * `deny` ends as failed and `correct` as published. Not drawn: `doubt`, from pending and sending to unknown, once a backup was restored;
 * `decline`, a retry that leaves the target failed.
 */
export const TRANSITIONS = {
  /** The first byte is about to leave. */
  claim: { from: ['pending'], to: 'sending', money: 'keep', log: null },
  /** The target ended before anything was sent. */
  refuse: { from: ['pending'], to: 'failed', money: 'release', log: 'failed' },
  /** The network has the post, by its answer or by a look. A late answer counts even when the outcome is `unknown` already. */
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
  /** The user saw the post at the network. */
  confirm: { from: ['unknown'], to: 'published', money: 'charge', log: 'success' },
  /** The user saw that the network does not have the post. */
  deny: { from: ['unknown'], to: 'failed', money: 'release', log: 'failed' },
  /** The user saw a post at the network whose target is `failed`. */
  correct: { from: ['failed'], to: 'published', money: 'charge', log: 'success' },
  /** A backup was restored that was made while the target was on its way, so its outcome is not in the backup. */
  doubt: { from: ['pending', 'sending'], to: 'unknown', money: 'keep', log: 'unknown' },
  /** The user sends a failed target again. The caller reserves the credits of all its targets at once, and reopens the post. */
  retry: { from: ['failed'], to: 'pending', money: 'keep', log: null },
  /** The user sends a failed target again, and it is refused before anything is sent. */
  decline: { from: ['failed'], to: 'failed', money: 'keep', log: 'failed' },
} as const satisfies Record<string, Transition>;

export type TargetEvent = keyof typeof TRANSITIONS;

/** New values of a target, and what the log says about them. */
export interface EventDetails {
  readonly change: TargetChange;
  /** Worker that must still have the target, null for none; without it, any worker may have the target. */
  readonly by?: string | null;
  /** Details of the log entry; without them, the event is not logged, since another entry covers it. */
  readonly logged?: Readonly<Record<string, unknown>>;
}

/** Effects of an event. */
export interface Applied {
  /** The target as it is now. */
  readonly target: TargetRow;
  /** Post that ended with the target; undefined while another target is on its way. */
  readonly ended: PostRow | undefined;
  /** All targets of the post, where they had to be read. */
  readonly targets?: readonly TargetRow[];
}

/** The only place that moves a target, with the effects on credits and log that `TRANSITIONS` names. */
export class TargetStates {
  readonly #reservations: Pick<Reservations, 'chargeTarget' | 'releaseTarget'>;

  constructor(reservations: Pick<Reservations, 'chargeTarget' | 'releaseTarget'>) {
    this.#reservations = reservations;
  }

  /**
   * Applies an event to a target: moves it, charges or releases its credits, logs the result and finishes the post after its
   * last target. Does all of it or nothing, in the transaction that is open or else in a new one.
   * @returns null when the target has another attempt or worker, or the event cannot happen in its state; nothing changes then
   * @throws AppError insufficient_credits for an event that must be paid for
   */
  apply(db: Queryable, event: TargetEvent, known: KnownTarget, details: EventDetails): Promise<Applied | null> {
    return atomically(db, (trx) => this.#applyIn(trx, event, known, details));
  }

  async #applyIn(
    trx: Queryable,
    event: TargetEvent,
    { target, content, profile }: KnownTarget,
    { change, by, logged }: EventDetails,
  ): Promise<Applied | null> {
    const { from, to, money, log: status } = TRANSITIONS[event];
    const isLogged = status !== null && logged !== undefined;
    const price = money === 'charge' || money === 'charge if covered' ? { credits: postCost(target.platform) } : {};
    const expected = { id: target.id, attempt: target.attempt, ...(by !== undefined && { workerId: by }) };
    const found = await updateTargetIn(trx, expected, from, { ...change, ...price, state: to });
    if (!found) return null;
    const { target: moved } = found;
    const { credits, logNumber } = await this.#pay(trx, money, moved, isLogged);
    if (price.credits !== undefined && credits !== price.credits) await annotateTarget(trx, target.id, { credits });
    const at = change.updated_at;
    if (isLogged) {
      const result = { status, at, profile, text: content.text, credits };
      await appendActivity(trx, resultEntry(target, result, logged), logNumber);
    }
    // A target that had ended before does not end its post again.
    const mayEnd = !isOpen(to) && from.some(isOpen);
    // A log entry has locked it already.
    if (mayEnd && found.eventKinds !== null && !isLogged) await lockWorkspace(trx, moved.workspace_id);
    const ended = mayEnd ? await finishPost(trx, target.post_id, at) : undefined;
    const targets = found.eventKinds === null ? undefined : await tellOutcome(trx, found, { ended, from, at });
    // After the log entry, which locks the workspace: a transaction that takes a lease locks its workspace first.
    const { due_at, channel: id, workspace_id } = moved;
    if (due_at !== null && id !== null) await markDue(trx, [{ id, workspace_id, due_at }]);
    const paid = { ...(money !== 'keep' && { held: 0 }), ...(price.credits !== undefined && { credits }) };
    return { target: { ...moved, ...paid }, ended, ...(targets && { targets }) };
  }

  async #pay(trx: Queryable, money: Money, target: TargetRow, isLogged: boolean): Promise<EndedReservation> {
    switch (money) {
      case 'keep':
        return { credits: 0 };
      case 'release':
        return this.#reservations.releaseTarget(trx, target, isLogged);
      case 'charge':
        return this.#charge(trx, target, isLogged);
      case 'charge if covered':
        return this.#charge(trx, target, isLogged).catch((error: unknown) => {
          // The reservation was released a day ago and the credits were spent since. The post is published without a charge.
          if (error instanceof AppError && error.code === 'insufficient_credits') return { credits: 0 };
          throw error;
        });
    }
  }

  /** Charges a published target, even when its reservation was released long ago. */
  #charge(trx: Queryable, target: TargetRow, isLogged: boolean): Promise<EndedReservation> {
    const { post_id: postId, platform } = target;
    const metadata = { postId, platform, ...partOf(target) };
    const reason = { action: 'post.published', operationId: postId, metadata };
    return this.#reservations.chargeTarget(trx, { ...target, price: postCost(platform) }, reason, isLogged);
  }
}

/**
 * Records the new outcome of a post that has ended with a target, or whose outcome became another one long after.
 * @returns the targets of the post, where they had to be read
 */
async function tellOutcome(
  trx: Queryable,
  { target, eventKinds }: MovedTarget,
  { ended, from, at }: { ended: PostRow | undefined; from: readonly TargetState[]; at: string },
): Promise<TargetRow[] | undefined> {
  if (!ended && (isOpen(target.state) || !(await hasEnded(trx, target.post_id)))) return undefined;
  const targets = ended && hasOneTarget(ended) ? undefined : await targetsOfPost(trx, target.post_id);
  const now = targets ?? [target];
  const post = { id: target.post_id, workspace_id: target.workspace_id, status: 'published' } as const;
  if (!ended) {
    // A target whose post had ended was in the one state of the event that is not open.
    const before = from.find((state) => !isOpen(state)) ?? target.state;
    const earlier = now.map((one) => (one.id === target.id ? { ...one, state: before } : one));
    if (outcomeOfTargets(post.status, earlier) === outcomeOfTargets(post.status, now)) return targets;
  }
  const event = outcomeEvent(post, now, at);
  if (event && wantsKind(eventKinds, event.kind)) await recordEvent(trx, event);
  return targets;
}

/** Returns true for a post that certainly has one target: one platform, no comments, and no thread, also none of its own for the platform. */
export function hasOneTarget({ thread, comments, overrides, platforms }: PostRow): boolean {
  return thread === null && comments === null && overrides === null && (JSON.parse(platforms) as string[]).length === 1;
}

/** Runs after the workspace is locked: another transaction may have ended the post while the UPDATE waited for the target's row. */
async function hasEnded(trx: Queryable, postId: string): Promise<boolean> {
  return (await findPostRow(trx, postId))?.status === 'published';
}

/** Returns true for the states that keep a post from being finished. */
export function isOpen(state: TargetState): boolean {
  return state === 'pending' || state === 'sending';
}

/** The columns of a target that its post's outcome depends on. */
type TargetInOutcome = Pick<TargetRow, 'state' | 'removed_at'>;

/**
 * Makes the event of a post whose outcome has changed.
 * @returns null while the post is under way, which is no event
 */
export function outcomeEvent(
  post: Pick<PostRow, 'id' | 'workspace_id' | 'status'>,
  targets: readonly TargetInOutcome[],
  at: string,
): NewWebhookEvent | null {
  const outcome = outcomeOfTargets(post.status, targets);
  if (outcome === 'pending') return null;
  return { workspaceId: post.workspace_id, kind: `post.${outcome}`, objectId: post.id, at };
}

/** Outcome of a post by its targets. */
function outcomeOfTargets(status: PostRow['status'], targets: readonly TargetInOutcome[]) {
  const results = targets.map(({ state, removed_at: removedAt }) => ({
    state,
    ...(removedAt !== null && { removedAt }),
  }));
  const platformResults = Object.fromEntries(results.entries());
  return outcomeOf({ status, platformResults });
}
