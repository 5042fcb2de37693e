import type { ConnectedAccount, TokenSession } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { type NetworkAnswer, sendWithToken, type TokenRequest } from '../../http/network-client.ts';
import { invalid, notFound } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { xDialect } from './errors.ts';

/** Ids are snowflakes: digits, up to 19 of them. */
export const X_ID = /^[0-9]{1,19}$/;

/** Base addresses, the defaults filled in. */
export interface XApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** One call to the API. */
export interface XRequest extends Omit<TokenRequest, 'url'> {
  /** Path below the base, with user input already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** A success. `data` is an object or a list. */
export interface XAnswer extends Pick<NetworkAnswer, 'broken'> {
  readonly data: unknown;
}

/** Sends one request as an account. Success without `data` but with `errors` means that the target does not exist. */
export async function callX({ apiUrl }: XApi, request: XRequest, session: TokenSession): Promise<XAnswer> {
  const { path, query = {}, ...rest } = request;
  const url = new URL(`${apiUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const { body, broken, status } = await sendWithToken(xDialect, { ...rest, url }, session);
  if (!body) throw broken();
  const { data, errors } = body;
  if (data === undefined && Array.isArray(errors) && errors.length > 0) throw missing(status, errors);
  return { data, broken };
}

/** Returns the path segment of an id; refuses anything else before a request is sent. */
export function idSegment(id: string): string {
  if (X_ID.test(id)) return id;
  const message = 'ids of this network are numbers of at most 19 digits; check the id';
  throw new PlatformError('microblog', invalid(message));
}

/** Public address of a post. X redirects from any name to the author's, so `i` replaces an unknown one. */
export function postUrl({ oauthUrl }: XApi, { username }: Pick<ConnectedAccount, 'username'>, postId: string): string {
  return `${oauthUrl}/${encodeURIComponent(username ?? 'i')}/status/${postId}`;
}

function missing(status: number, errors: readonly unknown[]): PlatformError {
  const resource = asRecord(errors[0])?.['resource_type'];
  const noun =
    resource === 'user' ? 'account' : resource === 'tweet' || resource === 'post' ? 'post' : 'post or account';
  const meaning = notFound(`X has no such ${noun}, or does not show it to the connected account; check the id or name`);
  return new PlatformError('microblog', { ...meaning, status, upstreamCode: 'resource-not-found' });
}
