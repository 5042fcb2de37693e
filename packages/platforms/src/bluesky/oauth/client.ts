import type { JsonWebKey } from 'node:crypto';
import type { RegisteredApp } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { readServerHost } from '../../http/server-host.ts';
import { refused } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { publicHalf } from './jwt.ts';

/** The least for publishing, deleting and uploading: writing a record at a chosen key takes both creating and updating. */
export const BLUESKY_SCOPES: readonly string[] = [
  'atproto',
  'repo:app.bsky.feed.post',
  'blob:*/*',
  'rpc:com.atproto.repo.uploadBlob?aud=*',
];

const APP_NAME = 'Social';
const CALLBACK_PATH = '/api/auth/bluesky/callback';
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const INSTEAD = 'connect bluesky with an app password instead';

/** The documents by which servers know an app. */
export interface BlueskyClient {
  /** Address of `metadata`, by which the app is known. */
  readonly clientId: string;
  /** To be answered at `clientId` with status 200 as `application/json`, without a redirect, as long as connections exist. */
  readonly metadata: JsonObject;
}

/**
 * Describes the app of a server of this product. Connections end when the key with which they began is no longer described.
 * @param baseUrl public address of the server, for which `signInAtBaseUrl` says `registered`
 * @param publicJwks public keys of the app with their `kid`, the present one first; without any, connections last two weeks
 * @see https://atproto.com/specs/oauth#client-id-metadata-document
 */
export function describeBlueskyClient(baseUrl: string, publicJwks: readonly JsonWebKey[]): BlueskyClient {
  const clientId = `${baseUrl}/oauth/bluesky-client.json`;
  const keys = publicJwks.map((key) => ({ ...publicHalf(key), kid: key['kid'], alg: 'ES256', use: 'sig' }));
  const authentication =
    keys.length > 0
      ? {
          ...{ token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' },
          jwks: { keys },
        }
      : { token_endpoint_auth_method: 'none' };
  const metadata = {
    ...{ client_id: clientId, client_name: APP_NAME, client_uri: baseUrl },
    ...{ redirect_uris: [`${baseUrl}${CALLBACK_PATH}`], scope: BLUESKY_SCOPES.join(' ') },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], application_type: 'web' },
    ...{ dpop_bound_access_tokens: true, ...authentication },
  };
  return { clientId, metadata };
}

/** Way in which a server can sign users in through the browser, or the sentence that says why it cannot. */
export type SignInWay =
  | { readonly kind: 'loopback' | 'registered' }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Says whether users can sign in through the browser at a server of this product. A public one describes its app at its own
 * address (`registered`), one on its user's machine needs no description (`loopback`).
 */
export function signInAtBaseUrl(baseUrl: string): SignInWay {
  const url = URL.parse(baseUrl);
  if (!url) return impossible('this server has no address that a browser can open');
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) {
    if (url.hostname !== 'localhost') return { kind: 'loopback' };
    const address = baseUrl.replace('localhost', '127.0.0.1');
    return impossible(
      `the network sends browsers back to addresses, and not to localhost; open this server as ${address}`,
    );
  }
  if (url.protocol !== 'https:') return impossible('the network signs in only at addresses with https');
  if (url.port !== '') return impossible('the network signs in only at addresses without a port');
  try {
    readServerHost(url.hostname, { platform: 'bluesky', field: 'baseUrl', allowLoopback: false });
    return { kind: 'registered' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return impossible('the network signs in only at addresses with a public name');
  }
}

function impossible(reason: string): SignInWay {
  return { kind: 'none', reason: `${reason}; or ${INSTEAD}` };
}

/**
 * The app of a server on its user's machine, which servers know without a description.
 * @throws PlatformError for any other server, whose app is described at its address
 * @see https://atproto.com/specs/oauth#localhost-client-development
 */
export function loopbackApp(redirectUri: string): RegisteredApp {
  const way = signInAtBaseUrl(new URL(redirectUri).origin);
  if (way.kind === 'none') throw new PlatformError('bluesky', refused(way.reason));
  if (way.kind === 'registered') {
    const message = `this server does not offer the sign-in through the browser; ${INSTEAD}`;
    throw new PlatformError('bluesky', refused(message));
  }
  const about = `redirect_uri=${encodeURIComponent(redirectUri)}&scope=${encodeURIComponent(BLUESKY_SCOPES.join(' '))}`;
  return { clientId: `http://localhost?${about}`, clientSecret: '' };
}
