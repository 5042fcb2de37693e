import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, on, once } from '@social/platforms/guarded';
import { urlOf } from '../../addresses.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../errors.ts';
import { LINGER_MS } from '../replies/linger.ts';

/** Starts to listen. @returns the URL of the listener @throws ConfigError when the server cannot use the host or port */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    once(server, 'error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return urlOf(host, actual);
}

/**
 * Returns a function that ends the listener once some work and the requests under way have ended. Until then new requests still
 * arrive, so that a load balancer can ask for the server's health; those that have not ended by then are waited for too.
 * Call this before the server listens, so that no request is missed.
 */
export function createClosing(server: Server): (work: Promise<unknown>) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let onEnd: () => void = () => undefined;
  const end = (response: ServerResponse) => {
    underWay.delete(response);
    onEnd();
  };
  on(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    // Node takes it from a request whose body is no longer read.
    const { socket } = request;
    underWay.add(response);
    once(response, 'close', () => {
      if (request.complete || socket.destroyed) end(response);
      else void bodyHasEnded(request, socket).then(() => end(response));
    });
  });
  const untilEnded = (isWaitedFor: (response: ServerResponse) => boolean) =>
    new Promise<void>((resolve) => {
      onEnd = () => {
        if (![...underWay].some(isWaitedFor)) resolve();
      };
      onEnd();
    });
  return async (work) => {
    const begun = new Set(underWay);
    await Promise.all([work, untilEnded((response) => begun.has(response))]);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Node counts an unused connection as busy, and keeps a connection whose last answer went out after `close`.
    await untilEnded(() => true);
    server.closeAllConnections();
    await closed;
  };
}

/** Waits for the rest of the body. A client that still sends would lose its answer if the connection closed at once. */
async function bodyHasEnded(request: IncomingMessage, socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      // The connection may have many requests.
      forget();
      resolve();
    };
    const timer = after(LINGER_MS, end, socket);
    const forget = once(socket, 'close', end);
    once(request, 'end', end);
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const refuse = (setting: string, fix: string) => new ConfigError(setting, fix, error);
  switch (error.code) {
    case 'EADDRINUSE':
      return refuse('SOCIAL_PORT', `${port} is in use; stop the other program or choose another port`);
    case 'EACCES':
      return refuse('SOCIAL_PORT', `${port} needs more rights; use one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refuse('SOCIAL_HOST', `${host} is not an address of this machine`);
    default:
      return error;
  }
}
