import { asId, asString } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTiktok, type Session, type TiktokApi } from './api.ts';
import { outcomeUnknown } from './lost.ts';
import { pause } from './pause.ts';

const POST_ID = /^[1-9]\d{0,18}$/;
const MAX_FAILURES = 5;
const FAILURE_WAIT_MS = 500;
const LIMITED_WAIT_MS = 10_000;

/** What became of a publish so far. */
export type PublishStatus =
  | { readonly kind: 'processing'; readonly arrivedBytes: number | null }
  /** Without an id: the post is not public, or not through moderation yet. */
  | { readonly kind: 'published'; readonly postId: string | null }
  | { readonly kind: 'inbox' }
  | { readonly kind: 'failed'; readonly reason: string | null };

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export async function fetchStatus(api: TiktokApi, publishId: string, session: Session): Promise<PublishStatus> {
  const request = { method: 'POST', path: '/v2/post/publish/status/fetch/', effect: 'none' } as const;
  const { data, broken } = await callTiktok(api, { ...request, json: { publish_id: publishId } }, session);
  switch (data['status']) {
    case 'PROCESSING_UPLOAD':
      return { kind: 'processing', arrivedBytes: readCount(data['uploaded_bytes']) };
    case 'PROCESSING_DOWNLOAD':
      return { kind: 'processing', arrivedBytes: readCount(data['downloaded_bytes']) };
    case 'SEND_TO_USER_INBOX':
      return { kind: 'inbox' };
    case 'PUBLISH_COMPLETE':
      return { kind: 'published', postId: readPostId(data) };
    case 'FAILED':
      return { kind: 'failed', reason: asString(data['fail_reason']) };
    default:
      throw broken();
  }
}

/**
 * Asks until there is an answer: a few failures in a row say nothing about the post. @throws PlatformError `outcome-unknown`
 * when there is none, for a publish that may have come to an end meanwhile
 */
export async function insistOnStatus(api: TiktokApi, publishId: string, session: Session): Promise<PublishStatus> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await fetchStatus(api, publishId, session);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const isPassing = error.kind === 'unavailable' || error.kind === 'rate-limited';
      if (!isPassing || failures === MAX_FAILURES || session.call.signal?.aborted) {
        throw outcomeUnknown('the network was given everything, but does not say what became of it', error);
      }
      const waitMs = error.kind === 'rate-limited' ? LIMITED_WAIT_MS : FAILURE_WAIT_MS * failures;
      await pause(waitMs, session.call.signal);
    }
  }
}

/** The name is misspelled by the network, which may correct it one day. */
function readPostId(data: Readonly<Record<string, unknown>>): string | null {
  const ids = data['publicaly_available_post_id'] ?? data['publicly_available_post_id'];
  return Array.isArray(ids) ? asId(ids[0], POST_ID) : null;
}

function readCount(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}
