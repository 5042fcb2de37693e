import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from './platform-error.ts';

/** Number, waits and conditions of the repetitions of a step. */
interface RepeatPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** Returns the milliseconds to wait after a failure; the first failure is number 1. */
  readonly waitMs: (failures: number, error: PlatformError) => number;
  /** Returns true for a failure that may pass. */
  readonly isPassing: (error: PlatformError) => boolean;
  /** Ends the waiting; the next request then fails before it is sent. */
  readonly signal: AbortSignal | undefined;
}

/** Runs a step that does no harm when it runs twice, and repeats it while the network's failures may pass. */
export async function repeat<Result>(step: () => Promise<Result>, policy: RepeatPolicy): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await step();
    } catch (error) {
      if (failures === policy.attempts || policy.signal?.aborted) throw error;
      if (!(error instanceof PlatformError && policy.isPassing(error))) throw error;
      await pause(policy.waitMs(failures, error), policy.signal);
    }
  }
}

const UPLOAD_TRIES = 4;
const UPLOAD_FIRST_WAIT_MS = 500;

/** Repeats a step of an upload that the network did not answer; a part that arrives twice counts once. */
export function persist<Result>(step: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return repeat(step, {
    attempts: UPLOAD_TRIES,
    waitMs: (failures) => UPLOAD_FIRST_WAIT_MS * 2 ** (failures - 1),
    isPassing: ({ kind }) => kind === 'unavailable',
    signal,
  });
}

/** Waits `ms` milliseconds, or until the call is ended. An ended call fails in its next request, which is not sent. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}

/** Returns true for a failed question that the network may answer when it is asked again soon. */
export function isPassingTrouble({ kind }: PlatformError): boolean {
  return kind === 'unavailable' || kind === 'rate-limited';
}
