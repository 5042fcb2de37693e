import { expect } from 'vitest';
import { type Sandbox, sandboxApp, sandboxSeed } from '../../../src/index.ts';
import {
  type Answer,
  addressOf,
  call,
  fetchCode,
  redirectUri,
  send,
  sendForm,
  sessionOf,
  textAt,
} from '../../support/sandbox.ts';

const allScopes = 'openid profile email w_member_social';

/** The address of LinkedIn's authorize page, with changed parameters. */
export function linkedinAuthorizeUrl(sandbox: Sandbox, changes: Record<string, string> = {}): string {
  return addressOf(`${sandbox.url}/linkedin/oauth/v2/authorization`, {
    ...{ response_type: 'code', client_id: sandboxApp.clientId, redirect_uri: redirectUri },
    ...{ scope: allScopes, state: 'state-1', ...changes },
  });
}

/** Exchanges a code at the token endpoint of LinkedIn. */
export function exchangeLinkedin(sandbox: Sandbox, fields: Record<string, string>): Promise<Answer> {
  return sendForm(`${sandbox.url}/linkedin/oauth/v2/accessToken`, {
    ...{ grant_type: 'authorization_code', redirect_uri: redirectUri },
    ...{ client_id: sandboxApp.clientId, client_secret: sandboxApp.clientSecret, ...fields },
  });
}

/** Signs in to LinkedIn; the headers are for versioned calls. */
export async function signInToLinkedin(sandbox: Sandbox, scope = allScopes) {
  const code = await fetchCode(linkedinAuthorizeUrl(sandbox, { scope }));
  const session = sessionOf(await exchangeLinkedin(sandbox, { code }));
  const headers = { ...session.headers, 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' };
  return { ...session, headers };
}

const author = `urn:li:person:${sandboxSeed.linkedin.accounts.sandbox_owner}`;

/** The body of a post by the owner. */
export function article(commentary: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...{ author, commentary, visibility: 'PUBLIC', lifecycleState: 'PUBLISHED', isReshareDisabledByAuthor: false },
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...more,
  };
}

/** Registers a picture of the owner. */
export function registerImage(sandbox: Sandbox, headers: Record<string, string>): Promise<Answer> {
  const url = `${sandbox.url}/linkedin/rest/images?action=initializeUpload`;
  return send(url, 'POST', { initializeUploadRequest: { owner: author } }, headers);
}

/** Registers and uploads a picture of the owner. @returns The picture's URN. */
export async function uploadImage(sandbox: Sandbox, headers: Record<string, string>, data: Buffer): Promise<string> {
  const { body } = await registerImage(sandbox, headers);
  const { authorization = '' } = headers;
  const file = { method: 'PUT', headers: { authorization }, body: new Uint8Array(data) };
  expect(await call(textAt(body, 'value', 'uploadUrl'), file)).toMatchObject({ status: 201, text: '' });
  return textAt(body, 'value', 'image');
}
