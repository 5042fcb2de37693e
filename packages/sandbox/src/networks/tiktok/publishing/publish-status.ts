import type { Call, Json, Reply, Route } from '../../../http/route.ts';
import { logId, refuse } from '../errors.ts';
import { protect, type Session } from '../session.ts';
import type { Publish, TiktokState } from '../state.ts';
import { readObject } from './publish-body.ts';
import { failPublish } from './publishes.ts';

/**
 * Reading the status of a publish, and canceling it before its file has arrived.
 *
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status
 */
export function statusRoutes(state: TiktokState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/v2/post/publish/status/fetch',
      operation: 'read',
      scope: 'video.publish',
      perMinute: 30,
      handle: (call, session) => {
        const publish = requirePublish(state, call, session);
        const reply = show(publish);
        advance(publish);
        return reply;
      },
    }),
    protect(state, {
      method: 'POST',
      path: '/v2/post/publish/cancel',
      operation: 'action',
      scope: 'video.publish',
      perMinute: 30,
      handle: (call, session) => {
        const publish = requirePublish(state, call, session);
        if (publish.isComplete) refuse(400, 'publish_not_cancellable', 'The publish can no longer be cancelled.');
        failPublish(publish, 'publish_cancelled');
        return { status: 200, json: { error: { code: 'ok', message: '', log_id: logId() } } };
      },
    }),
  ];
}

function requirePublish({ publishes }: TiktokState, call: Call, { account, token }: Session): Publish {
  const publish = publishes.get(String(readObject(call)['publish_id']));
  if (!publish) return refuse(400, 'invalid_publish_id', 'The publish_id does not exist.');
  if (publish.accountId === account.id && publish.clientId === token.clientId) return publish;
  const message = 'The access_token does not have authorization to access this publish_id.';
  return refuse(400, 'token_not_authorized_for_specified_publish_id', message);
}

/** Shows the status. Ids are 64-bit numbers, which JSON can represent but JavaScript numbers cannot. */
function show(publish: Publish): Reply {
  const { ids, ...data } = describe(publish);
  const body = { data, error: { code: 'ok', message: '', log_id: logId() } };
  const list = ids ? `,"publicaly_available_post_id":[${ids.join(',')}]` : '';
  const text = JSON.stringify(body).replace('},"error"', `${list}},"error"`);
  return { status: 200, bytes: { type: 'application/json; charset=utf-8', data: Buffer.from(text) } };
}

function describe(publish: Publish): { status: string; ids?: readonly string[]; [field: string]: Json | undefined } {
  const { upload, downloadedBytes, post, failReason } = publish;
  const bytes = upload ? { uploaded_bytes: upload.blob.bytes } : { downloaded_bytes: downloadedBytes ?? 0 };
  const isWaiting = publish.isComplete && publish.pendingChecks > 0;
  if (isWaiting || !publish.isComplete) {
    return { status: upload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes };
  }
  if (failReason) return { status: 'FAILED', fail_reason: failReason, ...bytes };
  if (!post) return { status: 'SEND_TO_USER_INBOX', ...bytes };
  return { status: 'PUBLISH_COMPLETE', ids: publicIds(publish), ...bytes };
}

/** Returns the ids of the post: only public posts have one, after moderation. */
function publicIds(publish: Publish): readonly string[] {
  if (publish.post?.privacyLevel !== 'PUBLIC_TO_EVERYONE' || publish.postId === undefined) return [];
  return publish.moderationChecks === 0 ? [publish.postId] : [];
}

/** Brings the processing of a publish, and then its moderation, one step further. */
function advance(publish: Publish): void {
  if (publish.pendingChecks > 0) publish.pendingChecks -= 1;
  else if (publish.moderationChecks > 0) publish.moderationChecks -= 1;
}
