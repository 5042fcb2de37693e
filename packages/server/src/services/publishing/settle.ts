// After the request: stores what came of it in one transaction: the state, the charge, the log entry, and with the last target of the
// post its end, the event and the answer of the call. `send.ts`, `recover.ts` and `due.ts` settle.
import { ERROR_CODES } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { transactInLine } from '../../store/database/locks.ts';
import type { PostRow, PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { type TargetRow, targetsOfPost } from '../../store/targets/targets.ts';
import { fittedOf, type KnownTarget, noteOf } from '../contents/target-log.ts';
import { insist } from '../workers/insist.ts';
import type { Dispatch } from './accept.ts';
import { nextLookAt, type Outcome } from './outcomes.ts';
import { type Applied, type EngineDeps, hasOneTarget, type TargetEvent, type TargetStates } from './states.ts';

/** Claim of a target by a worker of this process. */
export interface Claim {
  readonly as: string;
  /** Set once the database has confirmed the claim. Nothing is sent before. */
  readonly isCertain: boolean;
}

/** Stores the answer of the call that waits for a post, in the transaction in which the post ends. */
export type StoreAnswer = (trx: Queryable, post: PostWithTargets) => Promise<void>;

interface SettlementDeps extends EngineDeps {
  readonly states: TargetStates;
}

/** Stores outcomes: result, charge and log entry of a target in one transaction. */
export class Settlement {
  readonly #deps: SettlementDeps;

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the outcome of an attempt, once.
   * @param claim null when this process tried no claim: the attempt sent nothing, or the outcome was found by a look
   * @returns the post when it has ended with this target, else null
   * @throws Error when the database could not be written after some retries
   */
  settle(
    known: KnownTarget,
    outcome: Outcome,
    claim: Claim | null,
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    const { post_id: postId, workspace_id: workspaceId, platform } = known.target;
    const store = () =>
      transactInLine(this.#deps.db, workspaceId, (trx) => this.#settleIn(trx, { known, outcome, claim, storeAnswer }));
    return insist(store, (err) => {
      this.#deps.logger.error({ err, platform, postId, state: outcome.state }, 'a result could not be stored yet');
    });
  }

  async #settleIn(trx: Queryable, { known, outcome, claim, storeAnswer }: Settled): Promise<PostWithTargets | null> {
    const { clock, logger, states } = this.#deps;
    const { target } = known;
    const change = { updated_at: isoNow(clock), ...columnsOf(outcome, known, clock) };
    const logged = loggedOf(outcome);
    for (const { event, ...by } of eventsOf(outcome, claim, target)) {
      const applied = await states.apply(trx, event, known, { change, ...by, ...(logged && { logged }) });
      if (!applied) continue;
      if (!applied.ended) return null;
      const ended = await withTargets(trx, applied.ended, applied);
      await storeAnswer?.(trx, ended);
      return ended;
    }
    if (outcome.state !== 'published') return null;
    const { post_id: postId, platform, attempt } = target;
    const { platformPostId, url } = outcome.published;
    logger.error(
      { postId, platform, attempt, platformPostId, url },
      'published, but the target has changed since, so the result is not stored; the post may be there twice',
    );
    return null;
  }

  /**
   * Undoes the sending of a target that a transaction may have stored although its answer was lost: it becomes `pending` and due, since
   * nothing of it was sent, which nobody else can know. A caller without a key may publish the post again, so it becomes `failed`.
   * @param isKeyed set when a repeated call gets the same post, so that this one is still sent
   */
  async undoSending({ target, place, ...known }: Dispatch, isKeyed: boolean): Promise<void> {
    if (target.state !== 'sending' || target.worker_id === null) return;
    const dueAt = place === null ? this.#deps.clock.now() : Date.parse(place);
    const failure = { code: 'unavailable', message: 'the server failed before it sent anything' } as const;
    const outcome = isKeyed
      ? ({ ...failure, state: 'postponed', notBefore: null, dueAt } as const)
      : ({ ...failure, state: 'failed' } as const);
    await this.settle({ ...known, target }, outcome, { as: target.worker_id, isCertain: true }).catch(
      (err: unknown) => {
        this.#deps.logger.error(
          { err, postId: target.post_id },
          'could not undo the sending of a target whose storing failed',
        );
      },
    );
  }
}

interface Settled {
  readonly known: KnownTarget;
  readonly outcome: Outcome;
  readonly claim: Claim | null;
  readonly storeAnswer: StoreAnswer | undefined;
}

/** Returns a post with its targets. Reads them only when there are others than the one that was just stored. */
async function withTargets(
  trx: Queryable,
  post: PostRow,
  { target, targets }: Pick<Applied, 'target' | 'targets'>,
): Promise<PostWithTargets> {
  if (targets) return { post, targets };
  return { post, targets: hasOneTarget(post) ? [target] : await targetsOfPost(trx, post.id) };
}

/** Lists the events that an outcome can be, in the order to try. Another worker may have taken over the target. */
function eventsOf(
  outcome: Outcome,
  claim: Claim | null,
  target: TargetRow,
): { readonly event: TargetEvent; readonly by?: string | null }[] {
  // A success applies whichever worker has the target: the network has the post.
  if (outcome.state === 'published') return [{ event: 'succeed' }];
  if (outcome.state === 'unknown') return [{ event: 'lose', ...(claim?.isCertain && { by: claim.as }) }];
  const unclaimed = { event: outcome.state === 'failed' ? 'refuse' : 'defer', by: target.worker_id } as const;
  if (claim === null) return [unclaimed];
  const claimed = { event: outcome.state === 'failed' ? 'fail' : 'postpone', by: claim.as } as const;
  // The answer to a claim was lost: the claim may be stored or not.
  return claim.isCertain ? [claimed] : [unclaimed, claimed];
}

function columnsOf(outcome: Outcome, { target, content }: KnownTarget, clock: Clock) {
  if (outcome.state === 'published') {
    const { platformPostId, url, note } = outcome.published;
    return {
      platform_post_id: platformPostId,
      url,
      error: null,
      code: null,
      retryable: 0,
      progress: null,
      checkpoint: null,
      note: noteOf(content, fittedOf(target), note),
    };
  }
  const { message: error, code } = outcome;
  if (outcome.state !== 'postponed') {
    const retryable = outcome.state === 'failed' && ERROR_CODES[code].retryable ? 1 : 0;
    const sentAt = target.sent_at ?? isoNow(clock);
    const due_at = outcome.state === 'unknown' ? nextLookAt(sentAt, clock.now(), outcome.repeatableUntil) : null;
    return { progress: null, error, code, retryable, due_at };
  }
  return {
    ...{ progress: null, error, code, retryable: 0 },
    ...{ attempt: target.attempt + 1, sent_at: null, worker_id: null },
    not_before: outcome.notBefore === null ? null : new Date(outcome.notBefore).toISOString(),
    due_at: new Date(outcome.dueAt).toISOString(),
  };
}

/** Details of the log entry; null for skipped thread parts, since the entry of the part that failed covers them. */
function loggedOf(outcome: Outcome) {
  if (outcome.state === 'published') {
    return { platformPostId: outcome.published.platformPostId, url: outcome.published.url };
  }
  const { message: error, code } = outcome;
  if (code === 'earlier_part_missing') return null;
  if (outcome.state !== 'postponed') return { error, code };
  return { error, code, nextAttemptAt: new Date(outcome.notBefore ?? outcome.dueAt).toISOString() };
}
