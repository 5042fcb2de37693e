import { createTestClock, type Stack, startStack, type TestClock, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const DAY = 24 * 3_600_000;
let clock: TestClock;
let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  clock = createTestClock(new Date().toISOString());
  stack = await startStack({ clock });
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterAll(() => stack.close());

async function status() {
  return (await workspace.api('GET', '/api/connect/status')).body;
}

async function logged(action: string) {
  const { logs } = (await workspace.api('GET', '/api/logs?limit=200')).body;
  return logs.filter((entry: { action: string }) => entry.action === action);
}

/** Maintenance runs when a server starts. */
async function restartIn(days: number): Promise<void> {
  clock.advance(days * DAY);
  await stack.restart();
}

test('a connection that cannot renew itself is warned of a week and a day before it ends, once each', async () => {
  const before = (await status()).profnet;
  expect(Date.parse(before.expiresAt) - clock.now()).toBeGreaterThan(50 * DAY);
  expect(before.warning).toBeUndefined();

  await restartIn(54);
  await vi.waitFor(async () => expect(await logged('platform.expiring')).toHaveLength(1), 5_000);
  const [entry] = await logged('platform.expiring');
  expect(entry).toMatchObject({ platform: 'profnet', metadata: { expiresAt: before.expiresAt } });
  const soon = await status();
  expect(soon.profnet).toMatchObject({ connected: true, state: 'connected' });
  expect(soon.profnet.warning).toBe(
    `profnet ends this connection on ${before.expiresAt.slice(0, 10)} at ${before.expiresAt.slice(11, 16)} UTC; connect it again before then`,
  );
  expect(soon.microblog.warning).toBeUndefined();
  expect(stack.log.join('')).toContain('a connection ends soon and cannot renew itself');

  await stack.restart();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await logged('platform.expiring')).toHaveLength(1);
  await restartIn(5.5);
  await vi.waitFor(async () => expect(await logged('platform.expiring')).toHaveLength(2), 5_000);
  await stack.restart();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await logged('platform.expiring')).toHaveLength(2);

  await (await workspace.browser()).signIn(workspace.email, workspace.password);
  await workspace.connect('profnet');
  const renewed = (await status()).profnet;
  expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.parse(before.expiresAt) - DAY);
});

test('a connection that a network refuses for good is logged as such once, and posts to it are not sent', async () => {
  const refusing = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'unauthorized', times: 2 });
  const publish = () =>
    refusing.api('POST', '/api/v1/posts', { body: { text: uniqueText('Refused'), platforms: ['microblog'] } });
  expect((await publish()).body.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required' });
  await stack.sandbox.clearFaults();
  const before = (await stack.sandbox.requests('x')).length;
  expect((await publish()).body.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required' });
  expect(await stack.sandbox.requests('x')).toHaveLength(before);
  const { logs } = (await refusing.api('GET', '/api/logs')).body;
  const turned = logs.filter(({ action }: { action: string }) => action === 'platform.needs_reconnect');
  expect(turned).toHaveLength(1);
  expect(turned[0]).toMatchObject({ platform: 'microblog', status: 'failed', metadata: { network: 'x' } });
  expect((await refusing.api('GET', '/api/connect/status')).body.microblog).toMatchObject({
    connected: false,
    state: 'needs_reconnect',
  });
});
