import type { ConnectedAccount } from '../../driver.ts';

/** Public address of a post. X redirects from any name to the author's, so `i` stands in for an unknown one. */
export function postUrl(oauthUrl: string, { username }: Pick<ConnectedAccount, 'username'>, postId: string): string {
  return `${oauthUrl}/${encodeURIComponent(username ?? 'i')}/status/${postId}`;
}
