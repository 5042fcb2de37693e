import { randomUUID } from 'node:crypto';
import type {
  Checkpoint,
  ConnectedAccount,
  LostPublish,
  OutgoingPost,
  PlatformDriver,
  PublishContext,
  Published,
  PublishSession,
} from '../driver.ts';
import { asId, asString, type JsonObject } from '../http/lossless-json.ts';
import { unknownOutcome } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';
import { uploadMedia } from './media.ts';
import { quotePolicyOf } from './quote-policy.ts';
import { readSettings } from './settings.ts';

/** Servers keep a key for an hour. */
const REPEATABLE_MS = 50 * 60_000;
const SEPARATOR = ' ';

/** Lets a publish be sent again where the server takes its key once, also while the first call still runs. */
export function repeatableUntil({ sentAt, checkpoint, hasMedia, limits }: LostPublish): Date | null {
  if (!limits?.locksKeys || (hasMedia && readSent(checkpoint) === null)) return null;
  return new Date(sentAt.getTime() + REPEATABLE_MS);
}

/**
 * Publishes a status. The server's answer to a repeated Idempotency-Key differs by software and version, and some publish
 * twice: the key is always sent, and relied on only where the server holds a lock on it.
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export function createMastodonPublish(api: MastodonApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    if (call.checkpoint?.['step'] === 'publish' && !call.isRepeat) throw interrupted();
    const settings = readSettings(post);
    const hasFiles = post.media.length > 0;
    const session = { account, call };
    const sent = call.isRepeat && hasFiles ? readSent(call.checkpoint) : [];
    if (sent === null) throw interrupted();
    const mediaIds = call.isRepeat ? sent : await uploadFiles(api, post, session);
    const { field, note } = await quotePolicyOf(api, post, session);
    const json = {
      status: post.text,
      // Software other than Mastodon may take it for Markdown, as the account's settings say.
      content_type: 'text/plain',
      ...settings,
      ...field,
      ...(mediaIds.length > 0 && { media_ids: mediaIds }),
      ...(post.poll && { poll: pollOf(post.poll) }),
      ...(post.replyTo !== undefined && { in_reply_to_id: post.replyTo }),
    };
    if (hasFiles) await call.saveCheckpoint?.({ step: 'publish', mediaIds: mediaIds.join(SEPARATOR) });
    try {
      return { ...(await createStatus(api, json, session)), ...(note !== undefined && { note }) };
    } catch (refusal) {
      const error = call.isRepeat ? withDoubt(refusal) : refusal;
      const isUnknown = !(error instanceof PlatformError) || error.kind === 'outcome-unknown';
      if (hasFiles && !isUnknown) await call.saveCheckpoint?.({ step: 'upload' });
      throw error;
    }
  };
}

/** The text is the question. @see https://docs.joinmastodon.org/methods/statuses/#form-data-parameters */
function pollOf({ options, minutes, multiple = false }: NonNullable<OutgoingPost['poll']>): JsonObject {
  return { options, expires_in: minutes * 60, multiple };
}

/** Uploads the files of a post. Until its status is sent, an interrupted publish can start again: nobody sees files without one. */
async function uploadFiles(api: MastodonApi, { media }: OutgoingPost, session: PublishSession): Promise<string[]> {
  if (media.length > 0) await session.call.saveCheckpoint?.({ step: 'upload' });
  return uploadMedia(api, media, session);
}

async function createStatus(api: MastodonApi, json: JsonObject, { account, call }: PublishSession): Promise<Published> {
  const headers = { 'idempotency-key': keyOf(call) };
  const request = { method: 'POST', path: '/api/v1/statuses', headers, json, effect: 'change' } as const;
  const { body, broken } = await callMastodon(api, request, { account, call });
  const id = asId(body?.['id'], MASTODON_ID);
  if (id === null) throw broken();
  return { platformPostId: id, url: statusUrl(api, account, { id, url: body?.['url'] }) };
}

/** Ids of the files of a status that may have been sent; null for a checkpoint without them. */
function readSent(checkpoint: Checkpoint | null | undefined): string[] | null {
  const { step, mediaIds } = checkpoint ?? {};
  const ids = step === 'publish' && typeof mediaIds === 'string' ? mediaIds.split(SEPARATOR) : [];
  return ids.length > 0 && ids.every((id) => MASTODON_ID.test(id)) ? ids : null;
}

/**
 * Turns the refusal of a repeat into an unknown outcome, unless it proves that the first call did nothing. Only one does: that the text is
 * too long, which the server finds after it has looked for the key. It may refuse files because the first call has used them.
 */
function withDoubt(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.kind !== 'rejected') return error;
  const { status, upstreamCode, code } = error;
  if (status === 422 && code === 'invalid_request') return error;
  return new PlatformError('mastodon', {
    ...unknownOutcome(`${error.message}; this says nothing about the first time it was sent: check the account`),
    cause: error,
    ...(status !== null && { status }),
    ...(upstreamCode !== null && { upstreamCode }),
  });
}

/** Each attempt has a key of its own: some software answers a key with its first refusal, whatever the request is. */
function keyOf({ publishId = randomUUID(), attempt = 1 }: PublishContext): string {
  return `${publishId}-${attempt}`;
}

/** Public address of a status; the server's own where it names one. */
export function statusUrl(
  { apiUrl }: MastodonApi,
  { username }: Pick<ConnectedAccount, 'username'>,
  { id, url }: { readonly id: string; readonly url: unknown },
): Published['url'] {
  const named = URL.parse(asString(url) ?? '');
  if (named && /^https?:$/.test(named.protocol) && !named.username) return named.href;
  return `${apiUrl}/@${encodeURIComponent(username?.split('@')[0] ?? '')}/${id}`;
}

function interrupted(): PlatformError {
  const reason = 'it was interrupted while the post was being created';
  const message = `${reason}, so it may be there; check the account before sending it again`;
  return new PlatformError('mastodon', unknownOutcome(message));
}
