import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Logger } from '../../logger.ts';
import { MAX_PIXELS } from '../look/picture-check.ts';
import type { FitOrder, FitResult } from './fit-picture.ts';
import type { FitAnswer } from './fit-worker.ts';

const TIME_LIMIT_MS = 120_000;
const IDLE_MS = 15_000;
/** Limits of the thread's own memory. That of the decoded pixels is limited by their number. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/** Makes pictures smaller, one at a time. */
export interface PictureFitter {
  /**
   * Makes a picture fit.
   * @param read reads the picture in its turn, so that only one is in memory; it hands over the bytes
   * @returns null when nothing helps
   * @throws Error when the picture cannot be decoded, takes too long, or the library cannot be loaded
   */
  fit(
    order: Omit<FitOrder, 'bytes' | 'maxPixels'>,
    read: () => Promise<FitOrder['bytes']>,
    signal: AbortSignal,
  ): Promise<FitResult | null>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Creates the fitter. Its thread starts with the first picture and ends when none has followed for a while. */
export function createPictureFitter(logger: Logger): PictureFitter {
  const oneAtATime = pLimit(1);
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    // The end of the thread that loaded a native library alone would unload it while its own threads still run.
    await import('sharp');
    const started = new Worker(new URL('./fit-worker.js', import.meta.url), { resourceLimits: MEMORY, env: {} });
    started.unref();
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  async function run(order: FitOrder): Promise<FitResult | null> {
    clearTimeout(idle);
    try {
      worker ??= await start();
      const answer = await ask(worker, order);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    } catch (error) {
      logger.warn({ err: error }, 'a picture could not be made to fit');
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    fit: (order, read, signal) =>
      oneAtATime(async () => {
        signal.throwIfAborted();
        return run({ ...order, bytes: await read(), maxPixels: MAX_PIXELS });
      }),
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

/** Sends an order to the thread and waits for its answer. @throws Error when the thread breaks or is too slow */
function ask(worker: Worker, order: FitOrder): Promise<FitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FitAnswer>();
  const ended = (code: number) => reject(new Error(`the thread ended with ${code}`));
  const late = setTimeout(() => reject(new Error(`it took more than ${TIME_LIMIT_MS} ms`)), TIME_LIMIT_MS);
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  worker.postMessage(order, [order.bytes.buffer]);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  });
}
