import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from '../../logger.ts';
import { MAX_PIXELS } from '../look/picture-check.ts';
import { createFairQueue } from './fair-queue.ts';
import type { FitOrder, FitResult } from './fit-picture.ts';
import type { FitAnswer } from './fit-worker.ts';

const TIME_LIMIT_MS = 120_000;
const IDLE_MS = 15_000;
/** Heap of the process. Its memory for decoded pixels is limited by their number. */
const HEAP_MB = 64;
/** Pictures of one workspace that wait, and milliseconds for which one waits, at most: its channel is busy meanwhile. */
const QUEUE = { waiting: 20, waitMs: 120_000 };

/** Thrown when the library cannot decode a picture. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Makes pictures smaller, one at a time. */
export interface PictureFitter {
  /**
   * Makes a picture fit.
   * @param read reads the picture in its turn, so that only one is in memory
   * @returns null when nothing helps
   * @throws UndecodableError, BusyError, or Error when it takes too long, the process ends, or the picture cannot be read
   */
  fit(
    order: Omit<FitOrder, 'bytes' | 'maxPixels'> & { readonly workspaceId: string },
    read: () => Promise<FitOrder['bytes']>,
    signal: AbortSignal,
  ): Promise<FitResult | null>;
  /** Ends the process. */
  close(): void;
}

/**
 * Creates the fitter. Pictures are decoded in a process of their own, which can be killed while the library works, and whose end
 * harms no other. It starts with the first picture and ends when none has followed for a while.
 */
export function createPictureFitter(logger: Logger): PictureFitter {
  const queue = createFairQueue(QUEUE);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(new URL('./fit-worker.js', import.meta.url), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // Decoded pixels stay in memory, and on no disk.
      env: { VIPS_DISC_THRESHOLD: '1g' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.unref();
    started.channel?.unref();
    const forget = () => {
      if (child === started) child = null;
    };
    started.on('error', (err) => {
      logger.warn({ err }, 'the process that makes pictures smaller has failed');
      forget();
    });
    started.once('exit', forget);
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  async function run(order: FitOrder, signal: AbortSignal): Promise<FitResult | null> {
    // The batch may have been closed while the picture was read.
    signal.throwIfAborted();
    clearTimeout(idle);
    child ??= start();
    const answer = await ask(child, order, signal).catch((error: unknown) => {
      end();
      throw error;
    });
    idle = setTimeout(end, IDLE_MS).unref();
    if ('error' in answer) throw new UndecodableError(answer.error);
    return answer.result;
  }

  return {
    async fit({ workspaceId, ...order }, read, signal) {
      const work = async () => run({ ...order, bytes: await read(), maxPixels: MAX_PIXELS }, signal);
      try {
        return await queue.run(workspaceId, work, signal);
      } catch (err) {
        if (!signal.aborted) logger.warn({ err, workspaceId }, 'a picture could not be made to fit');
        throw err;
      }
    },
    close: end,
  };
}

/** Sends an order to the process and waits for its answer. @throws Error when it ends or is too slow, or the signal aborts */
function ask(child: ChildProcess, order: FitOrder, signal: AbortSignal): Promise<FitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FitAnswer>();
  const answered = (message: unknown) => resolve(message as FitAnswer);
  const ended = () => reject(new Error('the process that makes pictures smaller has ended'));
  const aborted = () => reject(signal.reason);
  const late = setTimeout(() => reject(new Error(`it took more than ${TIME_LIMIT_MS} ms`)), TIME_LIMIT_MS);
  child.once('message', answered).once('error', reject).once('exit', ended);
  signal.addEventListener('abort', aborted, { once: true });
  try {
    child.send(order, (error) => error && reject(error));
  } catch (error) {
    // A process that could not be started has no `send`.
    reject(error);
  }
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', aborted);
    child.off('message', answered).off('error', reject).off('exit', ended);
  });
}
