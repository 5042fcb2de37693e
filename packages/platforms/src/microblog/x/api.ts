import type { CallContext, ConnectedAccount } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { brokenAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { PlatformError } from '../../platform-error.ts';
import { xDialect } from './errors.ts';

/** Ids are snowflakes: digits, up to 19 of them. */
export const X_ID = /^[0-9]{1,19}$/;

/** One call to the API. */
export interface XRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base, with what a user gave already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: FormData;
  readonly effect: NetworkRequest['effect'];
}

/** A success: `data` is an object or a list; `body` the whole answer. */
export interface XAnswer {
  readonly data: unknown;
  /** What to throw when `data` lacks what it must have. */
  readonly broken: () => PlatformError;
}

/** Sends one request as an account. Success without `data` but with `errors` means that the target does not exist. */
export async function callX(
  apiUrl: string,
  request: XRequest,
  { account, call }: { readonly account: Pick<ConnectedAccount, 'accessToken'>; readonly call: CallContext },
): Promise<XAnswer> {
  const url = new URL(`${apiUrl}${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  const { method, effect, json, form } = request;
  const body = form ?? (json && JSON.stringify(json));
  const answer = await send(
    xDialect,
    {
      method,
      url,
      headers: { authorization: `Bearer ${account.accessToken}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      ...(form && { isUpload: true }),
      effect,
      secrets: [account.accessToken],
    },
    call,
  );
  const broken = (): PlatformError => brokenAnswer(xDialect, { effect }, answer.status);
  if (!answer.body) throw broken();
  const { data, errors } = answer.body;
  if (data === undefined && Array.isArray(errors) && errors.length > 0) throw notFound(answer.status, errors);
  return { data, broken };
}

/** The path segment of an id, refused before anything is sent when it is none. */
export function idSegment(id: string): string {
  if (X_ID.test(id)) return id;
  throw new PlatformError('microblog', {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'ids of this network are numbers of at most 19 digits; check the id',
  });
}

function notFound(status: number, errors: readonly unknown[]): PlatformError {
  const resource = asRecord(errors[0])?.['resource_type'];
  const noun =
    resource === 'user' ? 'account' : resource === 'tweet' || resource === 'post' ? 'post' : 'post or account';
  return new PlatformError('microblog', {
    kind: 'not-found',
    code: 'network_not_found',
    message: `the network has no such ${noun}, or does not show it to the connected account; check the id or name`,
    status,
    upstreamCode: 'resource-not-found',
  });
}
