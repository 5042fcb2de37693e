import type { Call, Reply, Route } from '../../http/route.ts';
import type { Operation } from '../../world/operation.ts';
import { graphError } from './errors.ts';
import { type GraphRequest, readGraphRequest } from './request.ts';

/** One method of the Graph. */
export interface GraphEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Segments after the version; `*` matches any id. The first endpoint that matches answers. */
  readonly path: string;
  readonly operation: Operation | ((request: GraphRequest) => Operation);
  readonly handle: (request: GraphRequest) => Reply | Promise<Reply>;
}

const newestVersion = 26;

/**
 * The routes of a Graph. Its paths may have a version and double slashes, so one route per method takes every path that no
 * other route takes.
 *
 * @param page Returns the page for people at a path, or `undefined`.
 */
export function graphRoutes(
  endpoints: readonly GraphEndpoint[],
  page: (request: GraphRequest) => Reply | undefined = () => undefined,
): readonly Route[] {
  const find = (request: GraphRequest): GraphEndpoint | undefined =>
    endpoints.find(({ method, path }) => method === request.call.method && matches(path, request.segments));
  return (['GET', 'POST', 'DELETE'] as const).map((method) => ({
    method,
    path: '{/*path}',
    operation: (call) => {
      const request = readGraphRequest(call);
      if (page(request)) return undefined;
      const operation = find(request)?.operation ?? (method === 'GET' ? 'read' : 'action');
      return typeof operation === 'function' ? operation(request) : operation;
    },
    handle: (call) => {
      const request = readGraphRequest(call);
      return page(request) ?? (isLive(request) ? find(request)?.handle(request) : undefined) ?? unknownPath(call);
    },
  }));
}

export function unknownPath({ method, path }: Call): Reply {
  return graphError({
    code: 100,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. '${path}' does not exist or does not support this operation`,
  });
}

/** Returns true for versions up to the newest; calls to a version that was sunset get the oldest live one. */
function isLive({ version }: GraphRequest): boolean {
  const major = Number(version?.slice(1).split('.')[0] ?? newestVersion);
  return major <= newestVersion;
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const wanted = pattern.split('/');
  return wanted.length === segments.length && wanted.every((part, index) => part === '*' || part === segments[index]);
}
