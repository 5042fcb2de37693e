import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { adoptTarget, listOpenTargets, listUnattendedTargets, type TargetRow } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import type { Delivery } from './delivery.ts';
import type { Outcome } from './outcomes.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { Resumption } from './resumption.ts';
import type { Settle } from './settlement.ts';
import type { Worker } from './worker.ts';

/** Reading costs: an outcome that stays unknown is looked at less and less, and once more when the server starts. */
const LOOK_AGAIN_MINUTES = [1, 3, 7, 15];
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;

/** What this process left itself, because the database could not be written, is taken up again after this long. */
const OWN_LEFTOVER_MS = 60_000;

export type Recovery = ReturnType<typeof createRecovery>;

/** Settles what a process that died left on its way: what was being sent is unknown, what was only pending is sent now. */
export function createRecovery(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  delivery: Delivery;
  settle: Settle;
  findPublished: Reconciliation;
  resumption: Resumption;
  worker: Worker;
}) {
  const { db, clock, logger, delivery, settle, resumption, worker } = deps;
  const inHand = new Set<string>();

  async function findResult(target: TargetRow): Promise<Outcome | null> {
    const context = await resumption.contextOf(target);
    if (!context?.connection) return null;
    const sentAt = Date.parse(target.sent_at ?? target.updated_at);
    const lost = { platform: target.platform, text: context.content.text, sentAt, connection: context.connection };
    const published = await deps.findPublished(lost);
    return published && { state: 'published', published, isProven: true };
  }

  async function settleInterrupted(target: TargetRow): Promise<void> {
    const context = await resumption.contextOf(target);
    if (!context || !(await adoptTarget(db, target, worker.id))) return;
    const outcome: Outcome = (await findResult(target)) ?? {
      state: 'unknown',
      code: 'outcome_unknown',
      message: `the server stopped while publishing to ${target.platform}; look at the account, then settle it with: social post resolve ${target.post_id}`,
    };
    await settle({ target, ...context, isClaimed: true }, outcome);
    if (outcome.state === 'published') return;
    const { post_id: postId, platform } = target;
    logger.warn({ postId, platform }, 'a publish was interrupted; its outcome is unknown');
  }

  /** Looks once more whether a publish has happened whose outcome could not be found out at first. */
  async function lookAgain(target: TargetRow): Promise<void> {
    const context = await resumption.contextOf(target);
    const outcome = context && target.sent_at !== null ? await findResult(target) : null;
    if (context && outcome) await settle({ target, ...context, isClaimed: true }, outcome);
  }

  function isLeft(target: TargetRow): boolean {
    if (delivery.isUnderWay(target.id) || inHand.has(target.id)) return false;
    if (target.worker_id !== worker.id) return true;
    return Date.parse(target.sent_at ?? target.updated_at) <= clock.now() - OWN_LEFTOVER_MS;
  }

  async function inParallel(targets: readonly TargetRow[], work: (target: TargetRow) => Promise<void>): Promise<void> {
    const running = targets.map((target) => {
      inHand.add(target.id);
      return work(target).finally(() => inHand.delete(target.id));
    });
    for (const result of await Promise.allSettled(running)) {
      if (result.status === 'rejected')
        logger.error({ err: result.reason }, 'an interrupted publish could not be settled yet');
    }
  }

  return {
    /** Takes over the targets on their way that no living process sends. */
    async takeOver(): Promise<void> {
      const left = (await listUnattendedTargets(db, worker.id)).filter(isLeft);
      await inParallel(left, (target) =>
        target.state === 'sending' ? settleInterrupted(target) : resumption.resume(target),
      );
    },

    /** Looks at the networks for outcomes that are unknown. @param isStart all of the last day; else those whose turn it is */
    async reconcile({ isStart }: { isStart: boolean }): Promise<void> {
      const unknown = (await listOpenTargets(db, 'unknown')).filter((target) => {
        const ageMs = target.sent_at === null ? Number.POSITIVE_INFINITY : clock.now() - Date.parse(target.sent_at);
        const isDue = isStart ? ageMs < LOOK_BACK_AT_START_MS : LOOK_AGAIN_MINUTES.includes(Math.floor(ageMs / 60_000));
        return isDue && !inHand.has(target.id);
      });
      await inParallel(unknown, lookAgain);
    },
  };
}
