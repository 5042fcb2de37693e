import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Accepted } from '../targets/accept.ts';
import type { Dispatch } from '../targets/dispatch.ts';
import type { StoreOutcome } from '../targets/store-outcome.ts';

/**
 * Runs a transaction that stores targets, some of them as `sending`. It hands what it stores to `keep`.
 * @param isRepeatable set when a repeated call gets the same post, so that this one is still sent
 * @throws the error of the transaction, which may have been committed when only its answer was lost
 */
export type StoreToSend = <Stored>(
  store: (keep: (accepted: Accepted) => Accepted) => Promise<Stored>,
  isRepeatable: boolean,
) => Promise<Stored>;

/**
 * Makes the function that stores targets to send. When the database's answer is lost, the targets that it may have stored as
 * `sending` become `pending` and due: nothing of them was sent, which nobody else can know. The caller without a key
 * gets the error and may publish the post again, so the targets become `failed`.
 */
export function createStoreToSend(deps: { clock: Clock; logger: Logger; storeOutcome: StoreOutcome }): StoreToSend {
  const { clock, logger } = deps;

  async function putBack(dispatch: Dispatch, isRepeatable: boolean): Promise<void> {
    const { target } = dispatch;
    if (target.state !== 'sending' || target.worker_id === null) return;
    const dueAt = target.due_at === null ? clock.now() : Date.parse(target.due_at);
    const failure = { code: 'unavailable', message: 'the server failed before it sent anything' } as const;
    const outcome = isRepeatable
      ? ({ ...failure, state: 'postponed', notBefore: null, dueAt } as const)
      : ({ ...failure, state: 'failed' } as const);
    await deps.storeOutcome(dispatch, outcome, { as: target.worker_id, isCertain: true }).catch((err: unknown) => {
      logger.error({ err, postId: target.post_id }, 'could not put back a target whose storing failed');
    });
  }

  return async (store, isRepeatable) => {
    let kept: readonly Dispatch[] = [];
    try {
      return await store((accepted) => {
        kept = accepted.dispatches;
        return accepted;
      });
    } catch (error) {
      // An error of ours rolls the transaction back. Nothing waits for this: the database may fail for long.
      if (!(error instanceof AppError)) for (const dispatch of kept) void putBack(dispatch, isRepeatable);
      throw error;
    }
  };
}
