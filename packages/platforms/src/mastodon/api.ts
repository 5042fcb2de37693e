import type { DriverOptions, RegisteredApp, TokenSession } from '../driver.ts';
import { asRecord, asString, parseLosslessJson } from '../http/lossless-json.ts';
import { type NetworkAnswer, send, sendWithToken, type TokenRequest } from '../http/network-client.ts';
import { mastodonDialect } from './errors.ts';

/** Ids are digits, ULIDs or other letters, as the software chooses. */
export const MASTODON_ID = /^[\w-]{1,64}$/;

/** One server, and the way to it. */
export interface MastodonApi extends Pick<DriverOptions, 'through'> {
  /** Base of the server, without a trailing slash. */
  readonly apiUrl: string;
}

/** The parts of a grant: the token, and the app that may end it. A pasted token has no app. */
export interface MastodonGrant {
  readonly token: string;
  readonly app: RegisteredApp | null;
}

/** Writes a grant as the text that the rest of the product keeps as the access or refresh token. */
export function writeGrant({ token, app }: MastodonGrant): string {
  return JSON.stringify({ token, ...app });
}

/** Reads a text of `writeGrant`. */
export function readGrant(text: string): MastodonGrant {
  const grant = asRecord(parseLosslessJson(text));
  const [clientId, clientSecret] = [asString(grant?.['clientId']), asString(grant?.['clientSecret'])];
  return {
    token: asString(grant?.['token']) ?? '',
    app: clientId !== null && clientSecret !== null ? { clientId, clientSecret } : null,
  };
}

/** One call of the client API. */
export interface MastodonRequest extends Omit<TokenRequest, 'url' | 'through'> {
  /** Path below the base, with user input already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends one request as an account. @throws PlatformError */
export function callMastodon(
  { apiUrl, through }: MastodonApi,
  { path, query = {}, ...request }: MastodonRequest,
  { account, call }: TokenSession,
): Promise<NetworkAnswer> {
  const url = new URL(`${apiUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const { token, app } = readGrant(account.accessToken);
  const secrets = [...(app ? [app.clientSecret] : []), ...(request.secrets ?? [])];
  return sendWithToken(
    mastodonDialect,
    { ...request, url, through, secrets },
    { account: { accessToken: token }, call },
  );
}

/** Asks the server something that it tells everybody. @throws PlatformError */
export function askMastodon(
  { apiUrl, through }: MastodonApi,
  { path, answers }: { readonly path: string; readonly answers?: readonly number[] },
  call: TokenSession['call'],
): Promise<NetworkAnswer> {
  const request = { method: 'GET', url: new URL(`${apiUrl}${path}`), headers: { accept: 'application/json' } };
  return send(mastodonDialect, { ...request, effect: 'none', secrets: [], through, ...(answers && { answers }) }, call);
}
