import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Cuts the connection once so many bytes of bodies have passed in all; each place works once. */
  cutAt(...places: number[]): void;
}

/** Stands between a driver and a sandbox, whose own address it replaces in answers, and cuts connections on demand. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let passed = 0;
  let cuts: number[] = [];
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers, socket } = incoming;
    const upstream = request(`${target}${url}`, { method, headers });
    const cutOff = (): void => void socket.destroy();
    upstream.on('error', cutOff);
    upstream.on('response', (answer) => {
      const { location, ...rest } = answer.headers;
      const moved = location?.replaceAll(target, own);
      const headers = { ...rest, ...(moved && { location: moved }) };
      answer.on('close', () => answer.complete || cutOff());
      if (rest['content-type']?.includes('json')) return void sendMoved(answer, response, headers).catch(cutOff);
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
    });
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      const cut = cuts.find((place) => place > passed && place <= passed + chunk.length);
      if (cut === undefined) {
        passed += chunk.length;
        upstream.write(chunk);
        continue;
      }
      cuts = cuts.filter((place) => place !== cut);
      // What was before the cut arrives.
      upstream.write(chunk.subarray(0, cut - passed), () => {
        upstream.destroy();
        cutOff();
      });
      passed = cut;
      return;
    }
    upstream.end();
  };
  async function sendMoved(answer: IncomingMessage, response: ServerResponse, headers: IncomingHttpHeaders) {
    const text = (await answer.setEncoding('utf8').toArray()).join('').replaceAll(target, own);
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
    response.end(text);
  }
  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  const own = `http://127.0.0.1:${address.port}`;
  return {
    url: own,
    cutAt: (...places) => {
      passed = 0;
      cuts = places;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
