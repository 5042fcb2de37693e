import type { Checkpoint, PublishProgress } from '@social/platforms';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../logger.ts';
import type { Keyring } from '../../secrets.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import type { Database } from '../../store/schema.ts';
import { annotateSending, type TargetRow } from '../../store/targets.ts';
import { insist } from '../workers/insist.ts';
import { StoodStillError, type Worker } from '../workers/worker.ts';

/** Who waits for a bar looks once a second. */
const TELL_EVERY_MS = 1_000;

/** What is stored of a publish while it goes on. */
export interface ProgressRecord {
  /** Where an earlier process, or an earlier attempt, had come over the same account; null when it begins. */
  readonly checkpoint: () => Checkpoint | null;
  readonly saveCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
  readonly onProgress: (progress: PublishProgress) => void;
}

interface StoredCheckpoint {
  /** The account that it belongs to: another one has nothing of it. */
  readonly account: string;
  readonly checkpoint: Checkpoint;
}

export type PublishProgressStore = ReturnType<typeof createPublishProgress>;

/** Keeps how far targets are, for people and for the process that takes one up. Checkpoints are encrypted: they can hold secrets. */
export function createPublishProgress(deps: { db: Database; logger: Logger; keyring: Keyring; worker: Worker }) {
  const { db, logger, keyring, worker } = deps;
  const place = (target: TargetRow) => ({ table: 'post_target', row: target.id, column: 'checkpoint' });

  /** Null: there is none, no key opens it, or it belongs to another account. */
  function open(target: TargetRow, connection: ConnectionRow): Checkpoint | null {
    if (target.checkpoint === null) return null;
    try {
      const stored = JSON.parse(keyring.open(target.checkpoint, place(target))) as StoredCheckpoint;
      return stored.account === accountOf(connection) ? stored.checkpoint : null;
    } catch (error) {
      logger.error({ err: error, postId: target.post_id }, 'where an interrupted publish had come cannot be read');
      return null;
    }
  }

  return {
    open,

    /**
     * @param claimedAs worker that the target was claimed as
     * @throws from `saveCheckpoint` StoodStillError when somebody else may have taken the target over, and the database's
     * error when it could not be written for a while; nothing may go on then
     */
    record(target: TargetRow, connection: ConnectionRow, claimedAs: string): ProgressRecord {
      let known = open(target, connection);
      let toldAt = Number.NEGATIVE_INFINITY;
      const ours = { id: target.id, attempt: target.attempt, workerId: claimedAs };
      const failed = (error: unknown) =>
        logger.warn({ err: error, postId: target.post_id }, 'the progress of a publish could not be stored');
      return {
        checkpoint: () => known,
        async saveCheckpoint(checkpoint) {
          faultPoint('before-checkpoint');
          const stored: StoredCheckpoint = { account: accountOf(connection), checkpoint };
          const sealed = keyring.seal(JSON.stringify(stored), place(target));
          const isStored = await insist(() => annotateSending(db, ours, { checkpoint: sealed }), failed);
          // What follows makes use of it: a process that stood still must not go on beside the one that took over.
          if (!isStored || !(await worker.isStill(claimedAs))) throw new StoodStillError();
          known = checkpoint;
        },
        onProgress(progress) {
          const isEnd = progress.doneBytes >= progress.totalBytes;
          if (!isEnd && performance.now() - toldAt < TELL_EVERY_MS) return;
          toldAt = performance.now();
          annotateSending(db, ours, { progress: JSON.stringify(progress) }).catch(failed);
        },
      };
    },
  };
}

function accountOf({ network, network_origin, account_id }: ConnectionRow): string {
  return `${network} ${network_origin} ${account_id}`;
}
