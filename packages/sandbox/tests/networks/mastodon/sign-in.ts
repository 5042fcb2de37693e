import { type Sandbox, sandboxApp } from '../../../src/index.ts';
import { png } from '../../support/media.ts';
import {
  type Answer,
  addressOf,
  call,
  fetchCode,
  formOf,
  redirectUri,
  send,
  sessionOf,
} from '../../support/sandbox.ts';

export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/** The fields that every call of the sandbox's own app to the token endpoint has. */
export const appFields = {
  client_id: sandboxApp.clientId,
  client_secret: sandboxApp.clientSecret,
  redirect_uri: redirectUri,
};

/** The address of the authorize page; any parameter can be changed or, with undefined, left out. */
export function mastodonAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  return addressOf(`${sandbox.networks.mastodon}/oauth/authorize`, {
    ...{ response_type: 'code', client_id: sandboxApp.clientId, redirect_uri: redirectUri },
    ...{ scope: 'read write', state: 'state-1', ...changes },
  });
}

/** Calls the token endpoint. */
export function requestToken(sandbox: Sandbox, fields: Record<string, string>): Promise<Answer> {
  return send(`${sandbox.networks.mastodon}/oauth/token`, 'POST', { grant_type: 'authorization_code', ...fields });
}

/** Signs in, and returns functions that call the API. */
export async function signInToMastodon(sandbox: Sandbox, scope = 'read write') {
  const code = await fetchCode(mastodonAuthorizeUrl(sandbox, { scope }));
  const session = sessionOf(await requestToken(sandbox, { ...appFields, code }));
  const { headers } = session;
  const api = `${sandbox.networks.mastodon}/api`;
  return {
    ...session,
    get: (path: string) => call(`${api}${path}`, { headers }),
    act: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      send(`${api}${path}`, method, body, { ...headers, ...more }),
    post: (body: unknown, more: Record<string, string> = {}) =>
      send(`${api}/v1/statuses`, 'POST', body, { ...headers, ...more }),
    upload: (file: Buffer = png, fields: Record<string, string> = {}, path = '/v2/media') =>
      call(`${api}${path}`, { method: 'POST', headers, body: formOf({ ...fields, file }) }),
  };
}
