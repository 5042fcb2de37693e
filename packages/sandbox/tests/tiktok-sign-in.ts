import { type Sandbox, sandboxApp } from '../src/index.ts';
import { type Answer, call, fetchCode, redirectUri, send, textAt } from './sign-in.ts';

export const tiktokScopes = 'user.info.basic,user.info.profile,video.publish,video.upload';

/** The address of TikTok's authorize page, any parameter of which can be changed or, with undefined, left out. */
export function tiktokAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    client_key: sandboxApp.clientId,
    scope: tiktokScopes,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'state-1',
    ...changes,
  };
  const url = new URL(`${sandbox.url}/tiktok/v2/auth/authorize/`);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** Calls one of the OAuth endpoints with the app's credentials. */
export function tiktokOAuth(
  sandbox: Sandbox,
  endpoint: 'token' | 'revoke',
  fields: Record<string, string>,
): Promise<Answer> {
  const app = { client_key: sandboxApp.clientId, client_secret: sandboxApp.clientSecret };
  return call(`${sandbox.url}/tiktok/v2/oauth/${endpoint}/`, {
    method: 'POST',
    body: new URLSearchParams({ ...app, ...fields }),
  });
}

/** Exchanges a code. */
export function exchangeTiktok(sandbox: Sandbox, fields: Record<string, string>): Promise<Answer> {
  return tiktokOAuth(sandbox, 'token', { grant_type: 'authorization_code', redirect_uri: redirectUri, ...fields });
}

/** Signs in to TikTok; `post` calls the API as the account. */
export async function signInToTiktok(sandbox: Sandbox, scope = tiktokScopes) {
  const { body } = await exchangeTiktok(sandbox, { code: await fetchCode(tiktokAuthorizeUrl(sandbox, { scope })) });
  const headers = { authorization: `Bearer ${textAt(body, 'access_token')}` };
  return {
    tokens: body,
    headers,
    post: (path: string, json?: unknown) => send(`${sandbox.url}/tiktok/v2/post/publish${path}`, 'POST', json, headers),
  };
}

/** Bytes that begin like an MP4 file. */
export function sampleVideo(bytes: number): Buffer {
  const video = Buffer.alloc(bytes, 'social');
  Buffer.from('\0\0\0\x18ftypmp42', 'latin1').copy(video);
  return video;
}

/** Sends one chunk as the documentation's curl does. */
export function putChunk(uploadUrl: string, video: Buffer, { first = 0, last = video.length - 1 } = {}) {
  return call(uploadUrl, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${first}-${last}/${video.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(video.subarray(first, last + 1)),
  });
}
