import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { networkAt } from '../networks/host-names.ts';
import type { NetworkId } from '../world/network-ids.ts';
import { type Authority, createAuthority } from './authority.ts';
import { originalHost, rememberHost } from './original-host.ts';

/** Names under which programs read the file with the certificate. */
const CERTIFICATE_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'HTTPLIB2_CA_CERTS'];

/** A running proxy that sends calls to the networks' own host names to a sandbox. */
export interface NetworksProxy {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Environment variables for programs that use the proxy. One names a file that is deleted when the proxy closes. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts an HTTPS proxy on loopback. It opens no connection: the listener answers requests to a network, and every other
 * request is refused.
 *
 * @param listenerOf Returns the listener for a network's requests, whose paths are the network's own.
 */
export async function startNetworksProxy(listenerOf: (network: NetworkId) => RequestListener): Promise<NetworksProxy> {
  const authority = await createAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'social-sandbox-ca-'));
  const certificateFile = join(folder, 'ca.pem');
  await writeFile(certificateFile, authority.certificate, { mode: 0o600 });
  const sockets = new Set<Socket>();
  const inner = createServer((request, response) => answerAsNetwork(listenerOf, request, response));
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
      ...Object.fromEntries(CERTIFICATE_VARIABLES.map((name) => [name, certificateFile])),
    },
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, rm(folder, { recursive: true, force: true })]);
    },
  };
}

/** Sets both spellings: programs differ in the one they read first, and both have to override the shell's. */
function proxyVariables(url: string): Readonly<Record<string, string>> {
  const direct = '127.0.0.1,localhost,::1';
  return { HTTPS_PROXY: url, https_proxy: url, HTTP_PROXY: url, http_proxy: url, NO_PROXY: direct, no_proxy: direct };
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
  rememberHost(secured, hostname);
  inner.emit('connection', secured);
}

/** Chooses the network by the host of the tunnel, so that no Host header reaches another network. */
function answerAsNetwork(
  listenerOf: (network: NetworkId) => RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const host = originalHost(request) ?? '';
  const network = networkAt(host);
  if (network === undefined) {
    refusePlain(response);
    return;
  }
  request.headers.host = host;
  listenerOf(network)(request, response);
}

function refuseTunnel(socket: Socket, target: string): void {
  const sentence = `This proxy takes calls to the networks' own host names, and ${target} is not one of them. Nothing was sent.\n`;
  const head = ['HTTP/1.1 502 Bad Gateway', 'content-type: text/plain; charset=utf-8', 'connection: close'];
  socket.end(`${[...head, `content-length: ${Buffer.byteLength(sentence)}`].join('\r\n')}\r\n\r\n${sentence}`);
}

function refusePlain(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(
    "This proxy takes calls to https addresses of the networks' own host names, and no others. Nothing was sent.\n",
  );
}
