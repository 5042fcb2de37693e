import type { Session } from '../../../driver.ts';
import { asRecord } from '../../../http/lossless-json.ts';
import { unavailable } from '../../../meanings.ts';
import { refusedMedia } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import { pause } from '../../../repeat.ts';
import { callX, type XApi } from '../api.ts';

const MAX_CHECK_INTERVAL_MS = 5_000;
/** A quarter of an hour at the longest interval. */
const MAX_STATUS_CHECKS = 180;
const MAX_LOST_CHECKS = 3;

/** A complete upload, and the network's last word on its processing. */
interface Upload {
  readonly id: string;
  readonly info: unknown;
  readonly noun: string;
}

/**
 * Waits until a post may name an uploaded file; the network says when to ask again.
 * @throws PlatformError `rejected` when the file cannot be processed, `unavailable` when that takes too long
 */
export async function waitUntilProcessed(api: XApi, { id, info, noun }: Upload, session: Session): Promise<void> {
  const { signal } = session.call;
  let state = asRecord(info);
  let lost = 0;
  for (let check = 0; state && state['state'] !== 'succeeded'; check += 1) {
    if (state['state'] === 'failed') throw refusedMedia('microblog', `X could not process the ${noun}`);
    if (check === MAX_STATUS_CHECKS) throw tooSlow(noun);
    const seconds = Number(state['check_after_secs'] ?? 1);
    const waitMs = Math.min(seconds > 0 ? seconds * 1000 : 1000, MAX_CHECK_INTERVAL_MS);
    await pause(waitMs, signal);
    const query = { command: 'STATUS', media_id: id };
    try {
      const answer = await callX(api, { method: 'GET', path: '/2/media/upload', query, effect: 'none' }, session);
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
  const message = `X took too long to process the ${noun}; nothing was published, try again later`;
  return new PlatformError('microblog', unavailable(message));
}
