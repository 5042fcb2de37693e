import { after } from '@social/platforms/guarded';
import type { Clock } from './clock.ts';
import type { Logger } from './log/logger.ts';

const INTERVAL_MS = 50;
/** While nothing runs: a timer costs an idle server more than all its jobs. */
const IDLE_INTERVAL_MS = 250;
const HELD_MS = 250;
/** Names of what was under way, in a line of the log. */
const MAX_NAMES = 5;

/** Notices what holds the event loop, so that nothing else runs. */
export interface LoopWatch {
  /** Runs an operation or a job under its name. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  start(): void;
  stop(): void;
  /** Returns how often the event loop was held for more than 250 ms, by name. */
  counts(): ReadonlyMap<string, number>;
}

/**
 * Creates the watch. Its timer comes late when the event loop was held. Node does not tell cheaply which work was resumed, so the
 * blame goes to the work that is seen first after the hold: the one whose first part just returned, or the one that ends. When the
 * timer is first, it goes to the work seen last since the timer before, even if that has ended, since its answer is written then;
 * or else to the only one under way. Otherwise the name is `unknown`, and the line lists what was under way. So work that begins or
 * ends right beside the hold of another may be blamed for it.
 *
 * A hold counts from when the timer was due, except in the first part of the work: up to 50 ms after it began, or 250 ms where
 * nothing ran. A process that was stopped, or that got no processor, looks the same: `processorMilliseconds` is small then, and also
 * while it waited for the disk.
 */
export function createLoopWatch({ clock, logger }: { clock: Clock; logger: Logger }): LoopWatch {
  const counts = new Map<string, number>();
  const running = new Set<{ readonly name: string }>();
  let timer: NodeJS.Timeout | undefined;
  /** When something was last seen to run, and when the timer is due. */
  let seenAt = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  /** Name of the work seen last since the timer. */
  let seenLast: string | null = null;
  let cpu = process.threadCpuUsage();
  let isIdle = false;

  /**
   * Notes that the event loop runs.
   * @param who whom to blame for a hold since the last time
   * @param didWait false when nothing else can have run since the last time, nor the event loop have waited
   */
  function see(who: string | null, didWait = true): void {
    const now = clock.elapsed();
    const held = now - (didWait ? Math.max(seenAt, Math.min(dueAt, now)) : seenAt);
    seenAt = now;
    if (held > HELD_MS) report(who, held);
  }

  function report(who: string | null, held: number): void {
    const names = [...new Set([...running].map(({ name }) => name))];
    const operation = who ?? seenLast ?? (names.length === 1 ? names[0] : undefined) ?? 'unknown';
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const { user, system } = process.threadCpuUsage(cpu);
    logger.warn(
      {
        operation,
        milliseconds: Math.round(held),
        processorMilliseconds: Math.round((user + system) / 1000),
        running: names.slice(0, MAX_NAMES),
      },
      'the event loop was held',
    );
  }

  function tick(): void {
    see(null);
    isIdle = running.size === 0 && seenLast === null;
    seenLast = null;
    plan(isIdle ? IDLE_INTERVAL_MS : INTERVAL_MS);
  }

  function plan(milliseconds: number): void {
    dueAt = clock.elapsed() + milliseconds;
    cpu = process.threadCpuUsage();
    timer = after(milliseconds, tick).unref();
  }

  /** Ends the long wait of a process in which nothing ran. */
  function hurry(): void {
    if (!isIdle) return;
    isIdle = false;
    clearTimeout(timer);
    plan(INTERVAL_MS);
  }

  return {
    async run(name, work) {
      const entry = { name };
      see(null);
      hurry();
      running.add(entry);
      try {
        const working = work();
        see(name, false);
        seenLast = name;
        return await working;
      } finally {
        see(name);
        seenLast = name;
        running.delete(entry);
      }
    },
    start: tick,
    stop() {
      isIdle = false;
      clearTimeout(timer);
    },
    counts: () => counts,
  };
}
