import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const feedOf = (...items: string[]) =>
  `<rss version="2.0"><channel><title>T</title>${items.join('')}</channel></rss>`;

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A web server with one feed. */
export async function serveFeed(answer: string | Answer) {
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    if (typeof answer === 'string') response.end(answer);
    else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
