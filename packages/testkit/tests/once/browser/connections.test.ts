import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';

const PROFNET = 'Professional network';
const MICROBLOG = 'Microblog';

test('connects the profile that the address names, and no other', async ({ visitor }) => {
  const { page, context } = visitor;
  await visitor.signUp();
  const created = await context.request.post('/api/profiles', { data: { name: 'Press team' } });
  const { id } = ((await created.json()) as { profile: { id: string } }).profile;
  await page.goto(`/api/auth/microblog?profileId=${id}`);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('link', { name: 'Connect Microblog again' }).click();
  await visitor.approve();
  await visitor.seeText('Posts of the profile Press team will be published as Sandbox Owner.');
  expect(await page.getByLabel('Profile').inputValue()).toBe(id);
  await visitor.confirm(MICROBLOG);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor
    .card(MICROBLOG)
    .getByText(/^Connected as Sandbox Owner/)
    .waitFor();
  expect(await page.getByLabel('Profile').inputValue()).toBe(id);
  await page.getByLabel('Profile').selectOption({ label: 'Default' });
  await visitor.card(MICROBLOG).getByText('Not connected', { exact: true }).waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('disconnects after a question, and only then', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.connect(MICROBLOG);
  await page.getByRole('link', { name: 'See your connections' }).click();
  const open = page.getByRole('button', { name: 'Disconnect Microblog' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Microblog?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Disconnect Microblog');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: true } } });

  await open.click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('status').getByText('Microblog is disconnected').waitFor();
  await visitor.card(MICROBLOG).getByText('Not connected', { exact: true }).waitFor();
  expect(await page.locator(':focus').textContent(), 'the button that had the focus is gone').toBe(MICROBLOG);
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: false } } });
});

test('leads to the sign-in form when the session ended elsewhere', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.connect(MICROBLOG);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await page.getByRole('button', { name: 'Disconnect Microblog' }).click();
  await visitor.context.clearCookies();
  visitor.expectRefusal('401 /api/connect/microblog/disconnect', '401 /api/connect/status', '401 /api/usage');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await visitor.seeHeading('Sign in');
  await visitor.fillCredentials('Sign in');
  await visitor
    .card(MICROBLOG)
    .getByText(/^Connected as Sandbox Owner/)
    .waitFor();
});

test('asks for reconnecting when the network ended the grant', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.connect(PROFNET);
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token' });
  await visitor.context.request.post('/api/v1/posts', { data: { text: 'Hello', platforms: ['profnet'] } });
  await server.sandbox.clearFaults();
  await page.goto('/');
  await visitor.card(PROFNET).getByText('Needs reconnecting as Sandbox Owner', { exact: true }).waitFor();
  await expectGoodLook(page, 'connections-reconnect');
  await page.getByRole('link', { name: `Reconnect ${PROFNET}` }).click();
  await visitor.approve();
  await visitor.seeText('It is connected as Sandbox Owner now: the same account is renewed');
  await visitor.confirm(PROFNET);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await visitor.card(PROFNET).getByText('Connected as Sandbox Owner', { exact: true }).waitFor();
});

test('says before a connection ends that it has to be renewed, and lets it be', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.signUp();
  await server.sandbox.settings({ tokenLifetimeSeconds: 2 * 24 * 3_600 });
  await visitor.connect(PROFNET);
  await server.sandbox.settings({ tokenLifetimeSeconds: null });
  await page.goto('/');
  const card = visitor.card(PROFNET);
  await card.getByText('Connected as Sandbox Owner, ends soon', { exact: true }).waitFor();
  await card.getByText(/^Profnet ends this connection on .* UTC; connect it again before then\.$/).waitFor();
  await expectGoodLook(page, 'connections-ending');
  await page.getByRole('link', { name: `Reconnect ${PROFNET}` }).click();
  await visitor.approve();
  await visitor.confirm(PROFNET);
  await page.getByRole('link', { name: 'See your connections' }).click();
  await card.getByText('Connected as Sandbox Owner', { exact: true }).waitFor();
});

test('keeps the connected account when another one is chosen, and says what to do', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.connect(MICROBLOG);
  await page.goto('/api/auth/microblog');
  await visitor.approve('Sandbox Friend');
  await visitor.seeText('It is connected as Sandbox Owner (@sandbox_owner) now');
  visitor.expectRefusal('409 /api/connect/microblog/confirm');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('alert').getByText('disconnect that account first').waitFor();
  expect(await visitor.read('/api/connect/status')).toMatchObject({
    body: { microblog: { username: 'sandbox_owner' } },
  });
});
