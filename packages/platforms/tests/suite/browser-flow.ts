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

/** Sends the "browser" to the authorize page, which sends it straight back. */
export async function authorize(driver: PlatformDriver, codeVerifier: string): Promise<string> {
  const state = randomBytes(16).toString('base64url');
  const { url } = await oauthOf(driver).beginSignIn({ redirectUri: REDIRECT_URI, state, codeVerifier }, {});
  const response = await fetch(url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? 'missing:');
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
  expect(back.searchParams.get('state')).toBe(state);
  return back.searchParams.get('code') ?? '';
}

/** Connects the account that the sandbox authorizes automatically. */
export async function connectAccount(driver: PlatformDriver): Promise<Connection> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const code = await authorize(driver, codeVerifier);
  const oauth = oauthOf(driver);
  const tokens = await oauth.exchangeCode({ code, redirectUri: REDIRECT_URI, codeVerifier }, {});
  const [option] = await oauth.listAccounts(tokens.accessToken, {});
  if (!option) throw new Error('no account was offered');
  const { accountId, username, accountUrn } = option;
  const { accessToken } = (await oauth.accountTokens?.(accountId, tokens, {})) ?? tokens;
  return { account: { accountId, username, accountUrn, accessToken }, tokens };
}
