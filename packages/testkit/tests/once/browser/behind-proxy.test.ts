import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

// As nginx does unless told otherwise, this proxy names the server behind it in the Host header.
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
  const forwarded = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  incoming.pipe(forwarded);
});
let publicUrl: string;
let port: number;
let server: ServerProcess;

beforeAll(async () => {
  publicUrl = `http://127.0.0.1:${await listen(proxy)}`;
  const placeholder = createServer();
  port = await listen(placeholder);
  await new Promise((resolve) => placeholder.close(resolve));
  server = await startServerProcess({ SOCIAL_BASE_URL: publicUrl, SOCIAL_PORT: `${port}` });
});

afterAll(async () => {
  await server.stop();
  proxy.close();
});

test('connects behind a proxy that hides the name the browser came by', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, server);
  try {
    await visitor.signUp();
    await visitor.connect('X');
    await visitor
      .card('X')
      .getByText(/^Connected as Sandbox Owner/)
      .waitFor();
    expect(visitor.takeComplaints()).toEqual([]);
  } finally {
    await visitor.context.close();
  }
});

function listen(site: Server): Promise<number> {
  return new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve((site.address() as AddressInfo).port)));
}
