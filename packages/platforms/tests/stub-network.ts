import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One answer of the stub. */
export interface StubReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request as it arrived. */
interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface StubNetwork extends AsyncDisposable {
  readonly url: string;
  readonly requests: StubRequest[];
  /** Every further request is answered so; a function writes the answer itself. */
  reply: StubReply | ((response: ServerResponse, request: StubRequest) => void);
}

/** A real HTTP server that answers whatever a test wants: for answers that no sandbox gives. */
export async function startStubNetwork(): Promise<StubNetwork> {
  const stub: { requests: StubRequest[]; reply: StubNetwork['reply'] } = { requests: [], reply: { status: 500 } };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      stub.requests.push(request);
      if (typeof stub.reply === 'function') return stub.reply(response, request);
      const { status, body = '' } = stub.reply;
      response.writeHead(status, { 'content-type': 'application/json', ...stub.reply.headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  return Object.assign(stub, {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** The error a promise ends in; a success is a mistake of the test. */
export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => Promise.reject(new Error(`expected a failure, got ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
}
