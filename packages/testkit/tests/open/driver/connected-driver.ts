import { randomBytes } from 'node:crypto';
import {
  type ConnectedAccount,
  findNetwork,
  isOpen,
  type OAuthCapability,
  type OpenNetwork,
  type OutgoingPost,
  PlatformError,
  type TokenSet,
} from '@social/platforms';
import type { BlueskyAccount, BlueskyServer } from '../../../src/servers/bluesky-server.ts';
import { consentTo } from '../consent.ts';

/** An account that a driver may use. */
export interface Connection {
  readonly account: ConnectedAccount;
  readonly tokens: TokenSet;
}

const REDIRECT_URI = 'http://127.0.0.1:9/api/auth/bluesky/callback';

/** The registration of the network. */
export function blueskyNetwork(): OpenNetwork {
  const network = findNetwork('bluesky');
  if (!network || !isOpen(network)) throw new Error('Bluesky is no open network');
  return network;
}

/** Makes the driver for a real server. */
export function createDriver({ url, plcUrl }: BlueskyServer) {
  const driver = blueskyNetwork().create({ clientId: '', clientSecret: '', apiUrl: url, plcUrl, resolverUrl: url });
  const { oauth, credential } = driver;
  if (!oauth || !credential) throw new Error('Bluesky has no sign-in');
  return { ...driver, oauth, credential };
}

export type BlueskyDriver = ReturnType<typeof createDriver>;

/** Connects by an app password, which the person has made in the settings of the account. */
export async function connectByPassword(
  { credential }: BlueskyDriver,
  { server, of }: { readonly server: BlueskyServer; readonly of: BlueskyAccount },
): Promise<Connection> {
  const connected = await credential.connect(
    { handle: of.handle, appPassword: await server.createAppPassword(of) },
    {},
  );
  if (!('account' in connected)) throw new Error('there is an account to choose');
  const { accountId, username, accountUrn } = connected.account;
  const { tokens } = connected;
  return { tokens, account: { accountId, username, accountUrn, accessToken: tokens.accessToken } };
}

type CodeExchange = Parameters<OAuthCapability['exchangeCode']>[0];

/**
 * Signs in on the consent page.
 * @param hinted account that the program expects; `by` when left out, null for none
 * @returns the exchange that completes the sign-in
 */
export async function authorize(
  { oauth }: BlueskyDriver,
  { by, hinted = by.did }: { readonly by: BlueskyAccount; readonly hinted?: string | null },
): Promise<CodeExchange> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const request = { redirectUri: REDIRECT_URI, state: 'state-1', codeVerifier, accountId: hinted };
  const signIn = await oauth.beginSignIn(request, {});
  const { searchParams } = new URL(await consentTo(signIn.url.href, by));
  const [code, issuer] = [searchParams.get('code') ?? '', searchParams.get('iss') ?? ''];
  return { code, issuer, redirectUri: REDIRECT_URI, codeVerifier: signIn.codeVerifier ?? codeVerifier };
}

/** Connects by signing in on the consent page. */
export async function connectInBrowser(driver: BlueskyDriver, by: BlueskyAccount): Promise<Connection> {
  const tokens = await driver.oauth.exchangeCode(await authorize(driver, { by }), {});
  return {
    tokens,
    account: { accountId: by.did, username: by.handle, accountUrn: null, accessToken: tokens.accessToken },
  };
}

/** The same account with the tokens of a renewal. */
export function renewedWith({ account }: Connection, tokens: TokenSet): Connection {
  return { tokens, account: { ...account, accessToken: tokens.accessToken } };
}

/** Makes a post of text. */
export function postOf(text: string, more: Partial<OutgoingPost> = {}): OutgoingPost {
  return { text, media: [], settings: {}, ...more };
}

/** Returns the kind of the error with which a call of a driver ends. */
export async function kindOfError(call: Promise<unknown>): Promise<PlatformError['kind'] | 'none'> {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (error instanceof PlatformError) return error.kind;
    throw error;
  }
}
