import { createServer } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { freePort, listen } from '../../src/servers/local-server.ts';
import { relay } from '../../src/servers/relay.ts';
import { test } from './support/browser-test.ts';
import { type DashboardServer, startDashboard } from './support/dashboard-server.ts';
import { Visitor } from './support/visitor.ts';

// As nginx does by default, this proxy names the server behind it in the Host header.
const proxy = createServer((incoming, response) => relay(incoming, response, { target: `http://127.0.0.1:${port}` }));
let port: number;
let server: DashboardServer;

beforeAll(async () => {
  const publicUrl = `http://127.0.0.1:${await listen(proxy)}`;
  port = await freePort();
  server = await startDashboard({ SOCIAL_BASE_URL: publicUrl, SOCIAL_PORT: `${port}` });
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
    await visitor.card('X').getByText('Sandbox Owner', { exact: true }).waitFor();
    expect(visitor.takeComplaints()).toEqual([]);
  } finally {
    await visitor.context.close();
  }
});
