import type { CounterField } from '@social/platforms';
import type { PlatformId, Schema } from '@social/types';
import type { CounterReadingRow } from '../../store/targets/counter-readings.ts';
import type { TargetRow } from '../../store/targets/targets.ts';

/** A number of a network, with the network's own name and word for it. */
export type Counter = Schema<'Counter'>;

/** Why a reading is missing or old. */
export interface ReadingProblem {
  readonly reason: Schema<'CounterReason'>;
  /** Says as a sentence what happened and what to do. */
  readonly note: string;
}

/** Counters of one target, with the time at which they were read. */
export interface Reading {
  readonly platform: PlatformId;
  readonly network: string | null;
  readonly account: string | null;
  /** Short name of the account; null where it is not known. */
  readonly target: string | null;
  readonly url: string | null;
  readonly publishedAt: string | null;
  readonly readAt: string | null;
  readonly counters: readonly Counter[];
  readonly isCharged: boolean;
  readonly problem: ReadingProblem | null;
}

/** Instant from which the network has had a target. */
export function publishedAt({ sent_at, updated_at }: Pick<TargetRow, 'sent_at' | 'updated_at'>): string {
  return sent_at ?? updated_at;
}

/** Puts a network's names and words beside its numbers, in the network's order. */
export function namedCounters(values: Readonly<Record<string, number>>, fields: readonly CounterField[]): Counter[] {
  return fields.flatMap(({ name, kind, label }) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, kind, label, value }];
  });
}

/** Reads stored counters; none before the first reading. */
export function countersOf({ counters }: Pick<CounterReadingRow, 'counters'>): Counter[] {
  return counters === null ? [] : (JSON.parse(counters) as Counter[]);
}

/** Reads the stored reason why the last try brought nothing. */
export function problemOf(row: Pick<CounterReadingRow, 'problem'> | undefined): ReadingProblem | null {
  return row?.problem ? (JSON.parse(row.problem) as ReadingProblem) : null;
}
