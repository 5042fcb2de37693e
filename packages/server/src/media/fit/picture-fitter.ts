import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, every, on, once } from '@social/platforms/guarded';
import { MAX_PIXELS } from '@social/rules';
import type { Logger } from '../../log/logger.ts';
import type { Account, AccountOf } from '../keep/account.ts';
import { createFairQueue } from './fair-queue.ts';
import type { FitOrder, FitResult } from './fit-picture.ts';
import type { FitAnswer } from './fit-worker.ts';

/** Heap of a process. Its memory for decoded pixels is limited by their number. */
const HEAP_MB = 64;
/** Pictures, each in a process, at a time. */
const PROCESSES = 2;
/** Pictures of one workspace that wait, and milliseconds for which one waits, at most: its channel is busy meanwhile. */
const QUEUE = { waiting: 20, waitMs: 120_000, atATime: PROCESSES, ofOneOwner: PROCESSES - 1 };
/** Times that a picture is given to a process: the end of the first may have had another reason. */
const MAX_ATTEMPTS = 2;

/** What a process may use for one picture. The processor time counts for its workspace. */
export interface FitLimits {
  /** Processor time, which a busy machine does not use up. Measured where the system has `/proc`. */
  readonly processorMs: number;
  readonly memoryBytes: number;
  /** Time at all, for a process that hangs. */
  readonly totalMs: number;
}

/** A picture of 50 megapixels takes 1 to 10 seconds, and up to 700 MB. */
const LIMITS: FitLimits = { processorMs: 15_000, memoryBytes: 768 * 1024 ** 2, totalMs: 120_000 };
const WATCH_MS = 200;

/** Thrown when the picture is the reason that it cannot be made smaller. The message is the end of a sentence for users. */
export class UnfitError extends Error {
  override readonly name = 'UnfitError';
}

/** Thrown when a process has ended before it answered. */
class EndedError extends Error {
  override readonly name = 'EndedError';
}

/** Makes pictures smaller. */
export interface PictureFitter {
  /**
   * Makes a picture fit.
   * @param read reads the picture in its turn, so that few are in memory
   * @returns null when nothing helps
   * @throws UnfitError, BusyError, AppError where the workspace has used up its processor time, or Error when it takes too long or the picture cannot be read
   */
  fit(
    order: Omit<FitOrder, 'bytes' | 'maxPixels'> & { readonly workspaceId: string },
    read: () => Promise<FitOrder['bytes']>,
    signal: AbortSignal,
  ): Promise<FitResult | null>;
  /** Ends the processes; later calls fail. */
  close(): void;
}

/**
 * Creates the fitter. Each picture is decoded in a process of its own, which can be killed while the library works, and which no
 * picture of somebody else is given to. One workspace never has all processes.
 */
export function createPictureFitter(
  logger: Logger,
  {
    accountOf,
    limits = LIMITS,
    program = new URL('./fit-worker.js', import.meta.url),
  }: { accountOf: AccountOf; limits?: FitLimits; program?: URL },
): PictureFitter {
  const queue = createFairQueue(QUEUE);
  const processes = new Set<ChildProcess>();
  let isClosed = false;

  async function attempt(order: FitOrder, account: Account, signal: AbortSignal): Promise<FitAnswer> {
    // The batch may have been closed while the picture was read.
    signal.throwIfAborted();
    if (isClosed) throw new Error('the server is stopping');
    account.take(1);
    const began = performance.now();
    const started = startProcess(program);
    processes.add(started);
    on(started, 'error', (err: Error) => logger.warn({ err }, 'the process that makes pictures smaller has failed'));
    try {
      return await ask(started, order, { limits, signal });
    } finally {
      const use = await useOf(started.pid);
      const mostMs = Math.min(performance.now() - began, limits.processorMs);
      account.count((use?.processorMs ?? mostMs) / 1_000 - 1);
      processes.delete(started);
      started.kill('SIGKILL');
    }
  }

  async function run(order: FitOrder, account: Account, signal: AbortSignal): Promise<FitResult | null> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const answer = await attempt(order, account, signal);
        if ('result' in answer) return answer.result;
        throw new UnfitError('the server cannot decode it, its log says why', { cause: answer.error });
      } catch (error) {
        if (!(error instanceof EndedError)) throw error;
        if (attempts === MAX_ATTEMPTS)
          throw new UnfitError('the server tried it twice, its log says why', { cause: error });
      }
    }
  }

  return {
    async fit({ workspaceId, ...order }, read, signal) {
      const account = await accountOf(workspaceId);
      const work = async () => run({ ...order, bytes: await read(), maxPixels: MAX_PIXELS }, account, signal);
      try {
        return await queue.run(workspaceId, work, signal);
      } catch (err) {
        if (!signal.aborted) logger.warn({ err, workspaceId }, 'a picture could not be made to fit');
        throw err;
      }
    },
    close() {
      isClosed = true;
      for (const started of processes) started.kill('SIGKILL');
    },
  };
}

function startProcess(program: URL): ChildProcess {
  const started = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // Decoded pixels stay in memory, and on no disk.
    env: { VIPS_DISC_THRESHOLD: '1g', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  return started;
}

/** Sends an order to a process and waits for its answer. @throws EndedError, UnfitError above a limit, Error when it hangs, or the reason of the signal */
function ask(
  child: ChildProcess,
  order: FitOrder,
  { limits, signal }: { readonly limits: FitLimits; readonly signal: AbortSignal },
): Promise<FitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FitAnswer>();
  const answered = (message: unknown) => resolve(message as FitAnswer);
  const ended = () => reject(new EndedError('the process that makes pictures smaller has ended'));
  const aborted = () => reject(signal.reason);
  const late = after(limits.totalMs, () => reject(new Error(`it took more than ${limits.totalMs} ms`)), child);
  const stopWatching = watchUse(child.pid, limits, reject);
  const forget = [
    once(child, 'message', answered),
    once(child, 'error', reject),
    once(child, 'exit', ended),
    once(signal, 'abort', aborted),
  ];
  try {
    child.send(order, (error) => error && ended());
  } catch (error) {
    // A process that could not be started has no `send`.
    reject(error);
  }
  return promise.finally(() => {
    clearTimeout(late);
    stopWatching();
    for (const end of forget) end();
  });
}

/** Watches what a process uses. @returns ends the watch */
function watchUse(pid: number | undefined, limits: FitLimits, exceeded: (error: UnfitError) => void): () => void {
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    const use = await useOf(pid);
    isReading = false;
    if (use === null) return;
    if (use.processorMs > limits.processorMs) exceeded(new UnfitError('that takes too much time'));
    else if (use.memoryBytes > limits.memoryBytes) exceeded(new UnfitError('that takes too much memory'));
  };
  void look();
  const timer = every(WATCH_MS, look).unref();
  return () => clearInterval(timer);
}

/** Reads the processor time and the memory of a process. @returns null where the system does not tell @see proc(5) */
async function useOf(pid: number | undefined): Promise<{ processorMs: number; memoryBytes: number } | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8');
  const files = await Promise.all([read('stat'), read('status')]).catch(() => null);
  if (files === null) return null;
  // The name of the program, in parentheses, may hold spaces. After it, the 12th and 13th fields are hundredths of a second.
  const fields = files[0].slice(files[0].lastIndexOf(')') + 2).split(' ');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(files[1])?.[1] ?? 0);
  return { processorMs: (Number(fields[11]) + Number(fields[12])) * 10, memoryBytes: kilobytes * 1024 };
}
