import { asCount } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { asRecord, type JsonObject } from '../../http/lossless-json.ts';
import { callGraph, type GraphApi } from '../../meta-graph/graph-call.ts';
import { NO_SUCH_OBJECT } from '../../meta-graph/graph-rules.ts';
import { goneIf } from '../../platform-error.ts';
import { requirePostId } from './post-id.ts';

const FIELDS: readonly CounterField[] = [
  { name: 'reactions', kind: 'reactions', label: 'reactions' },
  { name: 'comments', kind: 'replies', label: 'comments' },
  { name: 'shares', kind: 'shares', label: 'shares' },
];

/** The total of an edge, without its entries. @see https://developers.facebook.com/docs/graph-api/reference/object/reactions */
const totalOf = (edge: string) => `${edge}.summary(total_count).limit(0)`;
/** @see https://developers.facebook.com/docs/graph-api/reference/pagepost */
const OF_POST = [totalOf('reactions'), totalOf('comments'), 'shares'].join(',');
/** @see https://developers.facebook.com/docs/graph-api/reference/video/comments */
const OF_VIDEO = totalOf('comments');

/**
 * Counters of what a page has published, with the permission `pages_read_engagement`, which every sign-in asks for. A post that
 * nobody has shared comes without `shares`. Views are insights, which need a further permission.
 */
export function createFacebookCounters(api: GraphApi): CounterCapability {
  return {
    fields: FIELDS,
    // The page's limit of calls is shared with publishing.
    freshForMs: 10 * 60_000,
    async read(postId, account, call) {
      const query = { fields: requirePostId(postId).includes('_') ? OF_POST : OF_VIDEO };
      const request = { method: 'GET', path: `/${postId}`, query, effect: 'none' } as const;
      const reading = callGraph(api, request, { account, call });
      const answer = await reading.catch(goneIf(({ upstreamCode }) => upstreamCode === NO_SUCH_OBJECT));
      return answer === 'gone' ? null : totalsIn(answer.body);
    },
  };
}

function totalsIn(body: JsonObject): Record<string, number> {
  const edge = (name: string) => asCount(asRecord(asRecord(body[name])?.['summary'])?.['total_count']);
  const totals = {
    reactions: edge('reactions'),
    comments: edge('comments'),
    shares: asCount(asRecord(body['shares'])?.['count']),
  };
  return Object.fromEntries(Object.entries(totals).filter((total): total is [string, number] => total[1] !== null));
}
