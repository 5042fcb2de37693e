import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';

const PROFNET = 'Professional network';
const MICROBLOG = 'Microblog';

test('connects both networks through their consent pages', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(PROFNET);
  await visitor.seeText('LinkedIn, simulated by the sandbox');
  await visitor.approve('Sandbox Friend');
  await visitor.seeHeading('Choose the account to publish as');
  expect(await page.getByRole('radio', { name: /Sandbox Friend/ }).isChecked()).toBe(true);
  await visitor.seeText('Nothing is stored until you press Connect.');
  await visitor.confirm(PROFNET);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor.card(PROFNET).getByText('Connected as Sandbox Friend', { exact: true }).waitFor();
  await page.getByRole('status').getByText(`${PROFNET} is connected as Sandbox Friend`).waitFor();

  await visitor.connect(MICROBLOG);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor.card(MICROBLOG).getByText('Connected as Sandbox Owner (@sandbox_owner)', { exact: true }).waitFor();
  await visitor.seeText(/^2 of \d+ platforms connected/);
  expect(await visitor.read('/api/connect/status')).toMatchObject({
    body: {
      profnet: { connected: true, displayName: 'Sandbox Friend', state: 'connected' },
      microblog: { connected: true, username: 'sandbox_owner', state: 'connected', missingScopes: [] },
    },
  });
});

for (const [platform, id] of [
  [PROFNET, 'profnet'],
  [MICROBLOG, 'microblog'],
] as const) {
  test(`says that nothing was connected after Deny, and leads on: ${id}`, async ({ visitor }) => {
    const { page } = visitor;
    await visitor.signUp();
    await visitor.askForConsent(platform);
    await page.getByRole('button', { name: 'Deny' }).click();
    await visitor.seeHeading('Nothing was connected');
    await page.getByRole('link', { name: 'go to your connections' }).click();
    await visitor.card(platform).getByText('Not connected', { exact: true }).waitFor();
    expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { [id]: { state: 'not_connected' } } });

    await visitor.askForConsent(platform);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('link', { name: `Connect ${platform} again` }).click();
    await visitor.approve();
    await visitor.confirm(platform);
  });
}

test('refuses a flow that another browser began', async ({ visitor, stranger, server }) => {
  await stranger.signUp();
  await stranger.askForConsent(MICROBLOG);
  const returned = stranger.page.waitForRequest((request) => request.url().includes('/callback'));
  // The attacker stops before the server sees the code, and sends the address to the victim.
  await stranger.context.route('**/callback**', (route) => route.abort());
  await stranger.page.getByRole('button', { name: 'Approve' }).click();
  const address = (await returned).url();

  await visitor.signUp();
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await visitor.page.goto(address);
  await visitor.seeHeading('This link belongs to another visit');
  expect(await visitor.read('/api/connect/microblog/options')).toMatchObject({ status: 401 });
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
  const exchanged = (await server.sandbox.requests('x')).filter(({ operation }) => operation === 'token');
  const connections = exchanged.length;
  await visitor.page.getByRole('link', { name: 'Connect Microblog again' }).click();
  await visitor.approve();
  await visitor.confirm(MICROBLOG);
  const later = (await server.sandbox.requests('x')).filter(({ operation }) => operation === 'token');
  expect(later.length, 'only the visitor’s own flow asks for a token').toBe(connections + 1);
});

test('refuses a callback that is opened again, and connects once', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(MICROBLOG);
  const returned = page.waitForRequest((request) => request.url().includes('/callback'));
  await visitor.approve();
  const address = (await returned).url();
  await visitor.seeHeading('Choose the account to publish as');

  const second = await visitor.context.newPage();
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await second.goto(address);
  await second.getByRole('heading', { name: 'This link belongs to another visit' }).waitFor();

  await visitor.confirm(MICROBLOG);
  visitor.expectRefusal('401 /api/connect/microblog/options');
  await page.reload();
  await page.getByRole('alert').getByText('This connection attempt is over').waitFor();
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor
    .card(MICROBLOG)
    .getByText(/^Connected as Sandbox Owner/)
    .waitFor();
});

