import type { FetchLimits } from './fetch-limits.ts';

/** Watches how fast something goes on. */
export interface Pace extends Disposable {
  /** Aborted by the outer signal, or with a TimeoutError when it goes too slowly. */
  readonly signal: AbortSignal;
  /** From now on these limits count; the total still counts from the beginning. */
  expect(limits: Pick<FetchLimits, 'totalMs' | 'minRate'>): void;
  count(bytes: number): void;
}

/** Begins to watch. Timers of our own: a signal of `AbortSignal.timeout` or `any` that nobody holds may be collected before it fires. */
export function createPace(outer: AbortSignal, totalMs: number): Pace {
  const limit = new AbortController();
  const began = performance.now();
  let received = 0;
  let span: NodeJS.Timeout | undefined;
  const tooSlow = () => limit.abort(new DOMException('too slow', 'TimeoutError'));
  let total = setTimeout(tooSlow, totalMs);
  const stop = () => limit.abort(outer.reason);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop);
  return {
    signal: limit.signal,
    expect({ totalMs: newTotalMs, minRate }) {
      clearTimeout(total);
      total = setTimeout(tooSlow, Math.max(0, newTotalMs - (performance.now() - began)));
      if (minRate === null) return;
      span = setInterval(() => {
        if (received < minRate.bytes) tooSlow();
        received = 0;
      }, minRate.spanMs);
    },
    count(bytes) {
      received += bytes;
    },
    [Symbol.dispose]() {
      clearTimeout(total);
      clearInterval(span);
      outer.removeEventListener('abort', stop);
    },
  };
}
