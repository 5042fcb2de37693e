import type { Sharing } from './sharing.ts';

/** The only permission to run tasks of a key. */
export interface Turn {
  /** Runs a task, then ends the turn. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Ends a turn that is not used. */
  end(): void;
  /** Resolves when the turn has ended. */
  readonly ended: Promise<void>;
}

/** Runs the tasks of one key one after another, in the order of their calls. Tasks of different keys run concurrently. */
export interface SerialQueue {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
  /** Takes the turn of a key for which no task runs or waits. @returns null when one does, or another process must be asked */
  takeFree(key: string): Turn | null;
}

/** Makes a queue that orders tasks within this process by a chain per key, and between processes by a lease. */
export function createSerialQueue({ withLease, isAlone }: Pick<Sharing, 'withLease' | 'isAlone'>): SerialQueue {
  const tails = new Map<string, Promise<unknown>>();

  function append(key: string, tail: Promise<unknown>): void {
    tails.set(key, tail);
    const forget = () => {
      if (tails.get(key) === tail) tails.delete(key);
    };
    tail.then(forget, forget);
  }

  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const turn = () => withLease(`serial ${key}`, task);
      const result = before.then(turn, turn);
      append(key, result);
      return result;
    },

    takeFree(key) {
      if (tails.has(key) || !isAlone) return null;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      append(key, ended);
      return { run: (task) => task().finally(end), end, ended };
    },
  };
}
