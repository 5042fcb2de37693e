import type { TokenSession } from '../../driver.ts';
import { asRecord, type JsonObject } from '../../http/lossless-json.ts';
import { type NetworkAnswer, sendWithToken, type TokenRequest } from '../../http/network-client.ts';
import { tiktokDialect } from './errors.ts';

/** Base addresses, the defaults filled in. */
export interface TiktokApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** One call to the API. */
export interface TiktokRequest extends Pick<TokenRequest, 'method' | 'json' | 'effect'> {
  /** Path and query below the API's base. */
  readonly path: string;
}

/** A success: the data of the envelope. */
export interface TiktokAnswer extends Pick<NetworkAnswer, 'broken'> {
  readonly data: JsonObject;
}

/** Sends one call as an account. @throws PlatformError also for refusals that come with status 200 */
export async function callTiktok(
  { apiUrl }: TiktokApi,
  { method, path, json, effect }: TiktokRequest,
  session: TokenSession,
): Promise<TiktokAnswer> {
  const url = new URL(`${apiUrl}${path}`);
  const headers = method === 'POST' ? { 'content-type': 'application/json; charset=UTF-8' } : {};
  const { body, broken } = await sendWithToken(tiktokDialect, { method, url, headers, json, effect }, session);
  const data = asRecord(body?.['data']);
  if (!data || asRecord(body?.['error'])?.['code'] !== 'ok') throw broken();
  return { data, broken };
}

/** Public address of a post, or of the account's page where the network names no post. */
export function postUrl({ oauthUrl }: TiktokApi, username: string, postId: string | null): string {
  const page = `${oauthUrl}/@${encodeURIComponent(username)}`;
  return postId === null ? page : `${page}/video/${postId}`;
}
