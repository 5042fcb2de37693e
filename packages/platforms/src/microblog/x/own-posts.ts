import type { OwnPosts } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { pageBelow, partAfter } from '../../http/page-address.ts';
import { ignore } from '../../platform-error.ts';
import { callX, idSegment, postUrl, X_ID, type XApi } from './api.ts';
import { POST_FIELDS, readPost } from './reads.ts';

const SITES = ['https://x.com', 'https://twitter.com'];

/** Names posts and reads them. @see https://docs.x.com/x-api/posts/get-post-by-id */
export function xOwnPosts(api: XApi): OwnPosts {
  return {
    form: 'its address, such as https://x.com/ada/status/1445880548472328192, or the number in it',
    findId(text) {
      const page = pageBelow(text, api.oauthUrl, ...SITES);
      const id = page ? partAfter(page, 'status') : text;
      return X_ID.test(id) ? id : null;
    },
    async read(id, account, call) {
      const query = { 'tweet.fields': `${POST_FIELDS},author_id` };
      const request = { method: 'GET', path: `/2/tweets/${idSegment(id)}`, query, effect: 'none' } as const;
      const answer = await callX(api, request, { account, call }).catch(ignore(({ kind }) => kind === 'not-found'));
      if (!answer || asRecord(answer.data)?.['author_id'] !== account.accountId) return null;
      const post = readPost(answer.data);
      if (!post) throw answer.broken();
      return { ...post, url: postUrl(api, account, id) };
    },
  };
}
