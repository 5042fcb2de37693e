import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Attack } from './attack.ts';

/** What the server has answered to an attack. */
export interface Answered {
  readonly requests: number;
  /** Number of answers by their status; `none` counts requests whose connection ended before an answer. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly perSecond: number;
}

/** Clients in a thread of their own, so that they do not slow down what this thread measures. */
export interface Hammer extends AsyncDisposable {
  /** Begins an attack. @param perSecond requests that are begun in a second at most */
  begin(url: string, attack: Attack, perSecond?: number): void;
  /** Resolves when the attack has got this many answers, or this much later. */
  until(answers: number, atMostMs: number): Promise<void>;
  /** Ends the attack, with the requests that are under way. */
  end(): Promise<Answered>;
}

export function startHammer(): Hammer {
  const worker = new Worker(new URL('./hammer-worker.ts', import.meta.url));
  worker.on('error', (error) => {
    throw error;
  });
  const ask = async (message: object) => {
    worker.postMessage(message);
    const [answer] = await once(worker, 'message');
    return answer;
  };
  return {
    begin: (url, attack, perSecond = Number.POSITIVE_INFINITY) => worker.postMessage({ url, attack, perSecond }),
    until: (answers, atMostMs) => ask({ until: answers, atMostMs }),
    end: () => ask({ end: true }),
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
