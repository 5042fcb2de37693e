import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformId } from '@social/types';
import type { CallContext } from './driver.ts';
import { unavailable } from './meanings.ts';
import { PlatformError } from './platform-error.ts';
import { isPassingTrouble, repeat } from './repeat.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const GROWTH = 1.5;

/**
 * Asks at once and then with growing waits until there is an answer.
 * @returns the answer; null when there is no answer within `timeoutMs`
 * @throws PlatformError the errors of `ask`, and `unavailable` when the call is ended meanwhile
 */
export async function pollUntil<Answer>(
  platform: PlatformId,
  ask: () => Promise<Answer | null>,
  {
    timeoutMs,
    longestWaitMs = LONGEST_WAIT_MS,
    call,
  }: { readonly timeoutMs: number; readonly longestWaitMs?: number; readonly call: CallContext },
): Promise<Answer | null> {
  const until = performance.now() + timeoutMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * GROWTH, longestWaitMs)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() + waitMs > until) return null;
    await sleep(waitMs, undefined, { ...(call.signal && { signal: call.signal }) }).catch((cause: unknown) => {
      const message = 'the call was ended while the network prepared the post; nothing was published, try again later';
      throw new PlatformError(platform, { ...unavailable(message), cause });
    });
  }
}

const PROCESSING_TIMEOUT_MS = 15 * 60_000;
const LONGEST_PROCESSING_WAIT_MS = 5_000;
const MAX_LOST_CHECKS = 4;
const LOST_CHECK_WAIT_MS = 1_000;

/**
 * Waits up to a quarter of an hour until a file is processed. A check that fails for a moment is made again.
 * @param fileName for the message
 * @throws PlatformError the errors of `ask`, and `unavailable` when the time is over or the call is ended
 */
export async function awaitProcessed<Answer>(
  platform: PlatformId,
  ask: () => Promise<Answer | null>,
  {
    fileName,
    longestWaitMs = LONGEST_PROCESSING_WAIT_MS,
    call,
  }: { readonly fileName: string; readonly longestWaitMs?: number; readonly call: CallContext },
): Promise<Answer> {
  const { signal } = call;
  const policy = { attempts: MAX_LOST_CHECKS, waitMs: () => LOST_CHECK_WAIT_MS, isPassing: isPassingTrouble, signal };
  const limits = { timeoutMs: PROCESSING_TIMEOUT_MS, longestWaitMs, call };
  const answer = await pollUntil(platform, () => repeat(ask, policy), limits);
  if (answer !== null) return answer;
  const message = `the network took too long to process ${fileName}; nothing was published, try again later`;
  throw new PlatformError(platform, unavailable(message));
}
