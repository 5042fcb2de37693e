import { randomUUID } from 'node:crypto';
import type { ConnectedAccount, PlatformDriver, PublishContext, Published } from '../driver.ts';
import { asId, asString } from '../http/lossless-json.ts';
import { unknownOutcome } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';
import { uploadMedia } from './media.ts';
import { readSettings } from './settings.ts';

/**
 * Publishes a status. The server's answer to a repeated Idempotency-Key differs by software and version, and some publish
 * twice: the key is sent, and nothing relies on it.
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export function createMastodonPublish(api: MastodonApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    if (call.checkpoint?.['step'] === 'publish') throw interrupted();
    const settings = readSettings(post);
    const hasFiles = post.media.length > 0;
    // Until the status is sent, an interrupted publish can start again: files without a status are seen by nobody.
    if (hasFiles) await call.saveCheckpoint?.({ step: 'upload' });
    const mediaIds = await uploadMedia(api, post.media, { account, call });
    const json = {
      status: post.text,
      ...settings,
      ...(mediaIds.length > 0 && { media_ids: mediaIds }),
      ...(post.replyTo !== undefined && { in_reply_to_id: post.replyTo }),
    };
    const headers = { 'idempotency-key': keyOf(call) };
    if (hasFiles) await call.saveCheckpoint?.({ step: 'publish' });
    try {
      const request = { method: 'POST', path: '/api/v1/statuses', headers, json, effect: 'change' } as const;
      const { body, broken } = await callMastodon(api, request, { account, call });
      const id = asId(body?.['id'], MASTODON_ID);
      if (id === null) throw broken();
      return { platformPostId: id, url: statusUrl(api, account, { id, url: body?.['url'] }) };
    } catch (error) {
      const isUnknown = !(error instanceof PlatformError) || error.kind === 'outcome-unknown';
      if (hasFiles && !isUnknown) await call.saveCheckpoint?.({ step: 'upload' });
      throw error;
    }
  };
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
