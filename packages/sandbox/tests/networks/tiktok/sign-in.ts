import { type Sandbox, sandboxApp } from '../../../src/index.ts';
import {
  type Answer,
  addressOf,
  call,
  fetchCode,
  redirectUri,
  send,
  sendForm,
  sessionOf,
} from '../../support/sandbox.ts';

export const tiktokScopes = 'user.info.basic,user.info.profile,video.publish,video.upload';

/** The address of TikTok's authorize page; any parameter can be changed or, with undefined, left out. */
export function tiktokAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  return addressOf(`${sandbox.url}/tiktok/v2/auth/authorize/`, {
    ...{ client_key: sandboxApp.clientId, scope: tiktokScopes, response_type: 'code', redirect_uri: redirectUri },
    ...{ state: 'state-1', ...changes },
  });
}

/** Calls one of the OAuth endpoints with the app's credentials. */
export function tiktokOAuth(
  sandbox: Sandbox,
  endpoint: 'token' | 'revoke',
  fields: Record<string, string>,
): Promise<Answer> {
  const app = { client_key: sandboxApp.clientId, client_secret: sandboxApp.clientSecret };
  return sendForm(`${sandbox.url}/tiktok/v2/oauth/${endpoint}/`, { ...app, ...fields });
}

/** Exchanges a code. */
export function exchangeTiktok(sandbox: Sandbox, fields: Record<string, string>): Promise<Answer> {
  return tiktokOAuth(sandbox, 'token', { grant_type: 'authorization_code', redirect_uri: redirectUri, ...fields });
}

/** Signs in to TikTok; `post` calls the API as the account. */
export async function signInToTiktok(sandbox: Sandbox, scope = tiktokScopes) {
  const code = await fetchCode(tiktokAuthorizeUrl(sandbox, { scope }));
  const session = sessionOf(await exchangeTiktok(sandbox, { code }));
  const api = `${sandbox.url}/tiktok/v2/post/publish`;
  return { ...session, post: (path: string, json?: unknown) => send(api + path, 'POST', json, session.headers) };
}

/** Sends one chunk as the documentation's curl command does. */
export function putChunk(uploadUrl: string, video: Buffer, { first = 0, last = video.length - 1 } = {}) {
  return call(uploadUrl, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${first}-${last}/${video.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(video.subarray(first, last + 1)),
  });
}
