import type { JsonWebKey } from 'node:crypto';
import type { RegisteredApp } from '../../driver.ts';
import { asRecord, type JsonObject, parseLosslessJson } from '../../http/lossless-json.ts';
import { readServerHost } from '../../http/server-host.ts';
import { refused } from '../../meanings.ts';
import type { OwnApp, SignInWay } from '../../own-app.ts';
import { PlatformError } from '../../platform-error.ts';
import { POSTS } from '../post/addresses.ts';
import { GATES } from '../post/gates.ts';
import { createSigningKey, publicHalf, thumbprintOf } from './jwt.ts';

/** The least for publishing, deleting and uploading, and for saying who may answer and quote: writing a record at a chosen key takes both creating and updating. */
export const BLUESKY_SCOPES: readonly string[] = [
  'atproto',
  ...[POSTS, ...GATES].map((collection) => `repo:${collection}`),
  'blob:*/*',
  'rpc:com.atproto.repo.uploadBlob?aud=*',
];

const APP_NAME = 'Social';
const CALLBACK = /\/api\/auth\/bluesky\/callback$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const INSTEAD = 'connect bluesky with an app password instead';

/** The app of this product: servers read its description at the address of the server that runs it. */
export const BLUESKY_APP: OwnApp = { signInAt, create: createApp, describe: describeApp };

/**
 * Says whether users can sign in through the browser at a server of this product. A public one describes its app at its own
 * address (`described`), one on its user's machine needs no description (`loopback`).
 */
function signInAt(baseUrl: string): SignInWay {
  const url = URL.parse(baseUrl);
  if (!url) return impossible('this server has no address that a browser can open');
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return { kind: 'loopback' };
  if (url.protocol !== 'https:') return impossible('Bluesky signs in only at addresses with https');
  if (url.port !== '') return impossible('Bluesky signs in only at addresses without a port');
  try {
    readServerHost(url.hostname, { platform: 'bluesky', field: 'baseUrl', allowLoopback: false });
    return { kind: 'described' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return impossible('Bluesky signs in only at addresses with a public name');
  }
}

function impossible(reason: string): SignInWay {
  return { kind: 'none', reason: `${reason}; ${INSTEAD}` };
}

/**
 * Makes the app of a server, whose secret is its private key as JSON. A server on its user's machine has neither a key nor a
 * description.
 * @see https://atproto.com/specs/oauth#clients
 */
function createApp(redirectUri: string): RegisteredApp {
  const baseUrl = redirectUri.replace(CALLBACK, '');
  const way = signInAt(baseUrl);
  if (way.kind === 'none') throw new PlatformError('bluesky', refused(way.reason));
  if (way.kind === 'loopback') return loopbackApp(redirectUri);
  const key = createSigningKey();
  return { clientId: clientIdAt(baseUrl), clientSecret: JSON.stringify({ ...key, kid: thumbprintOf(key) }) };
}

function clientIdAt(baseUrl: string): string {
  return `${baseUrl}/api/auth/bluesky/client.json`;
}

/** @see https://atproto.com/specs/oauth#client-id-metadata-document */
function describeApp(baseUrl: string, apps: readonly RegisteredApp[]): JsonObject {
  const keys = apps.map(({ clientSecret }) => {
    const key = (asRecord(parseLosslessJson(clientSecret)) ?? {}) as JsonWebKey;
    return { ...publicHalf(key), kid: key['kid'], alg: 'ES256', use: 'sig' };
  });
  return {
    ...{ client_id: clientIdAt(baseUrl), client_name: APP_NAME, client_uri: baseUrl },
    ...{ redirect_uris: [`${baseUrl}/api/auth/bluesky/callback`], scope: BLUESKY_SCOPES.join(' ') },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], application_type: 'web' },
    ...{ token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' },
    ...{ dpop_bound_access_tokens: true, jwks: { keys } },
  };
}

/** The app of a server on its user's machine, which servers know without a description. @see https://atproto.com/specs/oauth#localhost-client-development */
export function loopbackApp(redirectUri: string): RegisteredApp {
  const about = new URLSearchParams({ redirect_uri: loopbackAddress(redirectUri), scope: BLUESKY_SCOPES.join(' ') });
  return { clientId: `http://localhost?${about}`, clientSecret: '' };
}

/** Names this machine by its address: the network sends no browser back to `localhost`. */
export function loopbackAddress(redirectUri: string): string {
  return redirectUri.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1');
}
