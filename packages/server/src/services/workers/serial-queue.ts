import type { WithLease } from './leases.ts';

/** Runs the tasks of one key one after another, in the order of their calls. Tasks of different keys run concurrently. */
export interface SerialQueue {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/** Makes a queue that orders tasks within this process by a chain per key, and between processes by a lease. */
export function createSerialQueue(withLease: WithLease): SerialQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const turn = () => withLease(`serial ${key}`, task);
      const result = before.then(turn, turn);
      tails.set(key, result);
      const forget = () => {
        if (tails.get(key) === result) tails.delete(key);
      };
      result.then(forget, forget);
      return result;
    },
  };
}
