import { COUNTER_KINDS } from '@social/types';
import { inFigures } from '../../ui/values/quantities.ts';
import type { Counter, CounterKind } from './counter-queries.ts';

/** Words for kinds of counters, which cover those of all networks. */
export const KINDS: Record<CounterKind, string> = {
  views: 'Views',
  reactions: 'Reactions',
  replies: 'Replies',
  shares: 'Shares',
  quotes: 'Quotes',
  saves: 'Saves',
};

/** Returns a kind that an address names; reactions for anything else. */
export function readKind(text: string | null): CounterKind {
  return COUNTER_KINDS.find((kind) => kind === text) ?? 'reactions';
}

/** Returns the number of a kind; undefined where the network does not tell it. */
export function numberOf(counters: readonly Pick<Counter, 'kind' | 'value'>[], kind: CounterKind): number | undefined {
  return counters.find((counter) => counter.kind === kind)?.value;
}

/** "Reactions 19, Replies 2": the first kinds that have a number, summed over the platforms of a post. */
export function inShort(counters: readonly Pick<Counter, 'kind' | 'value'>[]): string {
  const sums = COUNTER_KINDS.map((kind) => ({
    kind,
    sum: counters.reduce((sum, counter) => (counter.kind === kind ? sum + counter.value : sum), 0),
  }));
  const shown = sums.filter(({ sum }) => sum > 0).slice(0, 2);
  return shown.map(({ kind, sum }) => `${KINDS[kind]} ${inFigures(sum)}`).join(', ');
}
