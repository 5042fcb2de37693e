import { verifyWebhook } from '@social/sdk/webhooks';
import { startWebhookReceiver } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';
import type { Visitor } from './support/visitor.ts';

const ENDPOINTS = '/api/webhook-endpoints';

/** Creates an endpoint without the page. @returns its id */
async function create({ context }: Visitor, data: object): Promise<string> {
  const answer = await context.request.post(ENDPOINTS, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { endpoint: { id: string } }).endpoint.id;
}

test('a webhook is created, shows its secret once, is tested, changed and deleted', async ({ visitor }) => {
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await using receiver = await startWebhookReceiver();
  await visitor.enroll();
  await page.goto('/webhooks');
  await visitor.seeText('social webhooks listen --forward-to');

  await page.getByRole('button', { name: 'Create a webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('What it is for').fill('Release channel');
  await form.getByRole('radio', { name: 'Only these' }).check();
  await form.getByRole('group', { name: 'A draft' }).getByRole('checkbox', { name: 'approved' }).uncheck();
  await expectGoodLook(page, 'webhook-new');
  await form.getByRole('button', { name: 'Create webhook' }).press('Enter');
  const shown = page.getByRole('dialog', { name: 'The secret of the webhook' });
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectGoodLook(page, 'webhook-secret');
  await shown.locator('button:focus', { hasText: 'Copy the secret' }).click();
  await shown.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await visitor.seeHeading('Webhook');
  const isLeft = `document.documentElement.outerHTML.includes(${JSON.stringify(secret.slice(-20))})`;
  expect(await page.evaluate(isLeft)).toBe(false);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('status').getByText('The receiver answered 2').waitFor();
  const [request] = receiver.arrived;
  if (!request) throw new Error('nothing arrived');
  expect(await verifyWebhook(request.body, request.headers, secret)).toMatchObject({ type: 'webhook.test' });
  const deliveries = page.getByRole('list', { name: 'Deliveries' });
  await deliveries.getByText('Delivered').waitFor();
  await expectGoodLook(page, 'webhook');

  await page.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change the webhook' });
  await change.getByRole('radio', { name: 'Every kind' }).check();
  await change.getByLabel('What it is for').fill('');
  await change.getByRole('button', { name: 'Save' }).click();
  await change.waitFor({ state: 'hidden' });
  await visitor.seeText('Every kind of event');
  const { body } = await visitor.read(ENDPOINTS);
  expect(body).toMatchObject({ endpoints: [{ kinds: null, description: null }] });

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await visitor.seeHeading('No webhooks yet');
  visitor.expectRefusal(
    `404 ${ENDPOINTS}/00000000-0000-4000-8000-000000000000`,
    `404 ${ENDPOINTS}/00000000-0000-4000-8000-000000000000/deliveries`,
  );
  await visitor.show('/webhooks/00000000-0000-4000-8000-000000000000');
  await visitor.seeHeading('There is no such webhook');
});

test('what a receiver answered is shown, and sent again; the old secret stays valid for a day', async ({ visitor }) => {
  const { page, context } = visitor;
  await using receiver = await startWebhookReceiver();
  await visitor.enroll();
  receiver.answer = () => ({ status: 500, text: 'the queue is full' });
  const id = await create(visitor, { url: receiver.url, description: 'Queue' });
  await context.request.post('/api/v1/drafts', { data: { text: 'Stored' } });
  await page.goto('/webhooks');
  const row = page.getByRole('listitem').filter({ hasText: 'Queue' });
  await row.getByText('Active, failing').waitFor();
  await row.getByText('Will be tried again').waitFor();
  await expectGoodLook(page, 'webhooks');
  await row.getByRole('link', { name: receiver.url }).click();
  const delivery = page.getByRole('listitem').filter({ hasText: 'draft.created 1' });
  await delivery.getByText('it answered 500').waitFor();
  await delivery.getByRole('button', { name: 'Show the answer to draft.created 1' }).press('Enter');
  await delivery.getByText('the queue is full').waitFor();
  await expectGoodLook(page, 'webhook-failing');
  receiver.answer = () => ({ status: 204 });
  await delivery.getByRole('button', { name: 'Send again draft.created 1' }).click();
  await delivery.getByText('Delivered').waitFor();

  await page.getByRole('button', { name: 'Replace the secret' }).click();
  const question = page.getByRole('dialog', { name: 'Replace the secret?' });
  await expectGoodLook(page, 'webhook-rotate');
  await question.getByRole('button', { name: 'Replace the secret' }).click();
  const shown = page.getByRole('dialog', { name: 'The new secret' });
  await shown.getByText('The previous secret signs too until').waitFor();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await visitor.seeText('signs too until');
  const ofEndpoint = async () => (await visitor.read(`${ENDPOINTS}/${id}`)).body;
  expect((await ofEndpoint())['previousSecretUntil']).not.toBeNull();

  await page.getByRole('button', { name: 'Switch off' }).click();
  await visitor.seeText(/^It was switched off by hand/);
  expect(await page.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  expect(await ofEndpoint()).toMatchObject({ status: 'active' });
});

test('a refused address and too many webhooks are explained', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/webhooks');
  await page.getByRole('button', { name: 'Create a webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  const address = form.getByLabel('Address');
  const send = form.getByRole('button', { name: 'Create webhook' });
  await send.click();
  await form.getByText('Enter the address of the receiver.').waitFor();
  await form.getByRole('radio', { name: 'Only these' }).check();
  for (const box of await form.getByRole('checkbox').all()) await box.uncheck();
  await address.fill('https://10.0.0.7/hook');
  await send.click();
  await form.getByText('Choose at least one kind.').waitFor();
  await form.getByRole('radio', { name: 'Every kind' }).check();
  visitor.expectRefusal(`400 ${ENDPOINTS}`, `403 ${ENDPOINTS}`);
  for (const [refused, words] of BAD_ADDRESSES) {
    await address.fill(refused);
    await send.click();
    await form.getByText(words).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.type'), { message: refused }).toBe('url');
    await address.fill(' ');
  }
  expect((await visitor.read(ENDPOINTS)).body).toEqual({ endpoints: [] });

  const full = Array.from({ length: 20 }, () => create(visitor, { url: 'https://example.com/hook' }));
  await Promise.all(full);
  await address.fill('https://example.com/hook');
  await send.click();
  await form.getByRole('alert').getByText('20 webhook endpoints, which is the limit').waitFor();
});

/** Addresses that the server refuses, with words of the reason. */
const BAD_ADDRESSES: readonly (readonly [address: string, words: string])[] = [
  ['https://10.0.0.7/hook', 'It must be on the public internet'],
  ['http://example.com/hook', 'It must begin with https://'],
  ['https://me:secret@example.com/hook', 'It must not hold a user name or password'],
  ['not an address', 'It must be an address beginning with https://'],
];
