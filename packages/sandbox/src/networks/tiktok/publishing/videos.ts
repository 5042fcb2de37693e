import { randomBytes } from 'node:crypto';
import { pullFile } from '../../../http/pull-file.ts';
import { isRecord, jsonFields } from '../../../http/request-body.ts';
import type { Call, Reply, Route } from '../../../http/route.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { success, tooManyPosts } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { hasPostedTooMuch } from '../rate-limits.ts';
import { protect, type Session } from '../session.ts';
import type { PostInfo, TiktokState } from '../state.ts';
import { readVideoPost, readVideoSource, type VideoSource } from './publish-body.ts';
import { beginPublish, completeVideo, failPublish } from './publishes.ts';

const uploadLifetimeMs = 60 * 60 * 1000;
const perMinute = 6;

/**
 * Beginning to publish a video, at once or as a draft in the person's inbox.
 *
 * @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
export function videoRoutes(state: TiktokState): readonly Route[] {
  return [
    protect(state, {
      method: 'POST',
      path: '/v2/post/publish/video/init',
      // This call publishes only a video that the network fetches.
      operation: (call) => (isPull(call) ? 'publish' : 'upload'),
      scope: 'video.publish',
      perMinute,
      handle: (call, session) => {
        if (hasPostedTooMuch(state, session.account)) return tooManyPosts(403);
        return begin(state, session, { call, post: readVideoPost(call, session.account) });
      },
    }),
    protect(state, {
      method: 'POST',
      path: '/v2/post/publish/inbox/video/init',
      operation: 'upload',
      scope: 'video.upload',
      perMinute,
      handle: (call, session) => begin(state, session, { call, post: null }),
    }),
  ];
}

function isPull({ body }: Call): boolean {
  const source = jsonFields(body)?.['source_info'];
  return isRecord(source) && source['source'] === 'PULL_FROM_URL';
}

function begin(
  state: TiktokState,
  session: Session,
  { call, post }: { call: Call; post: PostInfo | null },
): Reply | Promise<Reply> {
  const source = readVideoSource(call);
  const kind = post ? 'v' : 'v_inbox';
  if (source.source === 'FILE_UPLOAD') return openUpload(state, session, { source, post, kind, base: call.base });
  return fetchVideo(state, session, { url: source.url, post, kind });
}

function openUpload(
  state: TiktokState,
  session: Session,
  about: { source: Extract<VideoSource, { source: 'FILE_UPLOAD' }>; post: PostInfo | null; kind: string; base: string },
): Reply {
  const { source, post, kind, base } = about;
  const key = `upload_id=${state.nextId()}&upload_token=${randomBytes(16).toString('hex')}`;
  const { videoBytes, chunkBytes, chunkCount } = source;
  const expiresAt = state.world.now() + uploadLifetimeMs;
  const upload = { key, videoBytes, chunkBytes, chunkCount, expiresAt, blob: new StoredBytes() };
  const publish = beginPublish(state, session, { kind: post ? `${kind}_pub_file` : `${kind}_file`, post, upload });
  state.uploads.set(key, publish);
  return success({ publish_id: publish.id, upload_url: `${base}/video/?${key}` });
}

/** Fetches the video before the answer, although the real network does so later; status checks show the result. */
async function fetchVideo(
  state: TiktokState,
  session: Session,
  { url, post, kind }: { url: string; post: PostInfo | null; kind: string },
): Promise<Reply> {
  const publish = beginPublish(state, session, { kind: post ? `${kind}_pub_url` : `${kind}_url`, post });
  const blob = await pullFile(url, { maxBytes: mediaLimits.videos.maxBytes, maxRedirects: 0 });
  publish.downloadedBytes = blob?.bytes ?? 0;
  if (blob) completeVideo(state, publish, blob);
  else failPublish(publish, 'video_pull_failed');
  return success({ publish_id: publish.id });
}
