import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworksProxy } from '../as-networks/networks-proxy.ts';
import { describeAddress } from '../client/connect-sandbox.ts';
import type { Sandbox } from '../client/sandbox.ts';
import type { Snapshot } from '../kept/snapshot.ts';
import { type Kept, StateFolder } from '../kept/state-folder.ts';
import { StateKeeper } from '../kept/state-keeper.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import { createGeneration, type Generation } from './generation.ts';

/** A client that is busy for a while must not write into a connection that was closed meanwhile. */
const KEEP_ALIVE_MS = 125_000;

/** How to start a sandbox. */
export interface SandboxOptions {
  /** TCP port; 0 picks a free one, which is the default unless `dataDir` holds the port of an earlier start. */
  readonly port?: number;
  /**
   * A folder that keeps accounts, apps, tokens, posts and settings, so that the next sandbox there goes on with them. Faults
   * and the request log are not kept. What happened in the last quarter of a second before a crash may be lost, or in the
   * last seconds where there are very many posts. One sandbox uses a folder at a time.
   */
  readonly dataDir?: string;
  /** Empties `dataDir` first, except for the port. */
  readonly reset?: boolean;
  /** A loopback address, `127.0.0.1` by default. */
  readonly host?: string;
  /** Gives each network a port of its own, too, for clients that can only swap the origin. */
  readonly origins?: boolean;
  /** Authorize pages redirect straight back instead of asking a person, also after a reset. */
  readonly autoApprove?: boolean;
  /** Milliseconds since the epoch; the system's clock by default. Delays of faults run in real time. */
  readonly clock?: () => number;
  /** Starts a proxy, too, that leads the networks' own host names here, for clients that take no other address. */
  readonly asNetworks?: boolean;
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

/**
 * Starts the networks in this process, with the seeded accounts and nothing else. Sandboxes share nothing, so that a
 * process may run several.
 *
 * Throws a RangeError for a host that is not a loopback address, and what the operating system says when the port is taken.
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
    folder?.release();
    throw error;
  }
}

async function startIn(
  folder: StateFolder | undefined,
  options: SandboxOptions & { readonly host: string },
): Promise<Sandbox> {
  const { host, clock = Date.now, autoApprove } = options;
  const kept: Partial<Kept> | undefined = options.reset ? folder?.empty() : folder?.read();
  let url = '';
  const begin = (snapshot?: Snapshot): Generation =>
    createGeneration({
      now: clock,
      settings: autoApprove === undefined ? {} : { autoApprove },
      url: () => url,
      reset: () => (generation = begin()),
      changed: () => keeper?.touch(),
      ...(snapshot && { snapshot }),
    });
  let generation = begin(kept?.snapshot);
  const keeper =
    folder && new StateKeeper(folder, () => ({ port: Number(new URL(url).port), snapshot: generation.takeSnapshot() }));
  const answer: RequestListener = (request, response) => {
    generation.listener(request, response);
  };
  const servers: Server[] = [];
  let proxy: NetworksProxy | undefined;
  const close = async () => {
    const isFirst = servers.length > 0;
    await Promise.all([proxy?.close(), ...servers.splice(0).map(stop)]);
    proxy = undefined;
    if (!isFirst) return;
    if (url !== '') keeper?.close();
    folder?.release();
  };
  try {
    const main = await listen(answer, { port: options.port ?? kept?.port ?? 0, host });
    servers.push(main);
    url = addressOf(main);
    keeper?.write();
    const origins: Partial<Record<NetworkId, string>> = {};
    for (const id of options.origins ? networkIds : []) {
      const own = await listen(prefixed(id, answer), { port: 0, host });
      servers.push(own);
      origins[id] = addressOf(own);
    }
    if (options.asNetworks) {
      const { startNetworksProxy } = await import('../as-networks/networks-proxy.ts');
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
