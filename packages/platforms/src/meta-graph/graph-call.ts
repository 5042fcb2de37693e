import type { PlatformId } from '@social/types';
import type { CallContext } from '../driver.ts';
import { asRecord, asString } from '../http/lossless-json.ts';
import { brokenAnswer, type NetworkRequest, send } from '../http/network-client.ts';
import { PlatformError } from '../platform-error.ts';
import type { GraphDialects } from './graph-rules.ts';

const MAX_PAGES = 50;

/** Ids of the Graph are digits. */
export const GRAPH_ID = /^\d{1,30}$/;

/** One Graph: its base without a trailing slash, its version, and what its refusals mean. */
export interface GraphApi {
  readonly apiUrl: string;
  readonly apiVersion: string;
  readonly dialects: GraphDialects;
}

/** One call to the Graph. */
export interface GraphRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the version, with what a user gave already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: FormData;
  readonly effect: NetworkRequest['effect'];
  /** Values besides the token that must never appear in a message. */
  readonly secrets?: readonly string[];
}

/** Whose token a call carries, and its limits. */
export interface GraphSession {
  readonly accessToken: string;
  readonly call: CallContext;
}

/** A success that holds a JSON object. */
export interface GraphAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** What to throw when the body lacks what it must have. */
  readonly broken: () => PlatformError;
}

/** Sends one request with its token in a header, never in the address. @throws PlatformError */
export function callGraph(api: GraphApi, request: GraphRequest, session: GraphSession): Promise<GraphAnswer> {
  const url = new URL(`${api.apiUrl}/${api.apiVersion}${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  return callAddress(api, { ...request, url }, session);
}

/**
 * The entries of a list, page after page. The address of a next page is used only where it is the API's own: it is called
 * with the token.
 */
export async function readGraphList(
  api: GraphApi,
  request: Pick<GraphRequest, 'path' | 'query'>,
  session: GraphSession,
): Promise<{ readonly entries: readonly Readonly<Record<string, unknown>>[]; readonly broken: () => PlatformError }> {
  const get = { method: 'GET', effect: 'none', path: request.path } as const;
  const entries: Readonly<Record<string, unknown>>[] = [];
  let answer = await callGraph(api, { ...get, ...request }, session);
  for (let page = 1; ; page += 1) {
    const { data, paging } = answer.body;
    if (!Array.isArray(data)) throw answer.broken();
    entries.push(...data.map(asRecord).filter((entry) => entry !== null));
    const next = nextPage(api, asString(asRecord(paging)?.['next']));
    if (!next || data.length === 0 || page === MAX_PAGES) return { entries, broken: answer.broken };
    answer = await callAddress(api, { ...get, url: next }, session);
  }
}

function nextPage({ apiUrl }: GraphApi, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  if (!url || url.origin !== new URL(apiUrl).origin || !url.href.startsWith(`${apiUrl}/`)) return null;
  url.searchParams.delete('access_token');
  return url;
}

async function callAddress(
  { dialects }: GraphApi,
  request: GraphRequest & { readonly url: URL },
  { accessToken, call }: GraphSession,
): Promise<GraphAnswer> {
  const { method, url, json, form, effect, secrets = [] } = request;
  const dialect = dialects.of(effect);
  const body = form ?? (json && JSON.stringify(json));
  const answer = await send(
    dialect,
    {
      method,
      url,
      headers: { authorization: `Bearer ${accessToken}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      ...(form && { isUpload: true }),
      effect,
      secrets: [accessToken, ...secrets],
    },
    call,
  );
  const broken = (): PlatformError => brokenAnswer(dialect, { effect }, answer.status);
  if (!answer.body) throw broken();
  return { body: answer.body, broken };
}

/** The path segment of an id, refused before anything is sent when it is none. */
export function graphIdSegment(platform: PlatformId, id: string): string {
  if (GRAPH_ID.test(id)) return id;
  throw new PlatformError(platform, {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'ids of this network are numbers; check the id',
  });
}
