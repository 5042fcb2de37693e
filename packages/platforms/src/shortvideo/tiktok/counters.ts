import { countersIn } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { forbidden } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTiktok, type TiktokApi } from './api.ts';
import { SCOPE_CODES } from './errors.ts';

/** @see https://developers.tiktok.com/doc/tiktok-api-v2-video-object */
const FIELDS: readonly CounterField[] = [
  { name: 'view_count', kind: 'views', label: 'views' },
  { name: 'like_count', kind: 'reactions', label: 'likes' },
  { name: 'comment_count', kind: 'replies', label: 'comments' },
  { name: 'share_count', kind: 'shares', label: 'shares' },
];
/** A post that the network does not name has the id of its publish, which holds other characters. */
export const VIDEO_ID = /^\d{1,20}$/;

/**
 * Counters of a public video. They need the permission `video.list`, which TikTok grants to apps that it has reviewed for it: the
 * sign-in asks for it only where the operator says so.
 * @see https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 */
export function createTiktokCounters(api: TiktokApi): CounterCapability {
  return {
    fields: FIELDS,
    async read(postId, account, call) {
      if (!VIDEO_ID.test(postId)) return null;
      const path = `/v2/video/query/?fields=${['id', ...FIELDS.map(({ name }) => name)].join(',')}`;
      const json = { filters: { video_ids: [postId] } };
      const reading = callTiktok(api, { method: 'POST', path, json, effect: 'none' }, { account, call });
      const { data, broken } = await reading.catch(withoutPermission);
      if (!Array.isArray(data['videos'])) throw broken();
      const video = data['videos'].map(asRecord).find((each) => each?.['id'] === postId);
      return video ? countersIn(video, FIELDS) : null;
    },
  };
}

/** Throws an error that does not ask to connect again for publishing, which works without this permission. */
function withoutPermission(error: unknown): never {
  const upstreamCode = error instanceof PlatformError ? error.upstreamCode : null;
  if (!upstreamCode || !SCOPE_CODES.includes(upstreamCode)) throw error;
  const message =
    "the connection lacks the permission video.list; the server's operator adds it to SOCIAL_SHORTVIDEO_SCOPES once TikTok has approved it for the app, then connect shortvideo again";
  throw new PlatformError('shortvideo', { ...forbidden(message), upstreamCode, cause: error });
}
