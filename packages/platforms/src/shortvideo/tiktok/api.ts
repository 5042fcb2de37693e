import type { CallContext, ConnectedAccount } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { brokenAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import type { PlatformError } from '../../platform-error.ts';
import { tiktokDialect } from './errors.ts';

/** Bases, filled in. */
export interface TiktokApi {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}

/** Who calls, and within which limits. */
export interface Session {
  readonly account: Pick<ConnectedAccount, 'accessToken' | 'username'>;
  readonly call: CallContext;
}

export interface TiktokRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the API's base. */
  readonly path: string;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly effect: NetworkRequest['effect'];
}

/** A success: what is in the envelope. */
export interface TiktokAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** What to throw when `data` lacks what it must have. */
  readonly broken: () => PlatformError;
}

/** One call as an account. @throws PlatformError also for refusals that come with status 200 */
export async function callTiktok(
  { apiUrl }: Pick<TiktokApi, 'apiUrl'>,
  { method, path, json, effect }: TiktokRequest,
  { account, call }: Session,
): Promise<TiktokAnswer> {
  const answer = await send(
    tiktokDialect,
    {
      method,
      url: new URL(`${apiUrl}${path}`),
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...(method === 'POST' && { 'content-type': 'application/json; charset=UTF-8' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      effect,
      secrets: [account.accessToken],
    },
    call,
  );
  const broken = (): PlatformError => brokenAnswer(tiktokDialect, { effect }, answer.status);
  const data = asRecord(answer.body?.['data']);
  if (!data || asRecord(answer.body?.['error'])?.['code'] !== 'ok') throw broken();
  return { data, broken };
}

/** Public address of a post, or of the account's page where the network names no post. */
export function postUrl({ oauthUrl }: TiktokApi, username: string, postId: string | null): string {
  const page = `${oauthUrl}/@${encodeURIComponent(username)}`;
  return postId === null ? page : `${page}/video/${postId}`;
}
