import type { PlatformDriver } from '../driver.ts';
import { asDate, asRecord, asString } from '../http/lossless-json.ts';
import { askBluesky, type BlueskyApi } from './api.ts';
import { keyIn, POSTS, postAddress, postUrl } from './post/addresses.ts';

const RECENT_POSTS = 100;

/** Lists the account's newest posts at its own server. @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records */
export function createListRecentPosts(api: BlueskyApi): NonNullable<PlatformDriver['listRecentPosts']> {
  return async ({ accountId }, call) => {
    const query = { repo: accountId, collection: POSTS, limit: String(RECENT_POSTS) };
    const request = { method: 'com.atproto.repo.listRecords', query, effect: 'none' } as const;
    const { body, broken } = await askBluesky(api, request, call);
    const records: unknown = body?.['records'];
    if (!Array.isArray(records)) throw broken();
    return records.map(asRecord).flatMap((entry) => {
      const key = keyIn(entry?.['uri']);
      const value = asRecord(entry?.['value']);
      const text = asString(value?.['text']);
      if (key === null || text === null) return [];
      const place = { id: postAddress(accountId, key), url: postUrl(api, accountId, key) };
      return [{ ...place, text, createdAt: asDate(value?.['createdAt']) }];
    });
  };
}
