import { readdirSync } from 'node:fs';
import type { RunningServer } from '../crash/crash-world.ts';

/** Resources of a server at one moment. Memory is in bytes. */
export interface Sample {
  /** Planned milliseconds since the beginning. */
  readonly at: number;
  readonly memory: number;
  /** JavaScript objects, garbage that is not collected yet included. */
  readonly heap: number;
  readonly openFiles: number;
  /** 99th percentile of the event loop's delay since the last sample, in milliseconds. */
  readonly loopDelay: number;
}

/** Reads a server's metrics, and its open files from Linux. @see https://man7.org/linux/man-pages/man5/proc.5.html */
export async function sampleServer({ url, pid }: RunningServer, at: number): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    at,
    memory: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    // The measure ticks every 10 ms, and counts that in.
    loopDelay: Math.max(0, read('nodejs_eventloop_lag_p99_seconds') * 1_000 - 10),
  };
}

/** Returns the growth of the samples per hour: the slope of the best-fitting line. */
export function growthPerHour(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(points.map((point) => point.at));
  const value = mean(points.map((point) => point.value));
  const covariance = mean(points.map((point) => (point.at - at) * (point.value - value)));
  return Math.round((covariance / mean(points.map((point) => (point.at - at) ** 2))) * 3_600_000);
}

/** Returns the minimum of every ten consecutive values: the size of a heap right after a garbage collection. */
export function leastOfTens(samples: readonly Sample[]): { at: number; value: number }[] {
  const tens = Array.from({ length: Math.floor(samples.length / 10) }, (_, ten) =>
    samples.slice(ten * 10, ten * 10 + 10),
  );
  return tens.map((ten) => ({ at: ten[0]?.at ?? 0, value: Math.min(...ten.map(({ heap }) => heap)) }));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
