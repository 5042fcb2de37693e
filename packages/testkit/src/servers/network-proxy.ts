import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { close as closeServer, listen } from './local-server.ts';

/** One request that passed, and its answer. */
export interface ProxiedExchange {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly authorization: string;
  readonly requestBody: string;
  readonly status: number;
  readonly answerBody: string;
  /** Places in the order in which exchanges began and ended. */
  readonly begin: number;
  readonly end: number;
}

/** A request as a test decides about it. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** An answer in the network's place. */
export interface ProxyAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A proxy between a server and a sandbox that records what passes, and changes or replaces answers where a test wants that. */
export interface NetworkProxy extends AsyncDisposable {
  readonly url: string;
  /** Address that requests are passed on to. */
  target: string;
  readonly exchanges: readonly ProxiedExchange[];
  /** Answers in the network's place; undefined lets the request through. */
  intercept: (request: ProxiedRequest) => ProxyAnswer | undefined | Promise<ProxyAnswer | undefined>;
  /** Changes the network's own answer; undefined leaves it as it is. */
  rewrite: (request: ProxiedRequest, answerBody: string) => string | undefined;
  /** Returns true for a request that is passed on, and whose answer is lost: the connection is cut. */
  loses: (request: ProxiedRequest) => boolean;
  close(): Promise<void>;
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'content-encoding', 'keep-alive'];

/** Starts a proxy on a free port of 127.0.0.1; its target is set once the sandbox is known. */
export async function startNetworkProxy(): Promise<NetworkProxy> {
  const exchanges: ProxiedExchange[] = [];
  let places = 0;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    places += 1;
    const begin = places;
    const body = await readAll(request);
    const seen = { method, path, body: body.toString() };
    const own = await proxy.intercept(seen);
    const passed = { method, headers: request.headers, body };
    const answer = own ?? (await passOn(`${proxy.target}${path}`, passed).catch(() => null));
    // Where the network cut the connection, so does the proxy.
    if (answer === null || proxy.loses(seen)) return response.destroy();
    const { status = 200, headers = {} } = answer;
    const authorization = request.headers.authorization ?? '';
    const answerBody = own ? own.body : (proxy.rewrite(seen, Buffer.from(answer.body).toString()) ?? answer.body);
    const text = Buffer.from(answerBody).toString();
    places += 1;
    exchanges.push({
      method,
      path,
      authorization,
      requestBody: seen.body,
      status,
      answerBody: text,
      begin,
      end: places,
    });
    return response.writeHead(status, headers).end(answerBody);
  });
  const port = await listen(server);
  const close = () => closeServer(server);
  const proxy: NetworkProxy = {
    url: `http://127.0.0.1:${port}`,
    target: '',
    exchanges,
    intercept: () => undefined,
    rewrite: () => undefined,
    loses: () => false,
    close,
    [Symbol.asyncDispose]: close,
  };
  return proxy;
}

async function readAll(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function passOn(
  address: string,
  request: { method: string; headers: IncomingHttpHeaders; body: Buffer<ArrayBuffer> },
): Promise<ProxyAnswer> {
  const { method, body } = request;
  const entries = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const answer = await fetch(address, {
    method,
    redirect: 'manual',
    headers: entries.map(([name, value]) => [name, String(value)]),
    ...(body.length > 0 ? { body } : {}),
  });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name)));
  return { status: answer.status, headers, body: new Uint8Array(await answer.arrayBuffer()) };
}
