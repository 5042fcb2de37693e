import type { OwnPosts } from '../driver.ts';
import { asDate, asId, asRecord } from '../http/lossless-json.ts';
import { pageBelow } from '../http/page-address.ts';
import { ignore } from '../platform-error.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';
import { statusUrl } from './publish.ts';
import { readSource } from './reads.ts';

/** Parts of a path before the id, as Mastodon and software like it have them. */
const BEFORE_ID = /^(?:@[^@/]+|statuses|notice|posts|p)$/;

/** Names statuses of one server and reads them. @see https://docs.joinmastodon.org/methods/statuses/#get */
export function mastodonOwnPosts(api: MastodonApi): OwnPosts {
  return {
    form: `its address, such as ${api.apiUrl}/@ada/109372843234, or the last part of it`,
    findId(text) {
      const page = pageBelow(text, api.apiUrl);
      const at = page?.parts.findLastIndex((part) => BEFORE_ID.test(part)) ?? -1;
      const id = page ? (at === -1 ? '' : (page.parts[at + 1] ?? '')) : text;
      return MASTODON_ID.test(id) ? id : null;
    },
    async read(id, account, call) {
      const session = { account, call };
      const request = { method: 'GET', path: `/api/v1/statuses/${encodeURIComponent(id)}`, effect: 'none' } as const;
      const answer = await callMastodon(api, request, session).catch(ignore(({ kind }) => kind === 'not-found'));
      const status = answer?.body;
      if (!status || asRecord(status['account'])?.['id'] !== account.accountId) return null;
      const shown = asId(status['id'], MASTODON_ID);
      const text = await readSource(api, id, session);
      if (shown === null || text === null) throw answer.broken();
      return {
        id: shown,
        url: statusUrl(api, account, { id: shown, url: status['url'] }),
        text,
        createdAt: asDate(status['created_at']),
      };
    },
  };
}
