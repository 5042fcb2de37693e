import { countersIn } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { goneIf } from '../../platform-error.ts';
import { callX, idSegment, type XApi } from './api.ts';

/** @see https://docs.x.com/x-api/fundamentals/metrics */
const FIELDS: readonly CounterField[] = [
  { name: 'like_count', kind: 'reactions', label: 'likes' },
  { name: 'retweet_count', kind: 'shares', label: 'reposts' },
  { name: 'reply_count', kind: 'replies', label: 'replies' },
  { name: 'quote_count', kind: 'quotes', label: 'quotes' },
  { name: 'bookmark_count', kind: 'saves', label: 'bookmarks' },
  { name: 'impression_count', kind: 'views', label: 'impressions' },
];

/**
 * Public metrics of a post, with the permissions `tweet.read` and `users.read`, which every sign-in asks for. X charges the app's owner
 * for each post that it returns, once a day (UTC).
 * @see https://docs.x.com/x-api/getting-started/pricing
 */
export function createXCounters(api: XApi): CounterCapability {
  return {
    fields: FIELDS,
    isCharged: true,
    async read(postId, account, call) {
      const query = { 'tweet.fields': 'public_metrics' };
      const request = { method: 'GET', path: `/2/tweets/${idSegment(postId)}`, query, effect: 'none' } as const;
      const reading = callX(api, request, { account, call });
      const answer = await reading.catch(goneIf(({ kind }) => kind === 'not-found'));
      if (answer === 'gone') return null;
      const metrics = asRecord(asRecord(answer.data)?.['public_metrics']);
      if (!metrics) throw answer.broken();
      return countersIn(metrics, FIELDS);
    },
  };
}
