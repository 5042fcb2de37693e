import { jsonFields } from '../../http/request-body.ts';
import type { Call } from '../../http/route.ts';

/** Parameters of a Graph call by name; each value is a text or JSON. */
export type GraphParams = Readonly<Record<string, unknown>>;

/** One parsed call to the Graph. */
export interface GraphRequest {
  readonly call: Call;
  /** The version, such as `v25.0`; null for a call without one. */
  readonly version: string | null;
  /** The path's segments after the version. */
  readonly segments: readonly string[];
  readonly params: GraphParams;
}

const versionPattern = /^v\d{1,2}\.\d$/;

/** Parses a call. Clients write double slashes, and mix query, form, JSON and multipart parameters. */
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

/** Returns the token of a call: an Authorization header with Bearer or OAuth, or `access_token`. */
export function readToken({ call, params }: Pick<GraphRequest, 'call' | 'params'>): string | null {
  const header = /^(?:Bearer|OAuth) (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return header ?? text(params, 'access_token') ?? null;
}

/** Returns a parameter as text, or `undefined` when it is absent. */
export function text(params: GraphParams, name: string): string | undefined {
  const value = params[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Reads a list: a JSON array, its text, or `name[0]`, `name[1]`, … of a form; each entry may be JSON in a text, too. */
export function list(params: GraphParams, name: string): readonly unknown[] {
  const value = parsed(params[name]);
  if (Array.isArray(value)) return value.map(parsed);
  const entries: unknown[] = [];
  while (params[`${name}[${entries.length}]`] !== undefined) entries.push(parsed(params[`${name}[${entries.length}]`]));
  return entries;
}

/** Picks the fields of an object that `fields` names, or the default ones without it, and always `id`. */
export function pickFields<Value>(
  object: Readonly<Record<string, Value>>,
  fields: string | undefined,
  byDefault: readonly string[],
): Record<string, Value> {
  const wanted = new Set(['id', ...(fields === undefined ? byDefault : topLevelNames(fields))]);
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted.has(name)));
}

/**
 * Returns the names of fields without what they contain: `id`, `picture` and `instagram_business_account` of
 * `id,picture.type(large),instagram_business_account{id,name}`, which may also be a JSON list.
 */
function topLevelNames(fields: string): string[] {
  let outer = /^\s*\[/.test(fields) ? list({ fields }, 'fields').join(',') : fields;
  while (/[({][^(){}]*[)}]/.test(outer)) outer = outer.replace(/[({][^(){}]*[)}]/g, '');
  return outer.split(',').map((name) => name.trim().replace(/\..*$/, ''));
}

function readParams({ query, body }: Call): GraphParams {
  const inQuery = Object.fromEntries(query);
  if (body.kind === 'form' || body.kind === 'multipart') return { ...inQuery, ...body.fields };
  return { ...inQuery, ...jsonFields(body) };
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
