import { sandboxSeed } from '@social/sandbox';
import { expect, onTestFinished } from 'vitest';
import { test } from './support/browser-test.ts';
import { startDashboard } from './support/dashboard-server.ts';
import { expectGoodLook } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import { Visitor } from './support/visitor.ts';

const PROFNET = 'LinkedIn';
const MICROBLOG = 'X';

test('connects the profile that the address names, and no other', async ({ visitor }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  const created = await context.request.post('/api/profiles', { data: { name: 'Press team' } });
  const { id } = ((await created.json()) as { profile: { id: string } }).profile;
  await page.goto(`/api/auth/microblog?profileId=${id}`);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();
  await visitor.seeText('Posts of the profile Press team will be published as Sandbox Owner.');
  expect(await page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(id);
  await visitor.confirm(MICROBLOG);
  await visitor.card(MICROBLOG).getByText('Sandbox Owner', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Profile: Press team' }).waitFor();
  await visitor.chooseProfile('Default');
  await visitor.card(MICROBLOG).getByText('Not connected', { exact: true }).waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('disconnects after a question, and only then, also where the session ended meanwhile', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await visitor.context.request.post('/api/profiles', { data: { name: 'Press team of the northern offices' } });
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet', 'microblog'] });
  await page.goto('/connections');
  const open = page.getByRole('button', { name: 'Disconnect X' });
  await open.waitFor();
  await expectGoodLook(page, 'connections-two');
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect X?' });
  await visitor.seeHeading('Disconnect X?');
  await expectGoodLook(page, 'disconnect');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Disconnect X');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: true } } });

  await open.click();
  await visitor.context.clearCookies();
  visitor.expectRefusal('401 /api/connect/microblog/disconnect', '401 /api/connect/status', '401 /api/usage');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await visitor.seeHeading('Sign in');
  await visitor.fillCredentials('Sign in');
  await visitor.card(MICROBLOG).getByText('Sandbox Owner', { exact: true }).waitFor();

  await open.click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('status').getByText('X is disconnected').waitFor();
  await visitor.card(MICROBLOG).getByText('Not connected', { exact: true }).waitFor();
  await expect
    .poll(() => page.locator(':focus').textContent(), { message: 'the button that had the focus is gone' })
    .toBe(MICROBLOG);
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('says that a connection ends soon or that the network has ended it, and renews it', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await server.sandbox.settings({ tokenLifetimeSeconds: 2 * 24 * 3_600 });
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await server.sandbox.settings({ tokenLifetimeSeconds: null });
  await page.goto('/connections');
  const card = visitor.card(PROFNET);
  await card.getByText('Ends soon', { exact: true }).waitFor();
  await card.getByText(/^LinkedIn ends this connection on .* UTC; connect it again before then\.$/).waitFor();
  await card.getByRole('link', { name: `Reconnect ${PROFNET}` }).waitFor();
  await expectGoodLook(page, 'connections-ending');

  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token' });
  await visitor.context.request.post('/api/v1/posts', { data: { text: 'Hello', platforms: ['profnet'] } });
  await server.sandbox.clearFaults();
  await card.getByText('Needs reconnecting', { exact: true }).waitFor();
  await expectGoodLook(page, 'connections-reconnect');
  await page.getByRole('link', { name: `Reconnect ${PROFNET}` }).click();
  await visitor.approve();
  await visitor.seeText('It is connected as Sandbox Owner now: the same account is renewed');
  await visitor.confirm(PROFNET);
  await card.getByText('Connected', { exact: true }).waitFor();
});

test('keeps the connected account as the default when another one is added', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['microblog'] });
  await page.goto('/api/auth/microblog');
  await visitor.approve('Sandbox Friend');
  await visitor.seeText('It is connected as Sandbox Owner (@sandbox_owner) now');
  await visitor.confirm(MICROBLOG);
  expect(await visitor.read('/api/connect/status')).toMatchObject({
    body: { microblog: { username: 'sandbox_owner', accounts: [{ isDefault: true }, { username: 'sandbox_friend' }] } },
  });
});

test('connects what is pasted: a bot in one of its chats, an account found by its server or by its name', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.signUp();
  await connectBot(visitor);

  await page.getByRole('button', { name: 'Connect Mastodon' }).click();
  const ofMastodon = page.getByRole('dialog', { name: 'Connect Mastodon' });
  await ofMastodon.waitFor();
  await expectGoodLook(page, 'server');
  await ofMastodon.getByRole('button', { name: 'paste an access token' }).click();
  await ofMastodon.getByLabel('Server of the account').fill('10.0.0.1');
  await ofMastodon.getByRole('textbox', { name: 'Access token' }).fill('not-a-token-of-this-server');
  visitor.expectRefusal('400 /api/connect/mastodon/token');
  await ofMastodon.getByRole('button', { name: 'Connect', exact: true }).click();
  await ofMastodon.getByText('is an IP address; write the name of the server').waitFor();
  await ofMastodon.getByLabel('Server of the account').fill('fosstodon.org');
  await ofMastodon.getByRole('button', { name: 'Connect', exact: true }).click();
  await ofMastodon.getByText('is not known to this server').waitFor();
  await expectGoodLook(page, 'access-token-refused');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Bluesky' });
  await dialog.getByRole('button', { name: 'paste an app password' }).click();
  await dialog.getByLabel('Name of the account').fill('ada');
  await dialog.getByRole('textbox', { name: 'App password' }).fill(sandboxSeed.bluesky.appPassword);
  visitor.expectRefusal('400 /api/connect/bluesky/token');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.getByText('is not a whole name; write it as ada.bsky.social').waitFor();
  await dialog.getByLabel('Name of the account').fill('@sandbox-owner.bsky.test');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await visitor.card('Bluesky').getByText('@sandbox-owner.bsky.test').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect((await page.content()).includes(sandboxSeed.bluesky.appPassword), 'the password is kept nowhere').toBe(false);
});

