import type { Sandbox } from '../../../src/index.ts';
import { sandboxApp } from '../../../src/index.ts';
import {
  type Answer,
  addressOf,
  basic,
  fetchCode,
  proofKey,
  redirectUri,
  sendForm,
  sessionOf,
} from '../../support/sandbox.ts';

export const allXScopes =
  'tweet.read tweet.write tweet.moderate.write users.read follows.write like.write bookmark.write dm.write media.write offline.access';

/** The address of X's authorize page; any parameter can be changed or, with undefined, left out. */
export function xAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  return addressOf(`${sandbox.url}/x/i/oauth2/authorize`, {
    ...{ response_type: 'code', client_id: sandboxApp.clientId, redirect_uri: redirectUri },
    ...{ scope: allXScopes, state: 'state-1', ...changes },
  });
}

/** Gets a code of X, and its verifier. */
export async function fetchXCode(sandbox: Sandbox, changes: Record<string, string> = {}) {
  const { verifier, challenge } = proofKey();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  return { code: await fetchCode(xAuthorizeUrl(sandbox, { ...proof, ...changes })), code_verifier: verifier };
}

/** Exchanges a code at the token endpoint of X. */
export function exchangeX(sandbox: Sandbox, fields: Record<string, string>, authorization = basic): Promise<Answer> {
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, ...fields };
  return sendForm(`${sandbox.url}/x/2/oauth2/token`, form, { authorization });
}

/** Signs in to X. */
export async function signInToX(sandbox: Sandbox, scope = allXScopes) {
  return sessionOf(await exchangeX(sandbox, await fetchXCode(sandbox, { scope })));
}
