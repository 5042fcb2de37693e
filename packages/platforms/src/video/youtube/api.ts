import type { PublishSession, TokenSession } from '../../driver.ts';
import {
  type NetworkAnswer,
  type NetworkDialect,
  sendWithToken,
  type TokenRequest,
} from '../../http/network-client.ts';
import { youtubeDialect } from './errors.ts';

/** Base addresses, without a trailing slash. The network has a host for each purpose; a sandbox has one for all. */
export interface YoutubeApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Base of the token and revocation endpoints. */
  readonly tokenUrl: string;
  /** Base of the pages that people watch. */
  readonly siteUrl: string;
}

/** The token of a publish, and its limits, progress and checkpoints. */
export type UploadSession = Pick<PublishSession, 'call'> & TokenSession;

/** One call to the API. */
export interface YoutubeRequest extends Pick<TokenRequest, 'method' | 'headers' | 'json' | 'effect'> {
  /** Path below the API's base. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Sends one call to the API, as an account. @throws PlatformError */
export function callYoutube(
  { apiUrl }: YoutubeApi,
  { path, query, headers, ...request }: YoutubeRequest,
  session: TokenSession,
  dialect: NetworkDialect = youtubeDialect,
): Promise<NetworkAnswer> {
  const url = new URL(`${apiUrl}${path}`);
  url.search = new URLSearchParams(query).toString();
  const type = request.json && { 'content-type': 'application/json; charset=UTF-8' };
  return sendWithToken(dialect, { ...request, url, headers: { ...type, ...headers } }, session);
}
