import type { OwnPosts } from '../../driver.ts';
import { asDate, asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { type PageAddress, pageBelow, partAfter } from '../../http/page-address.ts';
import { refused } from '../../meanings.ts';
import { callGraph } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { isCommentId } from './comment.ts';
import { isMissing, POST_ID } from './post-id.ts';

const SITES = ['https://www.facebook.com', 'https://fb.com'];
const NUMBER = /^\d{1,30}$/;

/**
 * Names posts of a page, whose ids contain the page, videos and comments; reads posts and comments.
 * @see https://developers.facebook.com/docs/graph-api/reference/pagepost
 * @see https://developers.facebook.com/docs/graph-api/reference/comment
 */
export function facebookOwnPosts({ graph, oauthUrl }: Pick<FacebookApi, 'graph' | 'oauthUrl'>): OwnPosts {
  return {
    form: 'its address with numbers, such as https://www.facebook.com/ada/posts/122094571234567890, or its id PAGE_POST; of a comment POST_COMMENT',
    findId(text, { accountId }) {
      const page = pageBelow(text, oauthUrl, ...SITES);
      // Only reading a comment tells whose it is.
      if (!page) return POST_ID.test(text) ? text : null;
      const id = idIn(page, accountId);
      const comment = page.query.get('comment_id');
      if (!POST_ID.test(id) || isCommentId(id, accountId)) return null;
      return comment === null ? id : joined(id.split('_').at(-1), comment);
    },
    isComment: (id, { accountId }) => isCommentId(id, accountId),
    async read(id, account, call) {
      if (!id.includes('_')) {
        throw new PlatformError('socialnet', refused('Facebook does not say which page a video belongs to'));
      }
      const isComment = isCommentId(id, account.accountId);
      const query = { fields: `id,message,created_time${isComment ? ',from,permalink_url' : ''}` };
      const request = { method: 'GET', path: `/${id}`, query, effect: 'none' } as const;
      try {
        const { body, broken } = await callGraph(graph, request, { account, call });
        const shown = asId(body['id'], POST_ID);
        if (shown === null) throw broken();
        if (isComment && requireAuthor(body, broken) !== account.accountId) return null;
        const url = asString(body['permalink_url']) ?? `${oauthUrl}/${shown}`;
        const text = asString(body['message']) ?? '';
        return { id: shown, url, text, createdAt: asDate(body['created_time']) };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

function requireAuthor({ from }: JsonObject, broken: () => PlatformError): string {
  const author = asId(asRecord(from)?.['id'], NUMBER);
  if (author === null) throw broken();
  return author;
}

function joined(post: string | undefined, comment: string): string | null {
  return NUMBER.test(comment) ? `${post}_${comment}` : null;
}

function idIn(page: PageAddress, accountId: string): string {
  const { parts, query } = page;
  const story = query.get('story_fbid');
  if (story !== null) return `${query.get('id')}_${story}`;
  const post = lastNumber(parts, 'posts');
  if (post !== '') return `${accountId}_${post}`;
  const [only = '', ...others] = parts;
  return lastNumber(parts, 'videos') || partAfter(page, 'reel') || query.get('v') || (others.length === 0 ? only : '');
}

/** The number at the end of a path, before which the title may stand. */
function lastNumber(parts: readonly string[], after: string): string {
  const last = parts.at(-1) ?? '';
  return parts.slice(0, -1).includes(after) && NUMBER.test(last) ? last : '';
}
