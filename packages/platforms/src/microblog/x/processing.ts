import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext, ConnectedAccount } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX } from './api.ts';

const MAX_CHECK_INTERVAL_MS = 5_000;
/** A quarter of an hour at the longest interval. */
const MAX_STATUS_CHECKS = 180;
const MAX_LOST_CHECKS = 3;

/** An upload that is complete, and what the network said of it last. */
interface Upload {
  readonly id: string;
  readonly info: unknown;
  readonly noun: string;
}

/**
 * Waits until what was uploaded can be named in a post; the network says when to ask again.
 * @throws PlatformError rejected when it cannot be processed, unavailable when that takes too long
 */
export async function waitUntilProcessed(
  apiUrl: string,
  { id, info, noun }: Upload,
  session: { readonly account: ConnectedAccount; readonly call: CallContext },
): Promise<void> {
  const { signal } = session.call;
  let state = asRecord(info);
  let lost = 0;
  for (let check = 0; state && state['state'] !== 'succeeded'; check += 1) {
    if (state['state'] === 'failed') throw refusedMedia('microblog', `the network could not process the ${noun}`);
    if (check === MAX_STATUS_CHECKS) throw tooSlow(noun);
    const seconds = Number(state['check_after_secs'] ?? 1);
    const waitMs = Math.min(seconds > 0 ? seconds * 1000 : 1000, MAX_CHECK_INTERVAL_MS);
    // A call that is ended meanwhile fails in its next step.
    await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
    const query = { command: 'STATUS', media_id: id };
    try {
      const answer = await callX(apiUrl, { method: 'GET', path: '/2/media/upload', query, effect: 'none' }, session);
      state = asRecord(asRecord(answer.data)?.['processing_info']);
      lost = 0;
    } catch (error) {
      lost += 1;
      const isLost = error instanceof PlatformError && error.kind === 'unavailable';
      if (!isLost || lost > MAX_LOST_CHECKS || signal?.aborted) throw error;
    }
  }
}

function tooSlow(noun: string): PlatformError {
  return new PlatformError('microblog', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: `the network took too long to process the ${noun}; nothing was published, try again later`,
  });
}
