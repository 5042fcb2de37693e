import type { Checkpoint, PublishProgress } from '@social/platforms';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../log/logger.ts';
import type { Keyring } from '../../secrets.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import { annotateSending, type TargetRow } from '../../store/targets/targets.ts';
import { insist } from '../workers/insist.ts';
import { TakenOverError, type Worker } from '../workers/worker.ts';

/** Readers poll once a second, so progress is stored no more often. */
const STORE_EVERY_MS = 1_000;

/** Record of a publish under way. */
export interface UploadRecord {
  /** Checkpoint of an earlier process or attempt over the same account; null at the beginning. */
  readonly checkpoint: () => Checkpoint | null;
  readonly saveCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
  readonly onProgress: (progress: PublishProgress) => void;
}

interface StoredCheckpoint {
  /** Account to which the uploaded files belong. */
  readonly account: string;
  readonly checkpoint: Checkpoint;
}

interface UploadsDeps {
  readonly db: Database;
  readonly logger: Logger;
  readonly keyring: Keyring;
  readonly worker: Worker;
}

/** Progress and checkpoints of publishes under way. Checkpoints are encrypted, since they can hold secrets. */
export class Uploads {
  readonly #deps: UploadsDeps;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
  }

  /** Reads a checkpoint. @returns null without a checkpoint, or when no key opens it, or it belongs to another account */
  checkpointOf(target: TargetRow, connection: ConnectionRow): Checkpoint | null {
    if (target.checkpoint === null) return null;
    try {
      const stored = JSON.parse(this.#deps.keyring.open(target.checkpoint, placeOf(target))) as StoredCheckpoint;
      return stored.account === accountOf(connection) ? stored.checkpoint : null;
    } catch (error) {
      this.#deps.logger.error(
        { err: error, postId: target.post_id },
        'the stored checkpoint cannot be read; the publish cannot be resumed',
      );
      return null;
    }
  }

  /**
   * Makes the record of a publish. Its `saveCheckpoint` throws when the publish must not continue: TakenOverError when
   * another process may have taken over the target, the database's error when no retry could write.
   * @param claimedAs worker under which the target was claimed
   */
  record(target: TargetRow, connection: ConnectionRow, claimedAs: string): UploadRecord {
    const { db, keyring, worker, logger } = this.#deps;
    let known = this.checkpointOf(target, connection);
    let storedAt = Number.NEGATIVE_INFINITY;
    const ours = { id: target.id, attempt: target.attempt, workerId: claimedAs };
    const failed = (error: unknown) =>
      logger.warn({ err: error, postId: target.post_id }, 'could not store the progress of a publish');
    return {
      checkpoint: () => known,
      async saveCheckpoint(checkpoint) {
        faultPoint('before-checkpoint');
        const stored: StoredCheckpoint = { account: accountOf(connection), checkpoint };
        const sealed = keyring.seal(JSON.stringify(stored), placeOf(target));
        const isStored = await insist(() => annotateSending(db, ours, { checkpoint: sealed }), failed);
        // Stops a process that was frozen: another may have taken over and published the target.
        if (!isStored || !(await worker.isStill(claimedAs))) throw new TakenOverError();
        known = checkpoint;
      },
      onProgress(progress) {
        const isEnd = progress.doneBytes >= progress.totalBytes;
        if (!isEnd && performance.now() - storedAt < STORE_EVERY_MS) return;
        storedAt = performance.now();
        annotateSending(db, ours, { progress: JSON.stringify(progress) }).catch(failed);
      },
    };
  }
}

function placeOf({ id }: TargetRow) {
  return { table: 'post_target', row: id, column: 'checkpoint' };
}

function accountOf({ network, network_origin, account_id }: ConnectionRow): string {
  return `${network} ${network_origin} ${account_id}`;
}
