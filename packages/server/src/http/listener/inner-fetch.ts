import { createServer, type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { on } from '@social/platforms/guarded';

/** Sends a request to this server without leaving the process. @param client address that the request counts for */
export type InnerFetch = (request: Request, client: string) => Promise<Response>;

const WITHOUT_BODY = [204, 205, 304];

/**
 * Makes a `fetch` that this process answers itself. Each request takes a pair of streams in memory instead of a socket, so that it
 * passes the same parser and the same middlewares as a request from outside.
 */
export function createInnerFetch(answer: RequestListener): InnerFetch {
  // Never listens: connections are handed to this server.
  const server = createServer({ requireHostHeader: false }, answer);
  return async (request, client) => {
    const body = Buffer.from(await request.arrayBuffer());
    const { pathname, search, host } = new URL(request.url);
    const [near, far] = duplexPair();
    server.emit('connection', Object.assign(far, { remoteAddress: client }));
    const headers = { ...Object.fromEntries(request.headers), Host: host, Connection: 'close' };
    const answered = Promise.withResolvers<IncomingMessage>();
    const sent = sendRequest(
      {
        createConnection: () => near,
        method: request.method,
        path: `${pathname}${search}`,
        headers,
        signal: request.signal,
      },
      answered.resolve,
    );
    on(sent, 'error', answered.reject);
    sent.end(body);
    return toResponse(await answered.promise);
  };
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (!WITHOUT_BODY.includes(status))
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}
