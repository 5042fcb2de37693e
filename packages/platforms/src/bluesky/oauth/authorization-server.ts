import type { CallContext } from '../../driver.ts';
import { asString, type JsonObject } from '../../http/lossless-json.ts';
import { send } from '../../http/network-client.ts';
import { trustedUrl } from '../../http/trusted-url.ts';
import { refused } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { blueskyDialect } from '../errors.ts';
import { directoryOf, readServerAddress } from '../identity/directory.ts';
import type { OAuthServer } from '../session/grant.ts';

/** Longest address, and longest number of a request. Anybody may name a server, and what it gives is stored. */
export const MAX_ADDRESS = 2_048;
const NO_DOCUMENT = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410];

/** The server that signs the accounts of another server in, and its addresses. */
export interface AuthorizationServer extends OAuthServer {
  readonly pushUrl: string;
  readonly pageUrl: string;
}

/** Reads which server signs the accounts of a server in. @returns its base @throws PlatformError */
export async function readIssuer(api: BlueskyApi, serverUrl: string, call: CallContext): Promise<string> {
  const resource = await readDocument(api, `${serverUrl}/.well-known/oauth-protected-resource`, call);
  const named: unknown = resource?.['authorization_servers'];
  const [only, ...others] = Array.isArray(named) ? named : [];
  const issuer = others.length > 0 ? null : readServerAddress(only, directoryOf(api, call));
  // The name of a server is compared to the letter, also when it comes back from the browser.
  if (issuer === null || issuer !== only) throw unusable('it names no public server that signs its accounts in');
  return issuer;
}

/**
 * Reads the addresses of the server that signs the accounts of the driver's server in. All of them must be its own.
 * @throws PlatformError
 * @see https://atproto.com/specs/oauth#authorization-servers
 */
export async function readAuthorizationServer(api: BlueskyApi, call: CallContext): Promise<AuthorizationServer> {
  const issuer = await readIssuer(api, api.apiUrl, call);
  const server = await readDocument(api, `${issuer}/.well-known/oauth-authorization-server`, call);
  if (server?.['issuer'] !== issuer)
    throw unusable('the server that signs its accounts in has another name than it says');
  const address = (name: string): string => {
    const url = trustedUrl(asString(server[name]), [issuer]);
    if (!url) throw unusable('the server that signs its accounts in names addresses elsewhere');
    if (url.href.length > MAX_ADDRESS)
      throw unusable('the server that signs its accounts in names an address that is too long');
    return url.href;
  };
  return {
    issuer,
    tokenUrl: address('token_endpoint'),
    revocationUrl: address('revocation_endpoint'),
    pushUrl: address('pushed_authorization_request_endpoint'),
    pageUrl: address('authorization_endpoint'),
  };
}

/** Reads a document of a server; null where the server does not have it. */
async function readDocument({ through }: BlueskyApi, address: string, call: CallContext): Promise<JsonObject | null> {
  const request = { method: 'GET', url: new URL(address), headers: { accept: 'application/json' }, through };
  const limits = { effect: 'none', secrets: [], answers: NO_DOCUMENT } as const;
  const { status, body, broken } = await send(blueskyDialect, { ...request, ...limits }, call);
  if (status === 200 && !body) throw broken();
  return status === 200 ? body : null;
}

function unusable(reason: string): PlatformError {
  const message = `the server of this account offers no sign-in that can be used: ${reason}; connect with an app password`;
  return new PlatformError('bluesky', refused(message));
}
