import type { Checkpoint, PublishProgress } from '@social/platforms';
import type { Logger } from '../logger.ts';
import type { Keyring } from '../secrets.ts';
import { annotateSending, type TargetRow } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import { insist } from './insist.ts';

/** Who waits for a bar looks once a second. */
const TELL_EVERY_MS = 1_000;

/** What is stored of a publish while it goes on. */
export interface ProgressRecord {
  /** Where an earlier process had come; null when it begins, or when that cannot be read any more. */
  readonly checkpoint: () => Checkpoint | null;
  readonly saveCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
  readonly onProgress: (progress: PublishProgress) => void;
}

export type PublishProgressStore = ReturnType<typeof createPublishProgress>;

/** Keeps how far targets are, for people and for the process that takes one up. Checkpoints are encrypted: they can hold secrets. */
export function createPublishProgress({ db, logger, keyring }: { db: Database; logger: Logger; keyring: Keyring }) {
  const place = (target: TargetRow) => ({ table: 'post_target', row: target.id, column: 'checkpoint' });

  function open(target: TargetRow): Checkpoint | null {
    if (target.checkpoint === null) return null;
    try {
      return JSON.parse(keyring.open(target.checkpoint, place(target))) as Checkpoint;
    } catch (error) {
      logger.error({ err: error, postId: target.post_id }, 'where an interrupted publish had come cannot be read');
      return null;
    }
  }

  return {
    open,

    /** @throws from `saveCheckpoint` the database's error when it could not be written for a while; nothing may go on then */
    record(target: TargetRow): ProgressRecord {
      let known = open(target);
      let toldAt = Number.NEGATIVE_INFINITY;
      const failed = (error: unknown) =>
        logger.warn({ err: error, postId: target.post_id }, 'the progress of a publish could not be stored');
      return {
        checkpoint: () => known,
        async saveCheckpoint(checkpoint) {
          const sealed = keyring.seal(JSON.stringify(checkpoint), place(target));
          await insist(() => annotateSending(db, target, { checkpoint: sealed }), failed);
          known = checkpoint;
        },
        onProgress(progress) {
          const isEnd = progress.doneBytes >= progress.totalBytes;
          if (!isEnd && performance.now() - toldAt < TELL_EVERY_MS) return;
          toldAt = performance.now();
          annotateSending(db, target, { progress: JSON.stringify(progress) }).catch(failed);
        },
      };
    },
  };
}
