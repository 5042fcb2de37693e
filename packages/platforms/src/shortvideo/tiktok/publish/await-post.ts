import type { Published, PublishSession } from '../../../driver.ts';
import { unknownOutcome } from '../../../meanings.ts';
import { PlatformError } from '../../../platform-error.ts';
import { pause } from '../../../repeat.ts';
import { postUrl, type TiktokApi } from '../api.ts';
import type { Handover } from './checkpoint.ts';
import { failureOf, outcomeUnknown } from './publish-errors.ts';
import { insistOnStatus } from './status.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
const PROCESSING_MS = 10 * 60_000;
/** The network takes up to an hour to fetch files. */
const FETCHING_MS = 70 * 60_000;
/** A public post has an id after its moderation, which usually takes a minute, and sometimes hours. */
const MODERATION_MS = 30_000;

/** Waits until a publish has ended. @throws PlatformError `outcome-unknown` when the network does not say in time */
export async function awaitPost(api: TiktokApi, handover: Handover, session: PublishSession): Promise<Published> {
  const { call } = session;
  const giveUpAt = performance.now() + (handover.upload ? PROCESSING_MS : FETCHING_MS);
  let namelessSince: number | null = null;
  let waitMs = 0;
  for (;;) {
    await pause(waitMs, call.signal);
    waitMs = Math.min(Math.max(waitMs * 1.5, FIRST_WAIT_MS), MAX_WAIT_MS);
    const status = await insistOnStatus(api, handover.publishId, session);
    if (status.kind === 'failed') throw failureOf(status.reason);
    if (status.kind === 'inbox') throw inInbox();
    if (status.kind === 'processing') {
      reportProcessing(handover, status.arrivedBytes, session);
      if (performance.now() > giveUpAt) throw outcomeUnknown('TikTok has not finished processing it for a long time');
      continue;
    }
    namelessSince ??= performance.now();
    const isWorthWaiting = handover.isPublic && performance.now() - namelessSince < MODERATION_MS;
    if (status.postId !== null || !isWorthWaiting) return present(api, handover, status.postId);
  }
}

/** The error for a post that only the person can publish now, and may have published. */
function inInbox(): PlatformError {
  const message = "TikTok put it into the account's inbox instead of publishing it; finish or delete it in its app";
  return new PlatformError('shortvideo', unknownOutcome(message));
}

function reportProcessing({ upload }: Handover, arrivedBytes: number | null, { call }: PublishSession): void {
  const totalBytes = upload?.bytes ?? arrivedBytes ?? 0;
  call.onProgress?.({ stage: 'processing', doneBytes: totalBytes, totalBytes });
}

/** Describes a post; one without a public id by its publish id and the account's page. */
function present(api: TiktokApi, { publishId, username, note }: Handover, postId: string | null): Published {
  return {
    platformPostId: postId ?? publishId,
    url: postUrl(api, username, postId),
    ...(note !== null && { note }),
  };
}
