import type { JsonWebKey } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopbackName } from '../../../http/loopback.ts';
import { pullFile } from '../../../http/pull-file.ts';
import { isRecord } from '../../../http/request-body.ts';
import { refuseOAuth } from './errors.ts';

const maxDocumentBytes = 256 * 1024;
const reservedDomains = /\.(?:alt|arpa|example|internal|invalid|local|localhost|onion|test)$/;

/** A program as its document describes it. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Takes loopback addresses with any port. */
  readonly isLoopback: boolean;
  readonly scopes: readonly string[];
  /** The keys with which it identifies; absent for a public client. */
  readonly keys?: readonly JsonWebKey[];
}

/**
 * Loads a program by its id, which is the address of its document.
 *
 * The network takes https only. The sandbox also takes http from this machine, where programs under test run.
 *
 * @see https://atproto.com/specs/oauth#clients (read 2026-11-24)
 */
export async function loadClient(id: string): Promise<Client> {
  const url = URL.parse(id);
  if (!url) return refuseMetadata(`Invalid client ID "${id}"`);
  if (url.protocol === 'http:' && url.hostname === 'localhost' && url.port === '') return loopbackClient(id, url);
  requireAddress(id, url);
  const document = await fetchDocument(id);
  if (!document) return refuseMetadata(`Unable to obtain client metadata for "${id}"`);
  return readClient(id, document);
}

/** Returns true when a program may receive its code at an address; the port of a loopback address does not matter. */
export function mayReturnTo({ redirectUris, isLoopback }: Client, address: string): boolean {
  if (!isLoopback) return redirectUris.includes(address);
  return redirectUris.some((each) => withoutPort(each) === withoutPort(address));
}

function withoutPort(address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  url.port = '';
  return url.href;
}

/** The program of a developer's machine, whose id says all there is to know. */
function loopbackClient(id: string, url: URL): Client {
  if (url.pathname !== '/' || url.hash !== '' || url.username !== '') refuseMetadata(`Invalid client ID "${id}"`);
  const given = url.searchParams.getAll('redirect_uri');
  const redirectUris = given.length > 0 ? given : ['http://127.0.0.1/', 'http://[::1]/'];
  const isAllowed = (each: string) => ['127.0.0.1', '[::1]'].includes(URL.parse(each)?.hostname ?? '');
  if (!redirectUris.every(isAllowed)) refuseMetadata(`Invalid client ID "${id}"`);
  const scopes = (url.searchParams.get('scope') ?? 'atproto').split(' ');
  return { id, name: 'Loopback client', redirectUris, isLoopback: true, scopes };
}

function requireAddress(id: string, url: URL): void {
  const isLocal = url.protocol === 'http:' && isLoopbackName(url.hostname);
  const isPublic =
    url.protocol === 'https:' && url.port === '' && isIP(url.hostname) === 0 && url.hostname.includes('.');
  const isPath = url.pathname !== '/' && !url.pathname.endsWith('/');
  const isPlain = url.username === '' && url.hash === '' && url.href === id;
  if (!(isLocal || isPublic) || !isPath || !isPlain) refuseMetadata(`Invalid client ID "${id}"`);
  if (isPublic && reservedDomains.test(url.hostname)) {
    refuseOAuth('invalid_client_id', "The client_id's TLD must not be a local hostname");
  }
}

async function readClient(id: string, document: Readonly<Record<string, unknown>>): Promise<Client> {
  const lists = (name: string): readonly unknown[] => (Array.isArray(document[name]) ? document[name] : []);
  if (document['client_id'] !== id) refuseMetadata('client_id does not match');
  if (document['dpop_bound_access_tokens'] !== true) refuseMetadata('"dpop_bound_access_tokens" must be true');
  if (!lists('response_types').includes('code')) refuseMetadata('response_types must include "code"');
  if (!lists('grant_types').includes('authorization_code')) {
    refuseMetadata('The "code" response type requires that "grant_types" contains "authorization_code"');
  }
  const redirectUris = lists('redirect_uris').filter((each): each is string => typeof each === 'string');
  if (redirectUris.length === 0) refuseMetadata('At least one redirect_uri is required');
  const scopes = typeof document['scope'] === 'string' ? document['scope'].split(' ') : [];
  if (scopes.length === 0) refuseMetadata('Missing scope property');
  if (!scopes.includes('atproto')) refuseMetadata('Missing "atproto" scope');
  const { client_name: name = id } = document;
  if (typeof name !== 'string') return refuseMetadata('client_name must be a string');
  const keys = await readKeys(document);
  return { ...{ id, name, redirectUris, isLoopback: false, scopes }, ...(keys && { keys }) };
}

async function readKeys(document: Readonly<Record<string, unknown>>): Promise<readonly JsonWebKey[] | undefined> {
  const { token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg, jwks, jwks_uri: uri } = document;
  if (method === 'none') return undefined;
  if (method !== 'private_key_jwt') refuseMetadata(`Unsupported client authentication method "${String(method)}"`);
  if (typeof alg !== 'string') refuseMetadata('Missing token_endpoint_auth_signing_alg client metadata');
  if (jwks !== undefined && uri !== undefined) refuseMetadata('jwks_uri and jwks are mutually exclusive');
  const set = typeof uri === 'string' ? await fetchDocument(uri) : jwks;
  if (!isRecord(set) || !Array.isArray(set['keys'])) {
    return refuseMetadata('private_key_jwt auth method requires jwks or jwks_uri');
  }
  return set['keys'].filter((key): key is JsonWebKey => isRecord(key) && !('d' in key));
}

/** Fetches a JSON object, without following redirects. */
async function fetchDocument(address: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const blob = await pullFile(address, { maxBytes: maxDocumentBytes, maxRedirects: 0, timeoutMs: 5000 });
  try {
    const value: unknown = blob && JSON.parse(blob.read().toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuseMetadata(description: string): never {
  return refuseOAuth('invalid_client_metadata', description);
}
