import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { vi } from 'vitest';

/** A server on loopback that hands out media, good and bad. */
export interface MediaServer extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly seen: string[];
}

export type MediaHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that answers every path with its handler, and others with 404. */
export async function startMediaServer(handlers: Readonly<Record<string, MediaHandler>>): Promise<MediaServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://media.example');
    seen.push(pathname);
    const handler = handlers[pathname];
    if (handler) handler(request, response);
    else response.writeHead(404).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends bytes as a complete answer. */
export function sends(bytes: Buffer | string, headers: Record<string, string> = {}, status = 200): MediaHandler {
  return (_request, response) => {
    response.writeHead(status, headers).end(bytes);
  };
}

/** Answers with a redirect. */
export function redirects(location: string | undefined, status = 302): MediaHandler {
  return sends('', location === undefined ? {} : { location }, status);
}

/** Records every TCP connection that this process begins, as host:port and including TLS, until it is disposed of. */
export function watchConnections(): AsyncDisposable & { begun(): string[] } {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  return {
    [Symbol.asyncDispose]: async () => void connect.mockRestore(),
    begun: () =>
      connect.mock.calls.map(([first]: unknown[]) => {
        const [options] = (Array.isArray(first) ? first : [first]) as { host?: string; port?: number | string }[];
        return `${options?.host}:${options?.port}`;
      }),
  };
}
