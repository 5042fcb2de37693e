import { readdirSync, readFileSync } from 'node:fs';

/** What a process uses at one moment. */
export interface Sample {
  /** Milliseconds since the first sample. */
  readonly at: number;
  /** Resident memory in bytes. */
  readonly memory: number;
  readonly openFiles: number;
}

/** Reads what a process uses, from Linux. @see https://man7.org/linux/man-pages/man5/proc.5.html */
export function sampleProcess(pid: number, since: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  return { at: performance.now() - since, memory, openFiles: readdirSync(`/proc/${pid}/fd`).length };
}

/** Growth of memory in bytes per hour: the slope of the line that fits the samples best. */
export function memoryGrowthPerHour(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const memory = mean(samples.map((sample) => sample.memory));
  const covariance = mean(samples.map((sample) => (sample.at - at) * (sample.memory - memory)));
  return (covariance / mean(samples.map((sample) => (sample.at - at) ** 2))) * 3_600_000;
}
