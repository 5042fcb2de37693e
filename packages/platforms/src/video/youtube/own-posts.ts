import type { OwnPosts } from '../../driver.ts';
import { asDate, asRecord, asString } from '../../http/lossless-json.ts';
import { pageBelow, partAfter } from '../../http/page-address.ts';
import { refused } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { readComment } from './comments.ts';
import { COMMENT_ID, commentId, commentUrl, VIDEO_ID, videoId } from './video-id.ts';

const SITES = ['https://www.youtube.com', 'https://music.youtube.com'];
const SHORT_SITE = 'https://youtu.be';
const PLAIN_VIDEO_ID = /^[\w-]{11}$/;
const COMMUNITY_POST_ID = /^Ugk[\w-]{8,125}$/;

/** Names videos and comments, whose ids are their addresses, and community posts; reads videos and comments. @see https://developers.google.com/youtube/v3/docs/videos/list */
export function youtubeOwnPosts(api: YoutubeApi): OwnPosts {
  return {
    form: 'its address, such as https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    findId(text) {
      const page = pageBelow(text, api.siteUrl, ...SITES);
      const post = page ? partAfter(page, 'post') : text;
      if (COMMUNITY_POST_ID.test(post)) return post;
      const short = pageBelow(text, SHORT_SITE)?.parts[0];
      const inPath = page && (partAfter(page, 'shorts') || partAfter(page, 'live'));
      const plain = PLAIN_VIDEO_ID.test(text) ? text : '';
      const id = short ?? page?.query.get('v') ?? (inPath || plain);
      if (!VIDEO_ID.test(id)) return null;
      const comment = page?.query.get('lc') ?? '';
      if (COMMENT_ID.test(comment)) return commentUrl(api.siteUrl, { videoId: id, commentId: comment });
      return `${api.siteUrl}/watch?v=${id}`;
    },
    isComment: (postId) => commentId(postId) !== null,
    async read(postId, account, call) {
      if (commentId(postId) !== null) return readComment(api, postId, { account, call });
      const id = videoId(postId);
      if (id === null) throw new PlatformError('video', refused('YouTube gives programs no access to community posts'));
      const request = {
        method: 'GET',
        path: '/youtube/v3/videos',
        query: { part: 'snippet', id },
        effect: 'none',
      } as const;
      const { body, broken } = await callYoutube(api, request, { account, call });
      if (!Array.isArray(body?.['items'])) throw broken();
      const snippet = asRecord(asRecord(body['items'][0])?.['snippet']);
      if (!snippet || snippet['channelId'] !== account.accountId) return null;
      const text = asString(snippet['description']) ?? '';
      return { id: postId, url: postId, text, createdAt: asDate(snippet['publishedAt']) };
    },
  };
}
