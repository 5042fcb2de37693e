import { after, once } from '@social/platforms/guarded';

/** Thrown when work cannot wait: too much of its owner waits already, or it has waited too long. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

interface Job {
  readonly begin: () => void;
}

/** Runs work in order. The owners take turns, so that one with much work does not delay the others. */
export interface FairQueue {
  /**
   * Runs work in its turn.
   * @param signal ends the wait; running work reads it itself
   * @throws BusyError, the reason of the signal, or the error of the work
   */
  run<Result>(owner: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Limits of a queue. */
export interface QueueLimits {
  /** Jobs of an owner that wait at most. */
  readonly waiting: number;
  /** Milliseconds for which one waits at most. */
  readonly waitMs: number;
  /** Jobs that run at the same time at most, of all owners and of one; 1 when left out. */
  readonly atATime?: number;
  readonly ofOneOwner?: number;
}

/** Creates an empty queue. */
export function createFairQueue({ waiting: most, waitMs, atATime = 1, ofOneOwner = atATime }: QueueLimits): FairQueue {
  /** Waiting jobs by owner. The owner that was served last is last. */
  const waiting = new Map<string, Job[]>();
  /** Owners of the running jobs. */
  const running: string[] = [];

  function beginNext(): void {
    if (running.length >= atATime) return;
    for (const [owner, [job, ...others]] of waiting) {
      if (job === undefined || running.filter((each) => each === owner).length >= ofOneOwner) continue;
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      running.push(owner);
      job.begin();
      return;
    }
  }

  function remove(owner: string, job: Job): void {
    const left = (waiting.get(owner) ?? []).filter((each) => each !== job);
    if (left.length > 0) waiting.set(owner, left);
    else waiting.delete(owner);
  }

  async function takeTurn(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const jobs = waiting.get(owner) ?? [];
    if (jobs.length >= most) throw new BusyError('too much waits');
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const job = { begin: resolve };
    // Before it is rejected: a job that is begun and nobody runs would block the queue.
    const leave = (reason: unknown) => {
      remove(owner, job);
      reject(reason);
    };
    const late = after(waitMs, () => leave(new BusyError('it waited too long')));
    const forget = once(signal, 'abort', () => leave(signal.reason));
    waiting.set(owner, [...jobs, job]);
    beginNext();
    await turn.finally(() => {
      clearTimeout(late);
      forget();
    });
  }

  return {
    async run(owner, work, signal) {
      await takeTurn(owner, signal);
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(owner), 1);
        beginNext();
      }
    },
  };
}
