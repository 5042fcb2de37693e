import type { Schema } from '@social/types';
import type { Reading } from '../../services/counters/readings.ts';

/** Presents what is known about a post on a platform. */
export function presentReading({ problem, counters, target, ...reading }: Reading): Schema<'CounterReading'> {
  const { platform, network, account, url, publishedAt, readAt, isCharged } = reading;
  const shown = {
    ...{ platform, network, account, ...(target !== null && { target }) },
    ...{ url, publishedAt, readAt, counters: [...counters], isCharged },
  };
  return problem ? { ...shown, reason: problem.reason, note: problem.note } : shown;
}
