import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';

const INTERVAL_MS = 3_600_000;

/** The oldest rows to delete at once: those from before an instant, at most so many. */
export interface OldPage {
  readonly before: string;
  readonly limit: number;
}

/** Deletes a page of old rows again and again until all are gone. @param deletePage returns the number of deleted rows */
export async function deleteOld(page: OldPage, deletePage: (page: OldPage) => Promise<number>): Promise<void> {
  while ((await deletePage(page)) === page.limit) await letOthersRun();
}

/** Makes a job of maintenance that deletes what is older than a time, if anything is. It looks once an hour. */
export function createRetention(
  { clock, keptMs, batch }: { clock: Clock; keptMs: number | null; batch: number },
  forget: (page: OldPage) => Promise<void>,
): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (keptMs === null || now - lookedAt < INTERVAL_MS) return;
    lookedAt = now;
    await forget({ before: new Date(now - keptMs).toISOString(), limit: batch });
  };
}
