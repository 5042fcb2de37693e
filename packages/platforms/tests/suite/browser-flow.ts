import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { ConnectedAccount, OAuthCapability, PlatformDriver, TokenSet } from '../../src/index.ts';

export const REDIRECT_URI = 'http://127.0.0.1:9/api/auth/callback';

export interface Connection {
  readonly account: ConnectedAccount;
  readonly tokens: TokenSet;
}

/** The browser flow that every driver of this suite has. */
export function oauthOf(driver: PlatformDriver): OAuthCapability {
  if (!driver.oauth) throw new Error(`${driver.network} has no browser flow`);
  return driver.oauth;
}

/** The exchange of a code. */
type CodeExchange = Parameters<OAuthCapability['exchangeCode']>[0];

/** Sends the "browser" to the authorize page, which sends it straight back. Registers an app where the driver does that. */
export async function authorize(
  driver: PlatformDriver,
  codeVerifier = randomBytes(32).toString('base64url'),
): Promise<CodeExchange> {
  const state = randomBytes(16).toString('base64url');
  const oauth = oauthOf(driver);
  const app = await oauth.registerApp?.({ redirectUri: REDIRECT_URI }, {});
  const request = { redirectUri: REDIRECT_URI, state, codeVerifier, ...(app && { app }) };
  const { url, codeVerifier: kept = codeVerifier } = await oauth.beginSignIn(request, {});
  const response = await fetch(url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? 'missing:');
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
  expect(back.searchParams.get('state')).toBe(state);
  const issuer = back.searchParams.get('iss');
  const code = back.searchParams.get('code') ?? '';
  return { code, redirectUri: REDIRECT_URI, codeVerifier: kept, ...(issuer !== null && { issuer }) };
}

/** Connects the account that the sandbox authorizes automatically. */
export async function connectAccount(driver: PlatformDriver): Promise<Connection> {
  const oauth = oauthOf(driver);
  const tokens = await oauth.exchangeCode(await authorize(driver), {});
  const [option] = await oauth.listAccounts(tokens.accessToken, {});
  if (!option) throw new Error('no account was offered');
  const { accountId, username, accountUrn } = option;
  const { accessToken } = (await oauth.accountTokens?.(accountId, tokens, {})) ?? tokens;
  return { account: { accountId, username, accountUrn, accessToken }, tokens };
}
