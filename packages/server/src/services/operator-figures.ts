import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log/logger.ts';
import { type Backlog, readBacklog } from '../store/backlog.ts';
import type { Database } from '../store/schema.ts';

/** Figures by which an operator notices that something needs a person. */
export interface OperatorFigures {
  /** Figures of the database; null when it does not answer in time. */
  readonly backlog:
    | (Pick<Backlog, 'missedPosts' | 'connectionsToReconnect'> & {
        /** Seconds for which the longest waiting post and target have been due; 0 when none is due. */
        readonly overdueSeconds: { readonly post: number; readonly target: number };
        /** Targets of unknown outcome, by whether a running server looks for them again. */
        readonly unknownTargets: { readonly furtherLook: number; readonly noFurtherLook: number };
      })
    | null;
  /** Space of the file system of the data folder, in bytes; null without such a folder. */
  readonly dataDisk: { readonly free: number; readonly size: number } | null;
}

/** Scrapers usually wait ten seconds, and the other metrics must arrive also without a database. */
const PATIENCE_MS = 5_000;

/** Makes the function that reads the figures. Requests at the same time share one reading. */
export function createOperatorFigures({
  db,
  clock,
  logger,
  dataDir,
}: {
  db: Database;
  clock: Clock;
  logger: Logger;
  dataDir: string;
}): () => Promise<OperatorFigures> {
  let reading: Promise<OperatorFigures['backlog']> | undefined;

  function secondsSince(instant: string | null): number {
    return instant === null ? 0 : Math.max(0, (clock.now() - Date.parse(instant)) / 1_000);
  }

  async function read(): Promise<OperatorFigures['backlog']> {
    const { oldestPost, oldestTarget, unknown, ...counts } = await readBacklog(db);
    return {
      ...counts,
      overdueSeconds: { post: secondsSince(oldestPost), target: secondsSince(oldestTarget) },
      unknownTargets: { furtherLook: unknown.due, noFurtherLook: unknown.left },
    };
  }

  function readShared(): Promise<OperatorFigures['backlog']> {
    reading ??= read()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the metrics of the database could not be read');
        return null;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return async () => {
    const backlog = await Promise.race([readShared(), delay(PATIENCE_MS, null, { ref: false })]);
    const disk = await statfs(dataDir).catch(() => null);
    const dataDisk = disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
    return { backlog, dataDisk };
  };
}
