import { countersIn } from '../../counters.ts';
import type { CounterCapability, CounterField, Session } from '../../driver.ts';
import { callGraph, type GraphApi, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { INVALID_PARAMETER, NO_SUCH_OBJECT } from '../../meta-graph/graph-rules.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';

/** Reach is an insight, which needs a further permission. @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media */
const FIELDS: readonly CounterField[] = [
  { name: 'like_count', kind: 'reactions', label: 'likes' },
  { name: 'comments_count', kind: 'replies', label: 'comments' },
];
/**
 * Fields for accounts that signed in at Facebook, since April 2026. `reposts_count` is left out: tables have one number
 * of a kind, which is that of the shares.
 * @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media
 */
const FIELDS_AT_FACEBOOK: readonly CounterField[] = [
  ...FIELDS,
  { name: 'shares_count', kind: 'shares', label: 'shares' },
  { name: 'saved_count', kind: 'saves', label: 'saves' },
  { name: 'total_views_count', kind: 'views', label: 'views' },
];
/** The codes of an object that does not exist. */
export const GONE = ['24', '2207006', NO_SUCH_OBJECT];

/**
 * Counters of a post, with the permission to see the account, which every sign-in asks for. An owner who hides a number from readers
 * may have a post without it.
 */
export function createInstagramCounters(
  graph: GraphApi,
  { isAtFacebook }: { isAtFacebook: boolean },
): CounterCapability {
  const fields = isAtFacebook ? FIELDS_AT_FACEBOOK : FIELDS;

  async function ask(postId: string, asked: readonly CounterField[], session: Session) {
    const path = `/${graphIdSegment('photonet', postId)}`;
    const query = { fields: asked.map(({ name }) => name).join(',') };
    const { body } = await callGraph(graph, { method: 'GET', path, query, effect: 'none' }, session);
    return countersIn(body, asked);
  }

  return {
    fields,
    // The account's limit of calls is shared with publishing.
    freshForMs: 10 * 60_000,
    async read(postId, account, call) {
      const session = { account, call };
      const reading = ask(postId, fields, session).catch((error: unknown) => {
        // An earlier version of the API refuses fields that it does not have.
        if (!isAtFacebook || !isUnknownField(error)) throw error;
        return ask(postId, FIELDS, session);
      });
      const counters = await reading.catch(goneIf(({ upstreamCode }) => GONE.includes(upstreamCode ?? '')));
      return counters === 'gone' ? null : counters;
    },
  };
}

function isUnknownField(error: unknown): boolean {
  return error instanceof PlatformError && error.upstreamCode === INVALID_PARAMETER;
}
