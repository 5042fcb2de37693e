import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type Listening, listen } from './listen.ts';

/** A proxy that cuts connections. */
export interface CuttingProxy extends Listening {
  /** Cuts a connection when so many bytes of bodies have passed in all requests together; each place works once. */
  cutAt(...places: number[]): void;
  /** Cuts the next `times` requests whose body reaches so many bytes. */
  cutRequests(afterBytes: number, times: number): void;
  /** Number of connections that were cut. */
  readonly cuts: number;
}

/** Forwards requests of a driver to a sandbox, whose address it replaces in answers by its own. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let passed = 0;
  let places: number[] = [];
  let limit = { afterBytes: 0, times: 0 };
  let cuts = 0;

  /** Returns how many bytes of a chunk may pass before the connection is cut; undefined when it is not cut. */
  function cutWithin(chunkBytes: number, bodyBytes: number): number | undefined {
    const place = places.find((each) => each > passed && each <= passed + chunkBytes);
    if (place !== undefined) {
      places = places.filter((each) => each !== place);
      return place - passed;
    }
    if (limit.times === 0 || bodyBytes + chunkBytes < limit.afterBytes) return undefined;
    limit.times -= 1;
    return limit.afterBytes - bodyBytes;
  }

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers, socket } = incoming;
    const upstream = request(`${target}${url}`, { method, headers });
    const cutOff = (): void => void socket.destroy();
    upstream.on('error', cutOff);
    upstream.on('response', (answer) => {
      const { location, ...rest } = answer.headers;
      const moved = location?.replaceAll(target, proxy.url);
      const headers = { ...rest, ...(moved && { location: moved }) };
      answer.on('close', () => answer.complete || cutOff());
      if (rest['content-type']?.includes('json')) return void sendMoved(answer, response, headers).catch(cutOff);
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
    });
    let bodyBytes = 0;
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      const cut = cutWithin(chunk.length, bodyBytes);
      const arrived = chunk.subarray(0, cut);
      passed += arrived.length;
      bodyBytes += arrived.length;
      if (cut === undefined) {
        upstream.write(chunk);
        continue;
      }
      cuts += 1;
      upstream.write(arrived, () => {
        upstream.destroy();
        cutOff();
      });
      return;
    }
    upstream.end();
  };
  async function sendMoved(answer: IncomingMessage, response: ServerResponse, headers: IncomingHttpHeaders) {
    const text = (await answer.setEncoding('utf8').toArray()).join('').replaceAll(target, proxy.url);
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
    response.end(text);
  }
  const proxy = await listen(
    createServer((incoming, response) => void forward(incoming, response).catch(() => response.destroy())),
  );
  return {
    ...proxy,
    cutAt: (...at) => {
      passed = 0;
      places = at;
    },
    cutRequests: (afterBytes, times) => {
      limit = { afterBytes, times };
    },
    get cuts() {
      return cuts;
    },
  };
}
