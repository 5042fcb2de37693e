import { countersIn } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { callGraph, type GraphApi, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { NO_SUCH_OBJECT } from '../../meta-graph/graph-rules.ts';
import { goneIf } from '../../platform-error.ts';

/** Views, reach and saves are insights, which need a further permission. @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media */
const FIELDS: readonly CounterField[] = [
  { name: 'like_count', kind: 'reactions', label: 'likes' },
  { name: 'comments_count', kind: 'replies', label: 'comments' },
];
/** The codes of an object that does not exist. */
const GONE = ['24', '2207006', NO_SUCH_OBJECT];

/**
 * Counters of a post, with the permission to see the account, which every sign-in asks for. The owner of a post sees how many like it,
 * also where readers do not.
 * @see https://developers.facebook.com/docs/graph-api/changelog/non-versioned-changes/may-26-2021
 */
export function createInstagramCounters(graph: GraphApi): CounterCapability {
  return {
    fields: FIELDS,
    // The account's limit of calls is shared with publishing.
    freshForMs: 10 * 60_000,
    async read(postId, account, call) {
      const path = `/${graphIdSegment('photonet', postId)}`;
      const query = { fields: FIELDS.map(({ name }) => name).join(',') };
      const reading = callGraph(graph, { method: 'GET', path, query, effect: 'none' }, { account, call });
      const answer = await reading.catch(goneIf(({ upstreamCode }) => GONE.includes(upstreamCode ?? '')));
      return answer === 'gone' ? null : countersIn(answer.body, FIELDS);
    },
  };
}
