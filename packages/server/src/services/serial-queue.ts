/** Runs the tasks of one key one after another, in the order they came; tasks of different keys run at the same time. */
export interface SerialQueue {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/** A queue in this process; it remembers only keys that have tasks. */
export function createSerialQueue(): SerialQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(task, task);
      tails.set(key, result);
      const forget = () => {
        if (tails.get(key) === result) tails.delete(key);
      };
      result.then(forget, forget);
      return result;
    },
  };
}
