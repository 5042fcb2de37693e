import type { DriverOptions, TokenSession } from '../driver.ts';
import type { StreamedBody } from '../http/exchange/streamed-body.ts';
import type { JsonObject } from '../http/lossless-json.ts';
import {
  type Effect,
  type NetworkAnswer,
  type NetworkDialect,
  type NetworkRequest,
  send,
} from '../http/network-client.ts';
import { blueskyDialect } from './errors.ts';
import { hasFreshNonce } from './oauth/nonces.ts';
import { sendProven } from './oauth/proven-request.ts';
import { readGrant, secretsOf } from './session/grant.ts';

/** The server that holds an account, the servers beside it, and the way to them. Bases have no trailing slash. */
export interface BlueskyApi extends Pick<DriverOptions, 'through'> {
  readonly apiUrl: string;
  /** Directory of DIDs. */
  readonly plcUrl: string;
  /** Server that knows handles, and shows profiles to everybody. */
  readonly resolverUrl: string;
  readonly videoUrl: string;
  /** Pages that people see. */
  readonly pagesUrl: string;
}

/** The servers of the public network. */
const PUBLIC_SERVERS = {
  plcUrl: 'https://plc.directory',
  resolverUrl: 'https://public.api.bsky.app',
  videoUrl: 'https://video.bsky.app',
  pagesUrl: 'https://bsky.app',
} as const;

/** Completes the address of a server. One on this machine, which has no TLS, is the whole network. */
export function blueskyApi({ apiUrl = '', through, plcUrl, resolverUrl }: Partial<DriverOptions>): BlueskyApi {
  const local = { plcUrl: `${apiUrl}/plc`, resolverUrl: apiUrl, videoUrl: apiUrl, pagesUrl: apiUrl };
  return {
    apiUrl,
    ...(apiUrl.startsWith('http:') ? local : PUBLIC_SERVERS),
    ...(plcUrl !== undefined && { plcUrl }),
    ...(resolverUrl !== undefined && { resolverUrl }),
    ...(through && { through }),
  };
}

/** One call of a method. A method with a body is a procedure, which is posted. */
export interface BlueskyRequest {
  /** Name of the method, for example `com.atproto.repo.getRecord`. */
  readonly method: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: JsonObject;
  /** A file, which is sent while it is read. */
  readonly file?: StreamedBody & { readonly contentType: string };
  readonly effect: Effect;
}

/** Calls a method as the account of a session. @throws PlatformError */
export async function callBluesky(
  api: BlueskyApi,
  request: BlueskyRequest,
  session: TokenSession,
): Promise<NetworkAnswer> {
  const grant = readGrant(session.account.accessToken);
  const { call } = session;
  const written = writeRequest(api, request, secretsOf(grant));
  if (grant.kind === 'password') {
    const headers = { ...written.headers, authorization: `Bearer ${grant.token}` };
    return send(blueskyDialect, { ...written, headers }, call);
  }
  if (request.effect === 'change' || request.file) await prepareChange(api, session);
  const headers = { ...written.headers, authorization: `DPoP ${grant.token}` };
  const proof = { server: resourceOf(api), key: grant.key, accessToken: grant.token };
  return sendProven(blueskyDialect, { ...written, headers }, { proof, call });
}

/**
 * Asks for the nonce of the next change. Without one the server refuses the first request, which must not be one with a file, or
 * one whose answer matters.
 * @throws PlatformError
 */
export async function prepareChange(api: BlueskyApi, session: TokenSession): Promise<void> {
  if (readGrant(session.account.accessToken).kind === 'password' || hasFreshNonce(resourceOf(api))) return;
  await callBluesky(api, { method: 'com.atproto.server.getSession', effect: 'none' }, session);
}

function resourceOf({ apiUrl }: BlueskyApi): string {
  return `resource ${apiUrl}`;
}

/** Calls a method that answers everybody. @param answers statuses besides 2xx that are answers */
export function askBluesky(
  api: Pick<BlueskyApi, 'apiUrl' | 'through'>,
  {
    answers,
    dialect = blueskyDialect,
    ...request
  }: BlueskyRequest & {
    readonly answers?: readonly number[];
    readonly dialect?: NetworkDialect;
  },
  call: TokenSession['call'],
): Promise<NetworkAnswer> {
  return send(dialect, { ...writeRequest(api, request, []), ...(answers && { answers }) }, call);
}

function writeRequest(
  { apiUrl, through }: Pick<BlueskyApi, 'apiUrl' | 'through'>,
  { method, query = {}, json, file, effect }: BlueskyRequest,
  secrets: readonly string[],
): NetworkRequest {
  const url = new URL(`${apiUrl}/xrpc/${method}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const common = { url, effect, secrets, through };
  if (file) {
    const { contentType, ...body } = file;
    return { ...common, method: 'POST', headers: { 'content-type': contentType }, body, isUpload: true };
  }
  if (!json) return { ...common, method: 'GET', headers: { accept: 'application/json' } };
  return { ...common, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}
