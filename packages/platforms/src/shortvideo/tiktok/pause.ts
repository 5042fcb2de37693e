import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, at most until the call is ended; that shows in the next request, which is not sent any more. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}
