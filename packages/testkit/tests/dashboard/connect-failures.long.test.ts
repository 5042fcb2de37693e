import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';

const PROFNET = 'LinkedIn';
const MICROBLOG = 'X';

test('says that nothing was connected after Deny, and leads on', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  for (const [platform, id] of [
    [PROFNET, 'profnet'],
    [MICROBLOG, 'microblog'],
  ] as const) {
    await visitor.askForConsent(platform);
    await page.getByRole('button', { name: 'Deny' }).click();
    await visitor.seeHeading('Nothing was connected');
    expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { [id]: { state: 'not_connected' } } });
    await page.getByRole('link', { name: 'Go to your connections' }).click();
    await visitor.card(platform).getByText('Not connected', { exact: true }).waitFor();
  }
  await visitor.askForConsent(MICROBLOG);
  await page.getByRole('button', { name: 'Deny' }).click();
  await visitor.seeHeading('Nothing was connected');
  await expectGoodLook(page, 'callback-denied');
  await page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();
  await visitor.confirm(MICROBLOG);
});

test('refuses a flow that another browser began', async ({ visitor, stranger, server }) => {
  await stranger.enroll();
  await stranger.page.goto('/api/auth/microblog');
  // The attacker stops before the server sees the code, and sends the address to the victim.
  let address = '';
  await stranger.context.route(`${server.sandboxUrl}/**`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    address = (await route.fetch({ maxRedirects: 0 })).headers()['location'] ?? '';
    await route.fulfill({ body: 'stopped' });
  });
  await stranger.page.getByRole('button', { name: 'Approve' }).click();
  await stranger.seeText('stopped');
  expect(address).toContain('/callback?');

  await visitor.enroll();
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await visitor.page.goto(address);
  await visitor.seeHeading('This link belongs to another visit');
  await expectGoodLook(visitor.page, 'callback-foreign');
  expect(await visitor.read('/api/connect/microblog/options')).toMatchObject({ status: 401 });
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
  const exchanged = (await server.sandbox.requests('x')).filter(({ operation }) => operation === 'token');
  const connections = exchanged.length;
  await visitor.page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();
  await visitor.confirm(MICROBLOG);
  const later = (await server.sandbox.requests('x')).filter(({ operation }) => operation === 'token');
  expect(later.length, 'only the visitor’s own flow asks for a token').toBe(connections + 1);
});

test('refuses a callback that is opened or gone back to again, and connects once', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/api/auth/microblog');
  const returned = page.waitForRequest((request) => request.url().includes('/callback'));
  await visitor.approve();
  const address = (await returned).url();
  await visitor.seeHeading('Choose the account to publish as');

  const second = await visitor.context.newPage();
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await second.goto(address);
  await second.getByRole('heading', { name: 'This link was used already' }).waitFor();
  await page.goBack();
  await page.waitForURL(`${server.sandboxUrl}/**`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await visitor.seeHeading('This link was used already');
  await page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();

  await visitor.confirm(MICROBLOG);
  visitor.expectRefusal('401 /api/connect/microblog/options');
  await page.goto('/connect/microblog');
  await page.getByRole('alert').getByText('This connection attempt is over').waitFor();
  await expectGoodLook(page, 'connect-over');
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor.card(MICROBLOG).getByText('Sandbox Owner', { exact: true }).waitFor();
});

test('refuses a flow whose ten minutes are over', async ({ visitor, server }) => {
  const { context, page } = visitor;
  await visitor.enroll();
  await page.goto('/api/auth/microblog');
  const flow = (await context.cookies(server.url)).find(({ name }) => name.startsWith('social.flow.'));
  expect(flow).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(flow!.expires - Date.now() / 1000).toBeLessThanOrEqual(600);
  // The browser drops the cookie then.
  await context.clearCookies({ name: flow!.name });
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await visitor.approve();
  await visitor.seeHeading('This link belongs to another visit');

  await page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();
  await visitor.seeHeading('Choose the account to publish as');
  await context.clearCookies({ name: 'social.connect.microblog' });
  visitor.expectRefusal('401 /api/connect/microblog/confirm', '401 /api/connect/microblog/options');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('alert').getByText('This connection attempt is over').waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('says that the network refuses the app, with the address to register and the variables', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/api/auth/profnet');
  const returned = page.waitForRequest((request) => request.url().includes('/callback'));
  visitor.expectRefusal('502 /api/auth/profnet/callback');
  await server.sandbox.fault({ network: 'linkedin', operation: 'token', kind: 'unauthorized', times: 1 });
  await visitor.approve();
  await visitor.seeHeading('The network refuses this server’s app');
  expect((await (await returned).response())?.status()).toBe(502);
  await visitor.seeText(`${server.url}/api/auth/profnet/callback`);
  await visitor.seeText('SOCIAL_PROFNET_CLIENT_ID');
  await visitor.seeText('SOCIAL_PROFNET_CLIENT_SECRET');
  await visitor.seeText('docs/platforms/profnet.md');
  await expectGoodLook(page, 'callback-misconfigured');
  await server.sandbox.clearFaults();
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { profnet: { connected: false } } });

  // The network's consent page says the same. The details that it sends are not shown.
  await page.goto('/api/auth/profnet');
  const state = new URL(page.url()).searchParams.get('state') ?? '';
  const words = new URLSearchParams({
    state,
    error: 'unauthorized_client',
    error_description: '<b>Call our hotline</b>',
  });
  await page.goto(`/api/auth/profnet/callback?${words}`);
  await visitor.seeHeading('The network refuses this server’s app');
  expect(await page.content()).not.toContain('our hotline');
});

test('says that the network does not answer, and lets try again', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/api/auth/microblog');
  visitor.expectRefusal('502 /api/auth/microblog/callback');
  for (const kind of ['server-error', 'drop', 'garbage'] as const) {
    await server.sandbox.fault({ network: 'x', operation: 'token', kind });
    await visitor.approve();
    await visitor.seeHeading('The network does not answer as it should');
    await visitor.seeText('Nothing was connected, and nothing was stored.');
    await server.sandbox.clearFaults();
    if (kind === 'garbage') await expectGoodLook(page, 'callback-refused');
    await page.getByRole('link', { name: 'Connect X again' }).click();
    await page.waitForURL(`${server.sandboxUrl}/**`);
  }
  await visitor.approve();
  await visitor.confirm(MICROBLOG);
});

test('answers a person with a page and a program with JSON where nothing can be started', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  visitor.expectRefusal('404 /api/auth/<b>x', '404 /api/auth/%3Cb%3Ex', '404 /api/auth/chatbot');
  await page.goto('/api/auth/<b>x');
  await visitor.seeHeading('There is no such platform');
  await page.goto('/api/auth/chatbot');
  await visitor.seeHeading('Telegram or Discord is connected with a token');
  visitor.expectRefusal('400 /api/auth/microblog');
  await page.goto('/api/auth/microblog?profileId=%22%3E%3Cimg%20src%3Dx%3E');
  await visitor.seeHeading('The connection could not be started');
  expect(await page.locator('img').count()).toBe(0);
  const answer = await fetch(`${server.url}/api/auth/chatbot`, { headers: { accept: '*/*' } });
  expect(await answer.json()).toMatchObject({ code: 'platform_not_configured' });
});
