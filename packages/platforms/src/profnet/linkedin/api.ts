import type { ConnectedAccount, TokenSession } from '../../driver.ts';
import {
  type NetworkAnswer,
  type NetworkDialect,
  sendWithToken,
  type TokenRequest,
} from '../../http/network-client.ts';
import { trustedUrl } from '../../http/trusted-url.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { linkedinDialect } from './errors.ts';

/** URN of a post, as a create call answers it and as deleting and resharing take it. */
export const POST_URN = /^urn:li:(?:share|ugcPost):\d{1,30}$/;

/** Base addresses and API version, the defaults filled in. */
export interface LinkedinApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly apiVersion: string;
}

/** One call to the API. */
export interface LinkedinRequest extends Pick<TokenRequest, 'method' | 'json' | 'effect'> {
  /** Path and query below the API's base. */
  readonly path: string;
  readonly restliMethod?: 'CREATE' | 'DELETE';
}

/** Sends one call to the versioned API, as an account. @throws PlatformError */
export function callLinkedin(
  { apiUrl, apiVersion }: LinkedinApi,
  { method, path, json, restliMethod, effect }: LinkedinRequest,
  session: TokenSession,
  dialect: NetworkDialect = linkedinDialect,
): Promise<NetworkAnswer> {
  const headers = {
    'linkedin-version': apiVersion,
    'x-restli-protocol-version': '2.0.0',
    'content-type': 'application/json',
    ...(restliMethod && { 'x-restli-method': restliMethod }),
  };
  return sendWithToken(dialect, { method, url: new URL(`${apiUrl}${path}`), headers, json, effect }, session);
}

/** URN under which an account publishes. */
export function authorUrn(account: ConnectedAccount): string {
  return account.accountUrn ?? `urn:li:person:${account.accountId}`;
}

/** Returns a post URN; refuses anything else before a request is sent. */
export function checkedPostUrn(urn: string): string {
  if (POST_URN.test(urn)) return urn;
  const message = 'posts of this network are named like urn:li:share:7141138937766391808; check the URN';
  throw new PlatformError('profnet', invalid(message));
}

/** Parses an address for a file, which goes to the network's own hosts only; null for another one. */
export function uploadUrlOf({ apiUrl, oauthUrl }: LinkedinApi, address: unknown): URL | null {
  return trustedUrl(address, [apiUrl, oauthUrl], 'linkedin.com');
}

/** Public address of a post. */
export function postUrl({ oauthUrl }: LinkedinApi, urn: string): string {
  return `${oauthUrl}/feed/update/${urn}/`;
}