test('goes back to the consent page and through it again', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(PROFNET);
  await visitor.approve();
  await visitor.seeHeading('Choose the account to publish as');
  await page.goBack();
  await page.waitForURL(`${server.sandboxUrl}/**`);
  visitor.expectRefusal('400 /api/auth/profnet/callback');
  await page.getByRole('button', { name: 'Approve' }).click();
  await visitor.seeHeading('This link belongs to another visit');
  await page.getByRole('link', { name: `Connect ${PROFNET} again` }).click();
  await visitor.approve();
  await visitor.confirm(PROFNET);
});

test('refuses a flow whose ten minutes are over', async ({ visitor, server }) => {
  const { context, page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(MICROBLOG);
  const flow = (await context.cookies(server.url)).find(({ name }) => name.startsWith('social.flow.'));
  expect(flow).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(flow!.expires - Date.now() / 1000).toBeLessThanOrEqual(600);
  // The browser drops the cookie then.
  await context.clearCookies({ name: flow!.name });
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await visitor.approve();
  await visitor.seeHeading('This link belongs to another visit');

  await page.getByRole('link', { name: 'Connect Microblog again' }).click();
  await visitor.approve();
  await visitor.seeHeading('Choose the account to publish as');
  await context.clearCookies({ name: 'social.connect.microblog' });
  visitor.expectRefusal('401 /api/connect/microblog/confirm', '401 /api/connect/microblog/options');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('alert').getByText('This connection attempt is over').waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('lets two tabs connect at the same time', async ({ visitor }) => {
  await visitor.signUp();
  const second = await visitor.context.newPage();
  await second.goto('/');
  await visitor.askForConsent(MICROBLOG);
  await second.getByRole('link', { name: `Connect ${PROFNET}` }).click();
  await second.getByRole('radio', { name: 'Sandbox Friend' }).check();
  await visitor.approve();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('button', { name: 'Connect', exact: true }).click();
  await second.getByRole('heading', { name: `${PROFNET} is connected` }).waitFor();
  await visitor.confirm(MICROBLOG);
  await visitor.page.getByRole('link', { name: 'See your connections' }).click();
  await visitor
    .card(MICROBLOG)
    .getByText(/^Connected as Sandbox Owner/)
    .waitFor();
  await visitor.card(PROFNET).getByText('Connected as Sandbox Friend').waitFor();
});

test('lets a person sign in on the connect page', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.seeHeading('Sign in');
  await page.goto('/api/auth/microblog');
  await visitor.approve();
  await visitor.seeHeading('Sign in to finish');
  await visitor.fillCredentials('Sign in');
  await visitor.seeHeading('Choose the account to publish as');
  await visitor.confirm(MICROBLOG);
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: true } } });
});

test('lets a person create an account on the connect page', async ({ visitor }) => {
  const { page } = visitor;
  await page.goto('/api/auth/profnet');
  await visitor.approve();
  await visitor.seeHeading('Sign in to finish');
  await page.getByRole('button', { name: 'Create one' }).click();
  await visitor.fillCredentials('Create account');
  await visitor.seeHeading('Choose the account to publish as');
  await visitor.confirm(PROFNET);
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { profnet: { connected: true } } });
});

test('reads the accounts again after the network failed once', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(MICROBLOG);
  await server.sandbox.fault({ network: 'x', operation: 'identity', kind: 'server-error', times: 100 });
  visitor.expectRefusal('502 /api/connect/microblog/options', '503 /api/connect/microblog/options');
  await visitor.approve();
  await page.getByRole('alert').getByText('The accounts of Microblog could not be read').waitFor();
  await expectGoodLook(page, 'connect-unread');
  await server.sandbox.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await visitor.confirm(MICROBLOG);
});
