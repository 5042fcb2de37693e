/** The operation takes an Idempotency-Key, so that repeating it is safe. */
export const TAKES_KEY = 1;
/** The operation takes a JSON body. */
const TAKES_BODY = 2;
/** The operation answers with text instead of JSON. */
export const ANSWERS_TEXT = 4;
/** The operation answers with a redirect, whose address is its result. */
export const ANSWERS_REDIRECT = 8;
/** The operation takes a file as its body. */
export const TAKES_FILE = 16;
/** The operation needs an API key, or the session of the dashboard. */
export const NEEDS_CREDENTIAL = 32;
/** The operation has no effect, although it is no GET. */
export const HAS_NO_EFFECT = 64;

/** Method, path template, flags, then the names of the query parameters. */
export type Operation = readonly [method: string, path: string, flags: number, ...queryNames: string[]];

/** Operations by tag and operationId, each as one line: `METHOD path flags queryName…`, or `METHOD path` alone. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads one line of the table. */
export function readOperation(line: string): Operation {
  const [method, path, flags = 0, ...queryNames] = line.split(' ') as [string, string, string?, ...string[]];
  return [method, path, +flags, ...queryNames];
}

/** The input of a call, split for the request. */
export interface RequestParts {
  readonly params: { readonly path: Record<string, unknown>; readonly query: Record<string, unknown> };
  readonly body?: unknown;
}

/**
 * Splits one flat input into path parameters, query and body.
 * @throws {TypeError} when a path parameter is missing, empty or would climb the path (`.` and `..`)
 */
export function splitInput([, path, flags, ...queryNames]: Operation, input: object = {}): RequestParts {
  const params: RequestParts['params'] = { path: {}, query: {} };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const place = path.includes(`{${name}}`) ? params.path : queryNames.includes(name) ? params.query : body;
    if (value !== undefined) place[name] = value;
  }
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    if (/^\.{0,2}$/.test(String(params.path[name] ?? '')))
      throw new TypeError(`${name} must be given and not be "." or ".."`);
  }
  if (flags & TAKES_FILE) {
    const { file } = body;
    const name = (file as { readonly name?: unknown } | undefined)?.name;
    // Files of browsers and of Node have names, other blobs have none.
    if (queryNames.includes('name') && typeof name === 'string') params.query['name'] ??= name;
    return { params, body: file };
  }
  return flags & TAKES_BODY ? { params, body } : { params };
}
