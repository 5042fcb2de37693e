import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export interface AnsweringServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A real HTTP server that answers with the given replies in turn, the last one for all further requests. */
export async function startAnsweringServer(...replies: Reply[]): Promise<AnsweringServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body };
    seen.push(one);
    replies[Math.min(seen.length, replies.length) - 1]?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export function failure(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return json(status, { error: `about ${code}`, code, requestId: 'req-1' }, headers);
}

export function html(status: number): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  };
}

/** Takes the whole request, then cuts the connection. */
export const acceptThenReset: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

/** Announces more than it sends. */
export const halfAnAnswer: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":');
  setTimeout(() => response.socket?.destroy(), 20);
};

export const neverAnswer: Reply = () => {};

export const POST = {
  id: '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69',
  text: 'hello',
  platforms: ['profnet'],
  status: 'published',
  outcome: 'published',
  createdAt: '2026-11-20T14:02:11.204Z',
  updatedAt: '2026-11-20T14:02:11.204Z',
  profile: 'default',
  credits: 1,
  platformResults: {},
};
