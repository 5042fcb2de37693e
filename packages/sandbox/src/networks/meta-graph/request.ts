import { isRecord } from '../../server/http/request-body.ts';
import type { Call } from '../network.ts';

/** Parameters of a Graph call: names, and values as they came, texts or JSON. */
export type GraphParams = Readonly<Record<string, unknown>>;

/** One call to the Graph, taken apart. */
export interface GraphRequest {
  readonly call: Call;
  /** `v25.0`; null for an unversioned call, which the oldest version answers. */
  readonly version: string | null;
  /** The path's segments after the version. */
  readonly segments: readonly string[];
  readonly params: GraphParams;
}

const versionPattern = /^v\d{1,2}\.\d$/;

/** Takes a call apart. Clients write double slashes, and mix query, form, JSON and multipart: everything counts. */
export function readGraphRequest(call: Call): GraphRequest {
  const segments = call.path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodeSegment(segment));
  const [first] = segments;
  const isVersioned = first !== undefined && versionPattern.test(first);
  return {
    call,
    version: isVersioned ? first : null,
    segments: isVersioned ? segments.slice(1) : segments,
    params: readParams(call),
  };
}

/** The token of a call: `access_token`, or an Authorization header with Bearer or OAuth. */
export function readToken({ call, params }: Pick<GraphRequest, 'call' | 'params'>): string | null {
  const header = /^(?:Bearer|OAuth) (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return header ?? text(params, 'access_token') ?? null;
}

/** A parameter as text; undefined where it is absent. */
export function text(params: GraphParams, name: string): string | undefined {
  const value = params[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A list: a JSON array, its text, or `name[0]`, `name[1]`, … of a form; each entry may itself be JSON in a text. */
export function list(params: GraphParams, name: string): readonly unknown[] {
  const value = parsed(params[name]);
  if (Array.isArray(value)) return value.map(parsed);
  const entries: unknown[] = [];
  while (params[`${name}[${entries.length}]`] !== undefined) entries.push(parsed(params[`${name}[${entries.length}]`]));
  return entries;
}

/** Of an object's fields those that `fields` names, with `id` always; all that are shown by default without it. */
export function pickFields<Value>(
  object: Readonly<Record<string, Value>>,
  fields: string | undefined,
  byDefault: readonly string[],
): Record<string, Value> {
  const wanted = new Set(['id', ...(fields === undefined ? byDefault : topLevelNames(fields))]);
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted.has(name)));
}

/** `id,picture.type(large),instagram_business_account{id,name}`, or a JSON list of the same, names `id`, `picture`, `instagram_business_account`. */
function topLevelNames(fields: string): string[] {
  let outer = /^\s*\[/.test(fields) ? list({ fields }, 'fields').join(',') : fields;
  while (/[({][^(){}]*[)}]/.test(outer)) outer = outer.replace(/[({][^(){}]*[)}]/g, '');
  return outer.split(',').map((name) => name.trim().replace(/\..*$/, ''));
}

function readParams({ query, body }: Call): GraphParams {
  const inQuery = Object.fromEntries(query);
  if (body.kind === 'form' || body.kind === 'multipart') return { ...inQuery, ...body.fields };
  return body.kind === 'json' && isRecord(body.value) ? { ...inQuery, ...body.value } : inQuery;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
