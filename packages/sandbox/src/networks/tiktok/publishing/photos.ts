import { pullFile } from '../../../http/pull-file.ts';
import type { Call, Reply, Route } from '../../../http/route.ts';
import { success, tooManyPosts } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { hasPostedTooMuch } from '../rate-limits.ts';
import { protect, type Session } from '../session.ts';
import type { TiktokState } from '../state.ts';
import { readObject, readPhotoAddresses, readPhotoPost } from './publish-body.ts';
import { beginPublish, completePhotos, failPublish } from './publishes.ts';

const { maxBytes } = mediaLimits.pictures;

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-photo-post */
export function photoRoute(state: TiktokState): Route {
  return protect(state, {
    method: 'POST',
    path: '/v2/post/publish/content/init',
    operation: (call) => (isDraft(call) ? 'upload' : 'publish'),
    scope: (call) => (isDraft(call) ? 'video.upload' : 'video.publish'),
    perMinute: 6,
    handle: (call, session) => publishPhotos(state, session, call),
  });
}

function isDraft(call: Call): boolean {
  return call.body.kind === 'json' && readObject(call)['post_mode'] === 'MEDIA_UPLOAD';
}

async function publishPhotos(state: TiktokState, session: Session, call: Call): Promise<Reply> {
  const post = readPhotoPost(call, session.account);
  const addresses = readPhotoAddresses(call);
  if (post && hasPostedTooMuch(state, session.account)) return tooManyPosts(403);
  const publish = beginPublish(state, session, { kind: post ? 'p_pub_url' : 'p_inbox_url', post });
  const pulled = await Promise.all(addresses.map((address) => pullFile(address, { maxBytes, maxRedirects: 0 })));
  const blobs = pulled.filter((blob) => blob !== undefined);
  publish.downloadedBytes = blobs.reduce((sum, { bytes }) => sum + bytes, 0);
  if (blobs.length === addresses.length) completePhotos(state, publish, blobs);
  else failPublish(publish, 'photo_pull_failed');
  return success({ publish_id: publish.id });
}
