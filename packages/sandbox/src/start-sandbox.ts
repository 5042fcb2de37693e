import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworksProxy } from './as-networks/networks-proxy.ts';
import { describeAddress } from './client/connect-sandbox.ts';
import type { Sandbox } from './client/sandbox.ts';
import { createGeneration, type Generation } from './generation.ts';
import type { Snapshot } from './persistence/snapshot.ts';
import { type SavedState, StateFolder } from './persistence/state-folder.ts';
import { StateWriter } from './persistence/state-writer.ts';
import { rememberOrigin } from './server/own-origin.ts';
import { type NetworkId, networkIds } from './world/network-ids.ts';

/** Long enough that a busy client does not write to a connection that was closed in the meantime. */
const KEEP_ALIVE_MS = 125_000;

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /** TCP port; 0 picks a free one. The default is the port of the last sandbox in `dataDir`, else 0. */
  readonly port?: number;
  /**
   * A folder that keeps accounts, apps, tokens, posts and settings for the next sandbox. Faults and the request log are not
   * kept. A crash may lose the last quarter of a second, or the last few seconds when there are very many posts. Only one
   * sandbox can use a folder at a time.
   */
  readonly dataDir?: string;
  /** Empties `dataDir` first, except for the port. */
  readonly reset?: boolean;
  /** A loopback address, `127.0.0.1` by default. */
  readonly host?: string;
  /** Also gives each network its own port, for clients that can only replace the origin. */
  readonly origins?: boolean;
  /** Authorize pages redirect back at once instead of asking a person, also after a reset. */
  readonly autoApprove?: boolean;
  /** Milliseconds since the epoch; the system's clock by default. Delays of faults run in real time. */
  readonly clock?: () => number;
  /** Also starts a proxy that sends calls to the networks' own host names here, for clients that take no other address. */
  readonly asNetworks?: boolean;
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/**
 * Starts the networks in this process, with the seeded accounts and posts. A process may run several sandboxes, which share
 * nothing.
 *
 * @throws {RangeError} For a host that is not a loopback address.
 * @throws {Error} The operating system's error when the port is taken, or one that says why `dataDir` cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1' } = options;
  if (!loopbackHosts.includes(host)) {
    throw new RangeError(`the sandbox listens on loopback only: ${loopbackHosts.join(', ')}`);
  }
  const folder = options.dataDir === undefined ? undefined : new StateFolder(options.dataDir);
  try {
    return await startIn(folder, { ...options, host });
  } catch (error) {
    folder?.unlock();
    throw error;
  }
}

async function startIn(
  folder: StateFolder | undefined,
  options: SandboxOptions & { readonly host: string },
): Promise<Sandbox> {
  const { host, clock = Date.now, autoApprove } = options;
  const saved: Partial<SavedState> | undefined = options.reset ? folder?.empty() : folder?.read();
  let url = '';
  const begin = (snapshot?: Snapshot): Generation =>
    createGeneration({
      now: clock,
      settings: autoApprove === undefined ? {} : { autoApprove },
      url: () => url,
      reset: () => (generation = begin()),
      changed: () => writer?.schedule(),
      ...(snapshot && { snapshot }),
    });
  let generation = begin(saved?.snapshot);
  const writer =
    folder && new StateWriter(folder, () => ({ port: Number(new URL(url).port), snapshot: generation.takeSnapshot() }));
  const answer: RequestListener = (request, response) => {
    generation.listener(request, response);
  };
  const servers: Server[] = [];
  let proxy: NetworksProxy | undefined;
  const end = async () => {
    await Promise.all([proxy?.close(), ...servers.map(stop)]);
    if (url === '') return;
    writer?.close();
    folder?.unlock();
  };
  let ending: Promise<void> | undefined;
  const close = () => (ending ??= end());
  try {
    const main = await listen(answer, { port: options.port ?? saved?.port ?? 0, host });
    servers.push(main);
    url = addressOf(main);
    writer?.write();
    const origins: Partial<Record<NetworkId, string>> = {};
    for (const id of options.origins ? networkIds : []) {
      const own = await listen(prefixed(id, answer), { port: 0, host });
      servers.push(own);
      origins[id] = addressOf(own);
      rememberOrigin(own, addressOf(own));
    }
    if (options.asNetworks) {
      const { startNetworksProxy } = await import('./as-networks/networks-proxy.ts');
      proxy = await startNetworksProxy((id) => prefixed(id, answer));
    }
    const asNetworks = proxy && { proxyUrl: proxy.url, environment: proxy.environment };
    return { ...describeAddress(url), origins, asNetworks, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts a network's prefix before every path. */
function prefixed(id: NetworkId, listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = `/${id}${request.url ?? '/'}`;
    listener(request, response);
  };
}

function listen(listener: RequestListener, at: { port: number; host: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
    server.once('error', reject);
    server.listen(at.port, at.host, () => resolve(server));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
