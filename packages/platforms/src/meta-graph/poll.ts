import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformId } from '@social/types';
import type { CallContext } from '../driver.ts';
import { unavailable } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';

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
  { timeoutMs, call }: { readonly timeoutMs: number; readonly call: CallContext },
): Promise<Answer | null> {
  const until = performance.now() + timeoutMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * GROWTH, LONGEST_WAIT_MS)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() + waitMs > until) return null;
    await sleep(waitMs, undefined, { ...(call.signal && { signal: call.signal }) }).catch((cause: unknown) => {
      const message = 'the call was ended while the network prepared the post; nothing was published, try again later';
      throw new PlatformError(platform, { ...unavailable(message), cause });
    });
  }
}
