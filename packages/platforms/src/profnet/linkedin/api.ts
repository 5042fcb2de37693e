import type { CallContext, ConnectedAccount } from '../../driver.ts';
import { brokenAnswer, type NetworkAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { PlatformError } from '../../platform-error.ts';
import { linkedinDialect } from './errors.ts';

/** URN of a post: what a create call answers, and what deleting and resharing take. */
export const POST_URN = /^urn:li:(?:share|ugcPost):\d{1,30}$/;

/** Bases and version, filled in. */
export interface LinkedinApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly apiVersion: string;
}

export interface LinkedinRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query below the API's base. */
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly restliMethod?: 'CREATE' | 'DELETE';
  readonly effect: NetworkRequest['effect'];
}

/** One call to the versioned API, as an account. */
export async function callLinkedin(
  api: LinkedinApi,
  request: LinkedinRequest,
  { account, call }: { readonly account: ConnectedAccount; readonly call: CallContext },
): Promise<NetworkAnswer & { readonly broken: () => PlatformError }> {
  const { method, path, json, restliMethod, effect } = request;
  const headers = {
    authorization: `Bearer ${account.accessToken}`,
    'linkedin-version': api.apiVersion,
    'x-restli-protocol-version': '2.0.0',
    'content-type': 'application/json',
    ...(restliMethod && { 'x-restli-method': restliMethod }),
  };
  const answer = await send(
    linkedinDialect,
    {
      method,
      url: new URL(`${api.apiUrl}${path}`),
      headers,
      ...(json && { body: JSON.stringify(json) }),
      effect,
      secrets: [account.accessToken],
    },
    call,
  );
  return { ...answer, broken: () => brokenAnswer(linkedinDialect, { effect }, answer.status) };
}

/** The URN under which an account publishes. */
export function authorUrn(account: ConnectedAccount): string {
  return account.accountUrn ?? `urn:li:person:${account.accountId}`;
}

/** Refuses what is no post URN before anything is sent. */
export function checkedPostUrn(urn: string): string {
  if (POST_URN.test(urn)) return urn;
  throw new PlatformError('profnet', {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'posts of this network are named like urn:li:share:7141138937766391808; check the URN',
  });
}

/** Public address of a post. */
export function postUrl({ oauthUrl }: LinkedinApi, urn: string): string {
  return `${oauthUrl}/feed/update/${urn}/`;
}
