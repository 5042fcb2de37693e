import type { OwnPosts, Session } from '../../driver.ts';
import { asDate, asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { callGraph, GRAPH_ID, type GraphApi, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { ignore } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';
import { commentIn, commentUrl } from './comment.ts';
import { GONE } from './counters.ts';
import { readPermalink } from './permalink.ts';

/** The code in the address of a post, at whichever host. */
const CODE = /^https?:\/\/[^?#]+\/(?:p|reel)\/([\w-]+)/;
/** The comment at the end of such an address. */
const COMMENT = /\/c\/(\d{1,30})(?:[/?#]|$)/;
const RECENT_POSTS = '100';
const OF_POST = 'caption,permalink';
const OF_COMMENT = 'text';

/**
 * Names posts and reads them. An address has a code that is not the id: it is looked up among the newest posts.
 * @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media
 */
export function instagramOwnPosts({ graph, webUrl }: Pick<InstagramApi, 'graph' | 'webUrl'>): OwnPosts {
  return {
    form: 'its address, such as https://www.instagram.com/p/DExample/, or its media id, a number such as 17895695668004550; of a comment MEDIA_COMMENT',
    findId: (text) => (GRAPH_ID.test(text) || commentIn(text) ? text : null),
    isComment: (id) => commentIn(id) !== null,
    async lookUp(text, account, call) {
      const code = codeIn(text);
      if (code === null) return null;
      const path = `/${graphIdSegment('photonet', account.accountId)}/media`;
      const query = { fields: 'id,permalink', limit: RECENT_POSTS };
      const { body, broken } = await callGraph(
        graph,
        { method: 'GET', path, query, effect: 'none' },
        { account, call },
      );
      if (!Array.isArray(body['data'])) throw broken();
      const found = body['data'].map(asRecord).find((post) => codeIn(asString(post?.['permalink'])) === code);
      const postId = asId(found?.['id'], GRAPH_ID);
      const comment = COMMENT.exec(text)?.[1];
      return postId !== null && comment !== undefined ? `${postId}_${comment}` : postId;
    },
    async read(id, account, call) {
      const session = { account, call };
      const comment = commentIn(id);
      const body = await readOwn(graph, { id: comment?.commentId ?? id, of: comment ? OF_COMMENT : OF_POST }, session);
      if (!body) return null;
      const createdAt = asDate(body['timestamp']);
      if (comment) {
        const url = commentUrl(await readPermalink({ graph, webUrl }, comment.postId, session), comment.commentId);
        return { id, url, text: asString(body['text']) ?? '', createdAt };
      }
      const url = asString(body['permalink']) ?? webUrl;
      return { id: body.id, url, text: asString(body['caption']) ?? '', createdAt };
    },
  };
}

/** Reads fields of a post or comment; null unless it is one of the account. */
async function readOwn(
  graph: GraphApi,
  { id, of }: { readonly id: string; readonly of: string },
  session: Session,
): Promise<(JsonObject & { readonly id: string }) | null> {
  const query = { fields: `id,timestamp,username,${of}` };
  const request = { method: 'GET', path: `/${graphIdSegment('photonet', id)}`, query, effect: 'none' } as const;
  const isGone = ({ upstreamCode }: { upstreamCode: string | null }) => GONE.includes(upstreamCode ?? '');
  const answer = await callGraph(graph, request, session).catch(ignore(isGone));
  if (!answer || asString(answer.body['username']) !== session.account.username) return null;
  const shown = asId(answer.body['id'], GRAPH_ID);
  if (shown === null) throw answer.broken();
  return { ...answer.body, id: shown };
}

function codeIn(address: string | null): string | null {
  return CODE.exec(address ?? '')?.[1] ?? null;
}
