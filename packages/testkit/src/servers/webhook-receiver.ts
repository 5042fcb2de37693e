import { createServer, type IncomingHttpHeaders } from 'node:http';
import { vi } from 'vitest';
import { close, listen } from './local-server.ts';

/** A delivery as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answer to a delivery; `hang` never answers. */
export type Answering = (
  arrived: Arrived,
) => { readonly status: number; readonly text?: string; readonly headers?: Record<string, string> } | 'hang';

/** A program that receives events. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Deliveries that were answered with 2xx. */
  readonly received: Arrived[];
  /** Chooses the answers; 200 until it is set. */
  answer: Answering;
  /** Waits for deliveries that fit, and returns them. */
  until(count: number, fits?: (arrived: Arrived) => boolean): Promise<Arrived[]>;
}

/** Starts a receiver of webhooks on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const arrived: Arrived[] = [];
  const received: Arrived[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const delivery = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() };
      arrived.push(delivery);
      const answer = receiver.answer(delivery);
      if (answer === 'hang') return;
      if (answer.status >= 200 && answer.status < 300) received.push(delivery);
      response.writeHead(answer.status, answer.headers).end(answer.text ?? 'ok');
    });
  });
  const port = await listen(server);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    arrived,
    received,
    answer: () => ({ status: 200 }),
    until: (count, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = arrived.filter(fits);
          if (found.length < count) throw new Error(`${found.length} of ${count} deliveries have arrived`);
          return found;
        },
        { timeout: 20_000, interval: 50 },
      ),
    [Symbol.asyncDispose]: () => close(server),
  };
  return receiver;
}
