import type { ConnectedAccount } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { isDid } from '../identity/identity.ts';

/** Collection of posts. */
export const POSTS = 'app.bsky.feed.post';
const ADDRESS = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([234567a-z]{13})$/;

/** Address of a post, which is its id here. */
export function postAddress(did: string, key: string): string {
  return `at://${did}/${POSTS}/${key}`;
}

/** Reads the key out of the address of an account's own post. @throws PlatformError for any other text */
export function keyOfOwnPost(postId: string, { accountId }: Pick<ConnectedAccount, 'accountId'>): string {
  const [, did = '', key = ''] = ADDRESS.exec(postId) ?? [];
  if (isDid(did) && did === accountId) return key;
  const message = `ids of posts have the form at://did:plc:…/${POSTS}/…, with the connected account; check the id`;
  throw new PlatformError('bluesky', invalid(message));
}

/** Reads the key out of any address of a post; null for another text. */
export function keyIn(address: unknown): string | null {
  return typeof address === 'string' ? (ADDRESS.exec(address)?.[2] ?? null) : null;
}

/** Page of a post. It names the account by its DID, which stays when the handle changes. */
export function postUrl({ pagesUrl }: Pick<BlueskyApi, 'pagesUrl'>, did: string, key: string): string {
  return `${pagesUrl}/profile/${did}/post/${key}`;
}
