import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { networkAt } from '../networks/host-names.ts';
import type { NetworkId } from '../world/network-ids.ts';
import { type Authority, createAuthority } from './authority.ts';
import { rememberHost } from './led-requests.ts';

/** A running proxy that leads the networks' own host names to a sandbox. */
export interface NetworksProxy {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** What programs need in their environment to go through the proxy; names a file that goes when the proxy closes. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts an HTTPS proxy on loopback. It opens no connection to anywhere: what is meant for a network is answered by the
 * listener, and everything else is refused.
 *
 * @param listenerOf Answers a network's requests, whose paths are as the network's own.
 */
export async function startNetworksProxy(listenerOf: (network: NetworkId) => RequestListener): Promise<NetworksProxy> {
  const authority = await createAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'social-sandbox-ca-'));
  const certificateFile = join(folder, 'ca.pem');
  await writeFile(certificateFile, authority.certificate, { mode: 0o600 });
  const sockets = new Set<Socket>();
  const inner = createServer((request, response) => answerLed(listenerOf, request, response));
  const proxy = createServer((_request, response) => refusePlain(response));
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  proxy.on('connect', (request, socket, head) => {
    connect({ authority, inner, target: request.url ?? '', socket: socket as Socket, head });
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url,
    environment: {
      ...proxyVariables(url),
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: certificateFile,
      SSL_CERT_FILE: certificateFile,
    },
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, rm(folder, { recursive: true, force: true })]);
    },
  };
}

/** Programs read either spelling, some first the one and some the other, so that both replace what the shell has. */
function proxyVariables(url: string): Readonly<Record<string, string>> {
  const direct = '127.0.0.1,localhost,::1';
  return {
    ...{ HTTPS_PROXY: url, https_proxy: url, HTTP_PROXY: url, http_proxy: url },
    ...{ NO_PROXY: direct, no_proxy: direct },
  };
}

function connect(options: {
  authority: Authority;
  inner: ReturnType<typeof createServer>;
  target: string;
  socket: Socket;
  head: Buffer;
}): void {
  const { authority, inner, target, socket, head } = options;
  const { hostname = '', port } = URL.parse(`https://${target}`) ?? {};
  if (networkAt(hostname) === undefined || (port !== undefined && port !== '' && port !== '443')) {
    refuseTunnel(socket, target);
    return;
  }
  const secureContext = authority.contextFor(hostname);
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  socket.unshift(head);
  const secured = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
  secured.on('error', () => secured.destroy());
  hostOf.set(secured, hostname);
  inner.emit('connection', secured);
}

const hostOf = new WeakMap<Socket, string>();

/** The host of the tunnel counts, so that no Host header leads to another network. */
function answerLed(
  listenerOf: (network: NetworkId) => RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const host = hostOf.get(request.socket) ?? '';
  const network = networkAt(host);
  if (network === undefined) {
    refusePlain(response);
    return;
  }
  request.headers.host = host;
  rememberHost(request, host);
  listenerOf(network)(request, response);
}

function refuseTunnel(socket: Socket, target: string): void {
  const sentence = `This proxy leads the networks' own host names to the sandbox, and ${target} is none of them. Nothing was sent.\n`;
  const head = ['HTTP/1.1 502 Bad Gateway', 'content-type: text/plain; charset=utf-8', 'connection: close'];
  socket.end(`${[...head, `content-length: ${Buffer.byteLength(sentence)}`].join('\r\n')}\r\n\r\n${sentence}`);
}

function refusePlain(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(
    "This proxy leads https addresses of the networks' own host names to the sandbox, and no other. Nothing was sent.\n",
  );
}
