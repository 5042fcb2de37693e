import { type Sandbox, sandboxApp } from '../../../src/index.ts';
import { addressOf, fetchCode, redirectUri, sendForm, sessionOf } from '../../support/sandbox.ts';

const prefix = 'https://www.googleapis.com/auth/';
export const allYoutubeScopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => prefix + name,
);

/** The address of the authorize page; any parameter can be changed or, with undefined, left out. */
export function youtubeAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  return addressOf(`${sandbox.url}/youtube/o/oauth2/v2/auth`, {
    ...{ response_type: 'code', client_id: sandboxApp.clientId, redirect_uri: redirectUri },
    ...{ scope: allYoutubeScopes.join(' '), access_type: 'offline', prompt: 'consent', ...changes },
  });
}

/** Calls the token endpoint with the secret in the body. */
export function youtubeToken(sandbox: Sandbox, fields: Record<string, string>) {
  return sendForm(`${sandbox.url}/youtube/token`, {
    ...{ grant_type: 'authorization_code', redirect_uri: redirectUri },
    ...{ client_id: sandboxApp.clientId, client_secret: sandboxApp.clientSecret, ...fields },
  });
}

/** Signs in to YouTube. */
export async function signInToYoutube(sandbox: Sandbox, changes: Record<string, string | undefined> = {}) {
  return sessionOf(await youtubeToken(sandbox, { code: await fetchCode(youtubeAuthorizeUrl(sandbox, changes)) }));
}
