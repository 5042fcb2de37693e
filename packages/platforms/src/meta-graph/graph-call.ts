import type { PlatformId } from '@social/types';
import type { TokenSession } from '../driver.ts';
import { asRecord, asString, type JsonObject } from '../http/lossless-json.ts';
import { type NetworkAnswer, sendWithToken, type TokenRequest } from '../http/network-client.ts';
import { trustedUrl } from '../http/trusted-url.ts';
import { invalid } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import type { GraphDialects } from './graph-rules.ts';

const MAX_PAGES = 50;

/** Ids of the Graph are digits. */
export const GRAPH_ID = /^\d{1,30}$/;

/** One Graph: its base without a trailing slash, its version, and the meanings of its refusals. */
export interface GraphApi {
  readonly apiUrl: string;
  readonly apiVersion: string;
  readonly dialects: GraphDialects;
}

/** One call to the Graph. */
export interface GraphRequest extends Omit<TokenRequest, 'url' | 'headers'> {
  /** Path below the version, with user input already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** A success that holds a JSON object. */
export interface GraphAnswer extends Pick<NetworkAnswer, 'broken'> {
  readonly body: JsonObject;
}

/** The entries of a list, and the error for entries that lack what they must have. */
export interface GraphList extends Pick<NetworkAnswer, 'broken'> {
  readonly entries: readonly JsonObject[];
}

/** Sends one request with its token in a header, never in the address. @throws PlatformError */
export function callGraph(api: GraphApi, request: GraphRequest, session: TokenSession): Promise<GraphAnswer> {
  const { path, query = {}, ...rest } = request;
  const url = new URL(`${api.apiUrl}/${api.apiVersion}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return callAddress(api, { ...rest, url }, session);
}

/**
 * Reads the entries of a list, page after page. Follows the address of a next page only where it is the API's own, because
 * the request carries the token.
 */
export async function readGraphList(
  api: GraphApi,
  request: Pick<GraphRequest, 'path' | 'query'>,
  session: TokenSession,
): Promise<GraphList> {
  const get = { method: 'GET', effect: 'none' } as const;
  const entries: JsonObject[] = [];
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
  const url = trustedUrl(address, [apiUrl]);
  if (!url?.href.startsWith(`${apiUrl}/`)) return null;
  url.searchParams.delete('access_token');
  return url;
}

async function callAddress(api: GraphApi, request: TokenRequest, session: TokenSession): Promise<GraphAnswer> {
  const { body, broken } = await sendWithToken(api.dialects.of(request.effect), request, session);
  if (!body) throw broken();
  return { body, broken };
}

/** Returns the path segment of an id; refuses anything else before a request is sent. */
export function graphIdSegment(platform: PlatformId, id: string): string {
  if (GRAPH_ID.test(id)) return id;
  throw new PlatformError(platform, invalid('ids of this network are numbers; check the id'));
}
