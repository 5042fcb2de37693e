import type { CallContext, ConnectedAccount, DriverOptions } from '../../driver.ts';
import {
  brokenAnswer,
  type NetworkAnswer,
  type NetworkDialect,
  type NetworkRequest,
  send,
} from '../../http/network-client.ts';
import type { PlatformError } from '../../platform-error.ts';
import { YOUTUBE_DEFAULTS } from './defaults.ts';
import { youtubeDialect } from './errors.ts';

/** The network's addresses, without a trailing slash. It has a host for each purpose; a sandbox has one for all. */
export interface YoutubeApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  /** Base of the token and revocation endpoints. */
  readonly tokenUrl: string;
  /** Base of the pages that people watch. */
  readonly siteUrl: string;
}

/** An account, and the limits of the call. */
export interface Session {
  readonly account: Pick<ConnectedAccount, 'accessToken'>;
  readonly call: CallContext;
}

export interface YoutubeRequest {
  readonly method: 'GET' | 'POST';
  /** Path below the API's base. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly effect: NetworkRequest['effect'];
}

export function createYoutubeApi({ apiUrl, oauthUrl }: Pick<DriverOptions, 'apiUrl' | 'oauthUrl'>): YoutubeApi {
  const signIn = oauthUrl ?? YOUTUBE_DEFAULTS.oauthUrl;
  const isReal = signIn === YOUTUBE_DEFAULTS.oauthUrl;
  return {
    apiUrl: apiUrl ?? YOUTUBE_DEFAULTS.apiUrl,
    oauthUrl: signIn,
    tokenUrl: isReal ? 'https://oauth2.googleapis.com' : signIn,
    siteUrl: isReal ? 'https://www.youtube.com' : signIn,
  };
}

/** One call to the API, as an account. @throws PlatformError */
export async function callYoutube(
  api: YoutubeApi,
  request: YoutubeRequest,
  { account, call, dialect = youtubeDialect }: Session & { readonly dialect?: NetworkDialect },
): Promise<NetworkAnswer & { readonly broken: () => PlatformError }> {
  const { method, path, query, json, effect } = request;
  const url = new URL(`${api.apiUrl}${path}`);
  url.search = new URLSearchParams(query).toString();
  const answer = await send(
    dialect,
    {
      method,
      url,
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...(json && { 'content-type': 'application/json; charset=UTF-8' }),
        ...request.headers,
      },
      ...(json && { body: JSON.stringify(json) }),
      effect,
      secrets: [account.accessToken],
    },
    call,
  );
  return { ...answer, broken: () => brokenAnswer(dialect, { effect }, answer.status) };
}