async function connectBot(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Connect Telegram or Discord' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram or Discord' });
  const token = dialog.getByRole('textbox', { name: 'Token of the bot, or address of the webhook' });
  expect([await token.getAttribute('type'), await token.getAttribute('autocomplete')]).toEqual(['password', 'off']);
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  visitor.expectRefusal('400 /api/connect/chatbot/token');
  await token.fill('hunter2');
  await connect.click();
  await dialog.getByText('copy the whole line that @BotFather gave you').waitFor();
  await expectGoodLook(page, 'bot-refused');

  await token.fill(sandboxSeed.telegram.bot.token);
  await connect.click();
  await dialog.getByRole('radio', { name: /^Sandbox Channel/ }).check();
  await expectGoodLook(page, 'bot-chats');
  await connect.click();
  await page.getByRole('status').getByText('Telegram is connected as Sandbox Channel').waitFor();
  await visitor
    .card('Telegram')
    .getByText(/^Sandbox Channel/)
    .waitFor();
  expect(await visitor.card('Telegram').getByText('chatbot').count(), 'only the API has that name').toBe(0);
  await expect
    .poll(() => page.locator(':focus').textContent(), { message: 'the button that had the focus is gone' })
    .toBe('Telegram');
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { chatbot: { network: 'telegram' } } });
  await dialog.waitFor({ state: 'hidden' });
  expect((await page.content()).includes(sandboxSeed.telegram.bot.token), 'the token is kept nowhere').toBe(false);
}

test('asks again on a page of its own for a server that leads nowhere', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  visitor.expectRefusal('400 /api/auth/mastodon');
  await page.goto('/api/auth/mastodon?host=printer.local');
  await visitor.seeHeading('Where is your Mastodon account?');
  await visitor.seeText(/private name/);
  await expectGoodLook(page, 'server-asked-again');
  await page.getByLabel('The server of your account').fill('@ada@fosstodon.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await visitor.approve();
  await visitor.confirm('Mastodon');
  await visitor
    .card('Mastodon')
    .getByText(/^@sandbox_owner@127/)
    .waitFor();
});

test('says what to register and to set where a network is not configured', async ({ browser }) => {
  const server = await startDashboard({}, { isSandboxed: false });
  onTestFinished(() => server.stop());
  const visitor = await Visitor.arrive(browser, server);
  const { page, context } = visitor;
  onTestFinished(() => context.close());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.signUp();
  const card = visitor.card(PROFNET);
  await card.getByText('Not configured on this server').waitFor();
  const redirectUri = `${server.url}/api/auth/profnet/callback`;
  await card.getByText(redirectUri).waitFor();
  await card.getByText('docs/platforms/profnet.md').waitFor();
  await card.locator('code', { hasText: 'SOCIAL_PROFNET_CLIENT_ID' }).waitFor();
  await card.locator('code', { hasText: 'SOCIAL_PROFNET_CLIENT_SECRET' }).waitFor();
  expect(await card.getByRole('link').count()).toBe(0);
  await card.getByRole('button', { name: 'Copy the redirect URI' }).click();
  await card.getByRole('button', { name: 'Copied the redirect URI' }).waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(redirectUri);
  await expectGoodLook(page, 'connections-unconfigured');

  visitor.expectRefusal('404 /api/auth/profnet');
  await page.goto('/api/auth/profnet');
  await visitor.seeHeading('LinkedIn is not configured on this server');
  await visitor.seeText(redirectUri);
  await expectGoodLook(page, 'not-configured');
  expect(visitor.takeComplaints()).toEqual([]);
});
