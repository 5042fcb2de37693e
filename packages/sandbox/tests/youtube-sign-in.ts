import type { Sandbox } from '../src/index.ts';
import { sandboxApp } from '../src/index.ts';
import { call, fetchCode, redirectUri, textAt } from './sign-in.ts';

const prefix = 'https://www.googleapis.com/auth/';
export const allYoutubeScopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => prefix + name,
);

/** The address of the authorize page, any parameter of which can be changed or, with undefined, left out. */
export function youtubeAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  const url = new URL(`${sandbox.url}/youtube/o/oauth2/v2/auth`);
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: sandboxApp.clientId,
    redirect_uri: redirectUri,
    scope: allYoutubeScopes.join(' '),
    access_type: 'offline',
    prompt: 'consent',
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** Calls the token endpoint with the secret in the body. */
export function youtubeToken(sandbox: Sandbox, fields: Record<string, string>) {
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    client_id: sandboxApp.clientId,
    client_secret: sandboxApp.clientSecret,
    ...fields,
  };
  return call(`${sandbox.url}/youtube/token`, { method: 'POST', body: new URLSearchParams(form) });
}

/** Signs in; answers the token endpoint's body and the headers for further calls. */
export async function signInToYoutube(sandbox: Sandbox, changes: Record<string, string | undefined> = {}) {
  const code = await fetchCode(youtubeAuthorizeUrl(sandbox, changes));
  const { body } = await youtubeToken(sandbox, { code });
  return { tokens: body, headers: { authorization: `Bearer ${textAt(body, 'access_token')}` } };
}

/** Bytes that begin like an MP4. */
export function film(bytes: number): Buffer {
  const data = Buffer.alloc(bytes, 7);
  data.write('\x00\x00\x00\x18ftypisom', 'latin1');
  return data;
}
