import { countersIn } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { videoId } from './video-id.ts';

/**
 * `favoriteCount` is left out, because it is always 0, and `dislikeCount`, which only the owner sees, because sums of reactions would add
 * it to the likes. A video whose likes are hidden, or whose comments are off, comes without their counts.
 * @see https://developers.google.com/youtube/v3/docs/videos#statistics
 */
const FIELDS: readonly CounterField[] = [
  { name: 'viewCount', kind: 'views', label: 'views' },
  { name: 'likeCount', kind: 'reactions', label: 'likes' },
  { name: 'commentCount', kind: 'replies', label: 'comments' },
];

/**
 * Statistics of a video, with the permission `youtube.readonly`, which every sign-in asks for. A reading takes one unit of the app's
 * daily quota of 10 000, from which the checks of a publish and deletions take too. Uploads have a quota of their own.
 * @see https://developers.google.com/youtube/v3/docs/videos/list
 */
export function createYoutubeCounters(api: YoutubeApi): CounterCapability {
  return {
    fields: FIELDS,
    freshForMs: 3_600_000,
    async read(postId, account, call) {
      const id = videoId(postId);
      if (id === null) return null;
      const query = { part: 'statistics', id };
      const request = { method: 'GET', path: '/youtube/v3/videos', query, effect: 'none' } as const;
      const { body, broken } = await callYoutube(api, request, { account, call });
      const items: unknown = body?.['items'];
      if (!Array.isArray(items)) throw broken();
      const video = items.map(asRecord).find((item) => item?.['id'] === id);
      return video ? countersIn(video['statistics'], FIELDS) : null;
    },
  };
}
