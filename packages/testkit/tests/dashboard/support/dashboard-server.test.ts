import { expect } from 'vitest';
import { test } from './browser-test.ts';
import { startDashboard } from './dashboard-server.ts';
import { Visitor } from './visitor.ts';

test('the server of these tests ends with status 0 on SIGTERM, while a page is open', async ({ browser }) => {
  const server = await startDashboard();
  const visitor = await Visitor.arrive(browser, server);
  await visitor.signUp();
  await server.stop();
  expect([server.child.exitCode, server.child.signalCode]).toEqual([0, null]);
  await visitor.context.close();
});

test('the end of that server is an error when its status is another one', async () => {
  const server = await startDashboard();
  server.child.kill('SIGKILL');
  await expect(server.stop()).rejects.toThrow('the server ended with status null');
});
