import { setTimeout as delay } from 'node:timers/promises';
import { type Deletion, PlatformError } from '@social/platforms';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../store/schema.ts';
import { findTarget } from '../../store/targets/targets.ts';
import type { Tokens } from '../connections/tokens.ts';
import { retryRejected } from '../delivery/retry-rejected.ts';
import { createPatientTurns } from '../workers/patient-turns.ts';
import type { Turns } from '../workers/turns.ts';
import { TakenOverError, type Worker } from '../workers/worker.ts';
import type { Deleter } from './find-deleter.ts';
import { isGone, type Removal, type RemovalEnd } from './removal.ts';
import type { StoreRemoval } from './store-removal.ts';

/** Longest wait for the account: an upload of a large file may have it for longer. */
const PATIENCE_MS = 25_000;
/** Waits before a deletion whose answer was lost is repeated. */
const REPEAT_AFTER_MS = [200, 1_500];

type Able = Extract<Deleter, { refusal: null }>;

/**
 * Deletes the parts of one platform in the turn of its channel, the last part first, and stores how each ended. Resolves when all
 * are stored, or left to another process.
 */
export type DeleteParts = (removals: readonly Removal[], deleter: Able) => Promise<void>;

/** Makes the function that deletes. @param isStopping returns true when the server stops, which ends repetitions */
export function createDeleteParts(deps: {
  db: Database;
  logger: Logger;
  tokens: Tokens;
  turns: Turns;
  worker: Worker;
  storeRemoval: StoreRemoval;
  upstreamTimeoutMs: number;
  isStopping: () => boolean;
}): DeleteParts {
  const { db, logger, tokens, worker, storeRemoval, upstreamTimeoutMs, isStopping } = deps;
  const turns = createPatientTurns(deps.turns, PATIENCE_MS, busy);

  /** Sends one deletion. A refused one that did nothing is repeated for a while. */
  function send({ target, row }: Removal, { connection, deletePost }: Able, onSend: () => void): Promise<Deletion> {
    return tokens.withAccount(connection, (account) =>
      retryRejected(async () => {
        // If the process was frozen, another one may have the removal now.
        if (!(await worker.isStill(row.worker_id ?? worker.id))) throw new TakenOverError();
        onSend();
        faultPoint('before-send');
        const answer = deletePost(target.platform_post_id ?? '', account, { timeoutMs: upstreamTimeoutMs });
        faultPoint('after-send');
        return answer;
      }, isStopping),
    );
  }

  /** @returns null when another process has taken over the removal */
  async function attempt(removal: Removal, deleter: Able): Promise<RemovalEnd | null> {
    let isSent = false;
    try {
      // Another call may have deleted it while this one waited for the account.
      if ((await findTarget(db, removal.target.id))?.removed_at !== null) return { state: 'gone' };
      const deletion = await send(removal, deleter, () => {
        isSent = true;
      });
      faultPoint('after-response');
      return { state: removal.isRepeated ? 'deleted' : deletion };
    } catch (error) {
      if (error instanceof TakenOverError) return null;
      return failureOf(error, removal, isSent);
    }
  }

  function failureOf(error: unknown, { target, isRepeated }: Removal, isSent: boolean): RemovalEnd {
    const { platform, post_id: postId } = target;
    if (error instanceof PlatformError) {
      const { kind, code, message, status } = error;
      logger.warn({ platform, postId, kind, status, upstream: error.upstreamCode }, 'a platform did not delete a post');
      // After a lost answer only a network that still shows the post proves that nothing was deleted.
      if (kind === 'outcome-unknown' || (isRepeated && code !== 'not_deletable')) return lost(platform);
      return { state: 'failed', code, message };
    }
    logger.error({ err: error, platform, postId }, 'a removal was interrupted by an error');
    if (isSent || isRepeated) return lost(platform);
    return { state: 'failed', code: 'unavailable', message: 'the server failed before it sent anything; try again' };
  }

  /** Deletes a part; repeats a deletion whose answer was lost, which harms at no network. */
  async function deletePart(removal: Removal, deleter: Able): Promise<RemovalEnd | null> {
    let end = await attempt(removal, deleter);
    for (const waitMs of REPEAT_AFTER_MS) {
      if (end?.state !== 'unknown' || isStopping()) return end;
      await delay(waitMs);
      end = await attempt({ ...removal, isRepeated: true }, deleter);
    }
    return end;
  }

  return async (removals, deleter) => {
    const ordered = [...removals].sort((one, other) => other.target.part - one.target.part);
    const left = new Set(ordered);
    const end = async (removal: Removal, how: RemovalEnd) => {
      await storeRemoval.store(removal, how);
      left.delete(removal);
    };
    try {
      await turns.run(deleter.connection, async () => {
        let standing: number | null = null;
        for (const removal of ordered) {
          const { part } = removal.target;
          const how: RemovalEnd | null = standing === null ? await deletePart(removal, deleter) : halfThread(standing);
          // Another process has taken over this part, and with it the earlier ones.
          if (how === null) return;
          await end(removal, how);
          if (standing === null && !isGone(how)) standing = part;
        }
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      for (const removal of left)
        await end(removal, removal.isRepeated ? lost(removal.target.platform) : { state: 'failed', code, message });
    }
  };
}

function halfThread(standing: number): RemovalEnd {
  const message = `part ${standing} may still be there, so this part was not deleted, which would leave half a thread; take the post back again`;
  return { state: 'failed', code: 'conflict', message };
}

function lost(platform: string): RemovalEnd {
  const message = `${platform} gave no clear answer, so it is not known whether the post was deleted; it is looked up again, and taking the post back once more does no harm`;
  return { state: 'unknown', code: 'outcome_unknown', message };
}

function busy(): AppError {
  const message =
    'the account is busy with an earlier change, perhaps a large file; nothing was deleted, try again in a minute';
  return new AppError('unavailable', message);
}
