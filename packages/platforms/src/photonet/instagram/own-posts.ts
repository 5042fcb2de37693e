import type { OwnPosts } from '../../driver.ts';
import { asDate, asId, asRecord, asString } from '../../http/lossless-json.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { ignore } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';
import { GONE } from './counters.ts';

/** The code in the address of a post, at whichever host. */
const CODE = /^https?:\/\/[^?#]+\/(?:p|reel)\/([\w-]+)/;
const RECENT_POSTS = '100';

/**
 * Names posts and reads them. An address has a code that is not the id: it is looked up among the newest posts.
 * @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media
 */
export function instagramOwnPosts({ graph, webUrl }: Pick<InstagramApi, 'graph' | 'webUrl'>): OwnPosts {
  return {
    form: 'its address, such as https://www.instagram.com/p/DExample/, or its media id, a number such as 17895695668004550',
    findId: (text) => (GRAPH_ID.test(text) ? text : null),
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
      return asId(found?.['id'], GRAPH_ID);
    },
    async read(id, account, call) {
      const query = { fields: 'id,caption,timestamp,permalink,username' };
      const request = { method: 'GET', path: `/${graphIdSegment('photonet', id)}`, query, effect: 'none' } as const;
      const isGone = ({ upstreamCode }: { upstreamCode: string | null }) => GONE.includes(upstreamCode ?? '');
      const answer = await callGraph(graph, request, { account, call }).catch(ignore(isGone));
      if (!answer || asString(answer.body['username']) !== account.username) return null;
      const { id: shown, caption, permalink, timestamp } = answer.body;
      const mediaId = asId(shown, GRAPH_ID);
      if (mediaId === null) throw answer.broken();
      const url = asString(permalink) ?? webUrl;
      return { id: mediaId, url, text: asString(caption) ?? '', createdAt: asDate(timestamp) };
    },
  };
}

function codeIn(address: string | null): string | null {
  return CODE.exec(address ?? '')?.[1] ?? null;
}
