import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../store/schema.ts';
import { adoptTarget, listOpenTargets, listUnattendedTargets, type TargetRow } from '../../store/targets.ts';
import type { Settle } from '../targets/settlement.ts';
import { accountLabel } from '../targets/targets.ts';
import type { Worker } from '../workers/worker.ts';
import type { Delivery } from './delivery.ts';
import type { PublishProgressStore } from './publish-progress.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { Resumption, TargetContext } from './resumption.ts';

/** Reading costs: an outcome that stays unknown is looked at less and less, and once more when the server starts. */
const LOOK_AGAIN_MINUTES = [1, 3, 7, 15];
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;
/** Looks at the same time. */
const MAX_LOOKS = 8;

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
  progress: PublishProgressStore;
}) {
  const { db, clock, logger, delivery, settle, resumption, worker } = deps;
  const inHand = new Set<string>();
  let lastLookAt = clock.now();

  /** True: the post was found, and is stored as published. */
  async function settleFound(target: TargetRow, context: TargetContext): Promise<boolean> {
    const { connection, content } = context;
    // Another account than the one it was sent from says nothing about it, whatever text is there.
    if (!connection || accountLabel(connection) !== target.account) return false;
    const sentAt = Date.parse(target.sent_at ?? target.updated_at);
    const lost = { platform: target.platform, text: content.text, sentAt, connection };
    return deps.findPublished(lost, (published) =>
      settle({ target, ...context, isClaimed: true }, { state: 'published', published, isProven: true }),
    );
  }

  async function settleInterrupted(target: TargetRow): Promise<void> {
    const context = await resumption.contextOf(target);
    if (!context || !(await adoptTarget(db, target, { worker_id: worker.id }))) return;
    const { post_id: postId, platform } = target;
    const { connection } = context;
    if (connection && deps.progress.open(target, connection) !== null) {
      logger.warn({ postId, platform }, 'a publish was interrupted; it goes on from where it had come');
      return resumption.goOn({ ...target, worker_id: worker.id }, context, connection);
    }
    logger.warn({ postId, platform }, 'a publish was interrupted; nobody knows its outcome before the network is read');
    if (await settleFound(target, context)) return resumption.followUp(target);
    const message = `publishing to ${platform} was interrupted; look at the account, then resolve it with: social post resolve ${postId}`;
    const claimingAs = worker.id;
    await settle(
      { target, ...context, isClaimed: true, claimingAs },
      { state: 'unknown', code: 'outcome_unknown', message },
    );
    await resumption.followUp(target);
  }

  /** Looks once more whether a publish has happened whose outcome could not be found out at first. */
  async function lookAgain(target: TargetRow): Promise<void> {
    const context = await resumption.contextOf(target);
    if (context && target.sent_at !== null) await settleFound(target, context);
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

  /** Whether a look at its network has become due since the last one. */
  function isTurn({ sent_at }: TargetRow, since: number): boolean {
    const sentAt = Date.parse(sent_at ?? '');
    return LOOK_AGAIN_MINUTES.some((minutes) => {
      const dueAt = sentAt + minutes * 60_000;
      return since < dueAt && dueAt <= clock.now();
    });
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
      const since = lastLookAt;
      lastLookAt = clock.now();
      const dayAgo = lastLookAt - LOOK_BACK_AT_START_MS;
      const unknown = (await listOpenTargets(db, 'unknown')).filter(
        (target) =>
          (isStart ? Date.parse(target.sent_at ?? '') > dayAgo : isTurn(target, since)) && !inHand.has(target.id),
      );
      for (let from = 0; from < unknown.length; from += MAX_LOOKS) {
        await inParallel(unknown.slice(from, from + MAX_LOOKS), lookAgain);
      }
    },
  };
}
