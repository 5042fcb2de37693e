import { countersIn } from '../counters.ts';
import type { CounterCapability, CounterField } from '../driver.ts';
import { invalid } from '../meanings.ts';
import { goneIf, PlatformError } from '../platform-error.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';

/** Boosts are `reblogs_count`. Servers before 4.5 count no quotes. @see https://docs.joinmastodon.org/entities/Status/#quotes_count */
const FIELDS: readonly CounterField[] = [
  { name: 'favourites_count', kind: 'reactions', label: 'favourites' },
  { name: 'reblogs_count', kind: 'shares', label: 'boosts' },
  { name: 'replies_count', kind: 'replies', label: 'replies' },
  { name: 'quotes_count', kind: 'quotes', label: 'quotes' },
];

/** Counters of a status, with the permission `read:statuses`, which every sign-in asks for. @see https://docs.joinmastodon.org/methods/statuses/#get */
export function createMastodonCounters(api: MastodonApi): CounterCapability {
  return {
    fields: FIELDS,
    async read(postId, account, call) {
      if (!MASTODON_ID.test(postId)) {
        throw new PlatformError('mastodon', invalid('posts at a Mastodon server have other ids; check the id'));
      }
      const request = { method: 'GET', path: `/api/v1/statuses/${postId}`, effect: 'none' } as const;
      const reading = callMastodon(api, request, { account, call });
      const answer = await reading.catch(goneIf(({ kind }) => kind === 'not-found'));
      if (answer === 'gone') return null;
      if (!answer.body) throw answer.broken();
      return countersIn(answer.body, FIELDS);
    },
  };
}
