import type { Published } from '../../driver.ts';
import { PlatformError } from '../../platform-error.ts';
import { postUrl, type TiktokApi } from './api.ts';
import type { Handover, PublishSession } from './checkpoint.ts';
import { failureOf } from './fail-reasons.ts';
import { outcomeUnknown } from './lost.ts';
import { pause } from './pause.ts';
import { insistOnStatus } from './status.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
const PROCESSING_MS = 10 * 60_000;
/** The network takes up to an hour to fetch what it is told to. */
const FETCHING_MS = 70 * 60_000;
/** Moderation, after which a public post has an id, takes a minute as a rule, and sometimes hours. */
const MODERATION_MS = 30_000;

/** Waits until a publish is over. @throws PlatformError `outcome-unknown` when the network does not say in time */
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
      tell(handover, status.arrivedBytes, session);
      if (performance.now() > giveUpAt)
        throw outcomeUnknown('the network has not finished processing it for a long time');
      continue;
    }
    namelessSince ??= performance.now();
    const isWorthWaiting = handover.isPublic && performance.now() - namelessSince < MODERATION_MS;
    if (status.postId !== null || !isWorthWaiting) return present(api, handover, status.postId);
  }
}

/** Only the person can publish it now, and may have done so. */
function inInbox(): PlatformError {
  return new PlatformError('shortvideo', {
    kind: 'outcome-unknown',
    code: 'outcome_unknown',
    message: "the network put it into the account's inbox instead of publishing it; finish or delete it in its app",
  });
}

function tell({ upload }: Handover, arrivedBytes: number | null, { call }: PublishSession): void {
  const totalBytes = upload?.bytes ?? arrivedBytes ?? 0;
  call.onProgress?.({ stage: 'processing', doneBytes: totalBytes, totalBytes });
}

/** A post that has no public id is known by its publish id, and found on the account's page. */
function present(api: TiktokApi, { publishId, username, note }: Handover, postId: string | null): Published {
  return {
    platformPostId: postId ?? publishId,
    url: postUrl(api, username, postId),
    ...(note !== null && { note }),
  };
}
