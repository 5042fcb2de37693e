import { type IncomingMessage, request, type ServerResponse } from 'node:http';

interface RelayOptions {
  /** Address without a path. */
  readonly target: string;
  /** The `Host` header that the target gets; the target's own when left out. */
  readonly host?: string | undefined;
  /** Changes the `Location` header of an answer. */
  readonly rewriteLocation?: (location: string) => string;
}

/** Passes a request on as it comes in, and the answer as it comes back. When one side breaks off, so does the other. */
export function relay(
  incoming: IncomingMessage,
  response: ServerResponse,
  { target, host = new URL(target).host, rewriteLocation = (location) => location }: RelayOptions,
): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const outgoing = request(`${target}${url}`, { method, headers: { ...headers, host } });
  outgoing.on('response', (answer) => {
    const { location } = answer.headers;
    const changed = location === undefined ? {} : { location: rewriteLocation(location) };
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...changed });
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.on('error', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
