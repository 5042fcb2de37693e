/** Thrown when work cannot wait: too much of its owner waits already, or it has waited too long. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

interface Job {
  readonly begin: () => void;
}

/** Runs work one at a time. The owners take turns, so that one with much work does not delay the others. */
export interface FairQueue {
  /**
   * Runs work in its turn.
   * @param signal ends the wait; running work reads it itself
   * @throws BusyError, the reason of the signal, or the error of the work
   */
  run<Result>(owner: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Creates an empty queue. @param limits jobs of an owner that wait at most, and milliseconds for which one waits at most */
export function createFairQueue(limits: { readonly waiting: number; readonly waitMs: number }): FairQueue {
  /** Waiting jobs by owner. The owner that was served last is last. */
  const waiting = new Map<string, Job[]>();
  let isBusy = false;

  function beginNext(): void {
    const [next] = waiting;
    if (isBusy || next === undefined) return;
    const [owner, [job, ...others]] = next;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    if (job === undefined) return;
    isBusy = true;
    job.begin();
  }

  function remove(owner: string, job: Job): void {
    const left = (waiting.get(owner) ?? []).filter((each) => each !== job);
    if (left.length > 0) waiting.set(owner, left);
    else waiting.delete(owner);
  }

  async function takeTurn(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const jobs = waiting.get(owner) ?? [];
    if (jobs.length >= limits.waiting) throw new BusyError('too much waits');
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const job = { begin: resolve };
    // Before it is rejected: a job that is begun and nobody runs would block the queue.
    const leave = (reason: unknown) => {
      remove(owner, job);
      reject(reason);
    };
    const late = setTimeout(() => leave(new BusyError('it waited too long')), limits.waitMs);
    const aborted = () => leave(signal.reason);
    signal.addEventListener('abort', aborted, { once: true });
    waiting.set(owner, [...jobs, job]);
    beginNext();
    await turn.finally(() => {
      clearTimeout(late);
      signal.removeEventListener('abort', aborted);
    });
  }

  return {
    async run(owner, work, signal) {
      await takeTurn(owner, signal);
      try {
        return await work();
      } finally {
        isBusy = false;
        beginNext();
      }
    },
  };
}
