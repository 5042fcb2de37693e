import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { freePort, listen } from '../../src/servers/local-server.ts';
import { relay } from '../../src/servers/relay.ts';
import { test } from './support/browser-test.ts';
import { startDashboard } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import { Visitor } from './support/visitor.ts';

async function publish({ context }: Visitor, post: object): Promise<void> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Answers are counted from here on. */
function countReads({ page }: Visitor): { readonly paths: string[] } {
  const paths: string[] = [];
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    if (pathname.startsWith('/api/')) paths.push(pathname);
  });
  return { paths };
}

test('shows without a reload what happens elsewhere: a connection, a scheduled post that goes out', async ({
  visitor,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await page.goto('/connections');
  await visitor.seeConnections();
  const other = await context.newPage();
  await other.goto('/api/auth/profnet');
  await other.getByRole('radio', { name: 'Sandbox Owner' }).check();
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('button', { name: 'Connect', exact: true }).click();
  await visitor.card('LinkedIn').getByText('Sandbox Owner', { exact: true }).waitFor();
  await other.close();

  await visitor.show('/');
  await visitor.seeHeading('No post yet');
  await publish(visitor, { text: 'On its way', scheduledFor: new Date(Date.now() + 2_500).toISOString() });
  const row = page.getByRole('listitem').filter({ hasText: 'On its way' });
  await row.getByText('Scheduled', { exact: true }).waitFor();
  await row.getByText('Published', { exact: true }).waitFor();
  expect(await page.getByText(/^Not live/).count()).toBe(0);
});

test('tells nothing of another account', async ({ visitor, stranger, server }) => {
  await visitor.enroll();
  await stranger.enroll();
  await quickConnect(stranger, server.sandbox, { platforms: ['profnet'] });
  await Promise.all([visitor.page.goto('/'), stranger.page.goto('/')]);
  await visitor.seeHeading('Connect an account first');
  await stranger.seeHeading('No post yet');
  const reads = countReads(visitor);
  await publish(stranger, { text: 'Not for other eyes' });
  await stranger.seeText('Not for other eyes');
  expect(reads.paths, 'not even that something changed').toEqual([]);
  expect(await visitor.page.textContent('body')).not.toContain('Not for other eyes');
});

test('asks every ten seconds where changes cannot be told, and says so', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await page.route('**/api/events*', (route) => route.fulfill({ status: 503 }));
  visitor.expectRefusal('503 /api/events');
  await page.goto('/');
  await visitor.seeHeading('No post yet');
  await page.getByRole('status').getByText('Not live: changes appear every 10 s').waitFor();
  await expectGoodLook(page, 'posts-not-live');
  await publish(visitor, { text: 'Seen a little later' });
  await visitor.seeText('Seen a little later');
  await page.unroute('**/api/events*');
  await page.evaluate('dispatchEvent(new Event("online"))');
  await page.getByText(/^Not live/).waitFor({ state: 'hidden' });
});

test('continues where the stream was cut', async ({ browser }) => {
  const port = await freePort();
  const cut = createStreamCutter(port);
  const baseUrl = `http://127.0.0.1:${await listen(cut.proxy)}`;
  const server = await startDashboard({ SOCIAL_BASE_URL: baseUrl, SOCIAL_PORT: `${port}` });
  onTestFinished(async () => {
    await server.stop();
    cut.proxy.close();
  });
  const visitor = await Visitor.arrive(browser, server);
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await visitor.page.goto('/');
  await visitor.seeHeading('No post yet');
  await publish(visitor, { text: 'Before the cut' });
  await visitor.seeText('Before the cut');
  const before = cut.streams.length;
  cut.end();
  await publish(visitor, { text: 'While it was cut' });
  await visitor.seeText('While it was cut');
  expect(cut.streams.length).toBeGreaterThan(before);
  expect(new URL(cut.streams.at(-1) ?? '', baseUrl).searchParams.get('since')).toMatch(/./);
  await visitor.context.close();
  visitor.expectComplaint('/api/events');
  expect(visitor.takeComplaints(), 'but the one of the cut').toEqual([]);
});

/** Makes a proxy to a server on a port of this machine that can end every stream of events that passes through it. */
function createStreamCutter(port: number) {
  const open = new Set<ServerResponse>();
  const streams: string[] = [];
  const proxy = createServer((incoming, response) => {
    const { url = '/', headers } = incoming;
    relay(incoming, response, { target: `http://127.0.0.1:${port}`, host: headers.host });
    if (!url.startsWith('/api/events')) return;
    streams.push(url);
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  const end = () => {
    for (const response of open) response.destroy();
  };
  return { proxy, streams, end };
}
