import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlOf } from '../../addresses.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../errors.ts';
import { LINGER_MS } from './body-limit.ts';

/** Starts to listen. @returns the URL of the listener @throws ConfigError when the server cannot use the host or port */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return urlOf(host, actual);
}

/**
 * Returns a function that stops listening, waits for the requests under way, and closes every other connection. Call this
 * before the server listens, so that no request is missed.
 */
export function createClosing(server: Server): () => Promise<void> {
  let underWay = 0;
  let isClosing = false;
  // Node counts an unused connection as busy, and keeps a connection whose last answer went out after `close`.
  const closeWhenIdle = () => {
    if (isClosing && underWay === 0) server.closeAllConnections();
  };
  server.on('request', (request, response) => {
    underWay += 1;
    response.once('close', async () => {
      await bodyHasEnded(request);
      underWay -= 1;
      closeWhenIdle();
    });
  });
  return async () => {
    isClosing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    closeWhenIdle();
    await closed;
  };
}

/** Waits for the rest of the body. A client that still sends would lose its answer if the connection closed at once. */
async function bodyHasEnded(request: IncomingMessage): Promise<void> {
  if (request.complete || request.socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, LINGER_MS);
    request.once('end', end);
    request.socket.once('close', end);
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
