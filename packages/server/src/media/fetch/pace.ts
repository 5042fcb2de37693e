import { after, every, once } from '@social/platforms/guarded';
import type { FetchLimits } from './fetch-limits.ts';

/** Watches how fast a transfer is. */
export interface Pace extends Disposable {
  /** Aborts with the outer signal, or with a TimeoutError when the transfer is too slow. */
  readonly signal: AbortSignal;
  /** Applies these limits from now on; the total time still counts from the start. */
  expect(limits: Pick<FetchLimits, 'totalMs' | 'minRate'>): void;
  count(bytes: number): void;
}

/** Starts to watch. Uses timers: a signal of `AbortSignal.timeout` or `any` without a reference may be collected before it fires. */
export function createPace(outer: AbortSignal, totalMs: number): Pace {
  const limit = new AbortController();
  const began = performance.now();
  let received = 0;
  let span: NodeJS.Timeout | undefined;
  const tooSlow = () => limit.abort(new DOMException('too slow', 'TimeoutError'));
  let total = after(totalMs, tooSlow);
  const stop = () => limit.abort(outer.reason);
  if (outer.aborted) stop();
  const forget = once(outer, 'abort', stop);
  return {
    signal: limit.signal,
    expect({ totalMs: newTotalMs, minRate }) {
      clearTimeout(total);
      total = after(Math.max(0, newTotalMs - (performance.now() - began)), tooSlow);
      if (minRate === null) return;
      span = every(minRate.spanMs, () => {
        if (received < minRate.bytes) tooSlow();
        received = 0;
      });
    },
    count(bytes) {
      received += bytes;
    },
    [Symbol.dispose]() {
      clearTimeout(total);
      clearInterval(span);
      forget();
    },
  };
}
