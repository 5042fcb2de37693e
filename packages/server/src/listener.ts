import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './errors.ts';

/** Listens and returns the address. @throws ConfigError when the port or host cannot be had */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return addressOf(host, actual);
}

/** The address of a listener, as a URL spells it. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Takes no new connection and waits for the answers under way. */
export async function closeListener(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError('SOCIAL_PORT', `${port} is in use; stop the other program or choose another port`, error);
  }
  if (error.code === 'EACCES')
    return new ConfigError('SOCIAL_PORT', `${port} needs more rights; use one above 1023`, error);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError('SOCIAL_HOST', `${host} is not an address of this machine`, error);
  }
  return error;
}
