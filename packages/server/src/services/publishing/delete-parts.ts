// Deletes at a network what targets have published, and stores how each deletion ended. `remove.ts` stores what is to be deleted before.
import { setTimeout as delay } from 'node:timers/promises';
import { type Deletion, type PlatformDriver, PlatformError } from '@social/platforms';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { findTarget, type TargetRow } from '../../store/targets/targets.ts';
import { channelFor } from '../connections/accounts.ts';
import { readPartName } from '../contents/part-name.ts';
import { retryRejected } from '../networks/retry-rejected.ts';
import type { Channels, Lease } from '../workers/channels.ts';
import { TakenOverError } from '../workers/worker.ts';
import { isGone, type Removal, type RemovalEnd, type RemovalSettlement } from './settle-removal.ts';
import type { EngineDeps } from './states.ts';

/** Waits before a deletion whose answer was lost is repeated. */
const REPEAT_AFTER_MS = [200, 1_500];

/** An account that can delete what it has published. */
export interface AbleDeleter {
  readonly connection: ConnectionRow;
  readonly deletePost: NonNullable<PlatformDriver['actions']['deletePost']>;
  readonly refusal: null;
}

export interface RemovalsDeps extends EngineDeps {
  readonly channels: Channels;
  readonly removalSettlement: RemovalSettlement;
}

/** Carries out removals under the leases of their channels. */
export class Deletions {
  /** Set to repeat nothing more. */
  isStopping = false;
  readonly #deps: RemovalsDeps;

  constructor(deps: RemovalsDeps) {
    this.#deps = deps;
  }

  /** Deletes the parts of one platform as soon as its channel is free. */
  async deleteInTime(removals: readonly Removal[], deleter: AbleDeleter): Promise<void> {
    const lease = await this.#deps.channels
      .leaseInTime(channelFor(deleter.connection), busy())
      .catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      });
    if (!(lease instanceof AppError)) {
      return this.deleteParts(removals, deleter, lease).finally(() => lease.end());
    }
    const { code, message } = lease;
    for (const removal of removals) {
      const { platform } = removal.target;
      await this.#deps.removalSettlement.settle(
        removal,
        removal.isRepeated ? unclear(platform) : { state: 'failed', code, message },
      );
    }
  }

  /**
   * Deletes the parts of one platform under the lease of its channel, the last part first, and stores how each ended. Resolves when
   * all are stored, or left to another process.
   */
  async deleteParts(removals: readonly Removal[], deleter: AbleDeleter, lease: Lease): Promise<void> {
    let remaining: TargetRow | null = null;
    for (const removal of removals.toSorted((one, other) => other.target.part - one.target.part)) {
      if (!(await lease.isHeld())) return;
      const end: RemovalEnd | null =
        remaining === null
          ? await this.#deletePart(removal, deleter)
          : halfThread(await readPartName(this.#deps.db, remaining));
      // Another process has taken over this part, and with it the earlier ones.
      if (end === null) return;
      await this.#deps.removalSettlement.settle(removal, end);
      if (remaining === null && !isGone(end)) remaining = removal.target;
    }
  }

  /** Deletes a part; repeats a deletion whose answer was lost. @returns null when another process has taken over the removal */
  async #deletePart(removal: Removal, deleter: AbleDeleter): Promise<RemovalEnd | null> {
    let end = await this.#attemptDeletion(removal, deleter);
    for (const waitMs of REPEAT_AFTER_MS) {
      if (end?.state !== 'unknown' || this.isStopping) return end;
      await delay(waitMs);
      end = await this.#attemptDeletion({ ...removal, isRepeated: true }, deleter);
    }
    return end;
  }

  async #attemptDeletion(removal: Removal, deleter: AbleDeleter): Promise<RemovalEnd | null> {
    const progress = { isSent: false };
    try {
      // Another call may have deleted it while this one waited for the account.
      if ((await findTarget(this.#deps.db, removal.target.id))?.removed_at !== null) return { state: 'gone' };
      const deletion = await this.#sendDeletion(removal, deleter, progress);
      faultPoint('after-response');
      return { state: removal.isRepeated ? 'deleted' : deletion };
    } catch (error) {
      if (error instanceof TakenOverError) return null;
      return this.#failureOf(error, removal, progress.isSent);
    }
  }

  /** Sends one deletion. A refused one that did nothing is repeated for a while. */
  #sendDeletion(
    { target, row }: Removal,
    { connection, deletePost }: AbleDeleter,
    progress: { isSent: boolean },
  ): Promise<Deletion> {
    const { tokens, worker, upstreamTimeoutMs: timeoutMs } = this.#deps;
    const sendOnce = async (account: Parameters<typeof deletePost>[1]) => {
      // If the process was frozen, another one may have the removal now.
      if (!(await worker.isStill(row.worker_id ?? worker.id))) throw new TakenOverError();
      progress.isSent = true;
      faultPoint('before-send');
      const answer = deletePost(target.platform_post_id ?? '', account, { timeoutMs });
      faultPoint('after-call');
      return answer;
    };
    return tokens.withAccount(connection, (account) =>
      retryRejected(
        () => sendOnce(account),
        () => this.isStopping,
      ),
    );
  }

  #failureOf(error: unknown, { target, isRepeated }: Removal, isSent: boolean): RemovalEnd {
    const { logger } = this.#deps;
    const { platform, post_id: postId } = target;
    if (error instanceof PlatformError) {
      const { kind, code, message, status, upstreamCode: upstream } = error;
      logger.warn({ platform, postId, kind, status, upstream }, 'a platform did not delete a post');
      // After a lost answer only a network that still shows the post proves that nothing was deleted.
      if (kind === 'outcome-unknown' || (isRepeated && code !== 'not_deletable')) return unclear(platform);
      return { state: 'failed', code, message };
    }
    logger.error({ err: error, platform, postId }, 'a removal was interrupted by an error');
    if (isSent || isRepeated) return unclear(platform);
    return { state: 'failed', code: 'unavailable', message: 'the server failed before it sent anything; try again' };
  }
}

function halfThread(remaining: string): RemovalEnd {
  const message = `${remaining} may still be there, so what comes before it was not deleted; take the post back again`;
  return { state: 'failed', code: 'conflict', message };
}

function unclear(platform: string): RemovalEnd {
  const message = `${platform} gave no clear answer, so it is not known whether the post was deleted; it is looked up again, and taking the post back once more does no harm`;
  return { state: 'unknown', code: 'outcome_unknown', message };
}

function busy(): AppError {
  const message =
    'the account is busy with an earlier change, perhaps a large file; nothing was deleted, try again in a minute';
  return new AppError('unavailable', message);
}
