import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import type { Visitor } from './support/visitor.ts';

async function createByDialog({ page }: Visitor, button: string, name: string): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return dialog.getByRole('textbox', { name: 'API key' }).inputValue();
}

test('shows a new key once, which works until it is revoked', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.enroll();
  await page.goto('/keys');
  await visitor.seeText('No API keys yet');
  const rawKey = await createByDialog(visitor, 'Create a key', 'Release pipeline');
  const dialog = page.getByRole('dialog', { name: 'The key Release pipeline' });
  expect(rawKey).toMatch(/^sk_live_sandbox_[0-9A-Za-z]{49}$/);
  await dialog.getByText(`export SOCIAL_BASE_URL=${server.url}`).waitFor();
  await expectGoodLook(page, 'key-shown');

  await dialog.locator('button:focus', { hasText: 'Copy the key' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(rawKey);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.getByLabel('API key').inputValue(), 'it is not closed by accident').toBe(rawKey);
  expect(page.url()).not.toContain('sk_live');

  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await visitor.seeText('Release pipeline was created.');
  await dialog.waitFor({ state: 'hidden' });
  const isLeft = `document.documentElement.outerHTML.includes(${JSON.stringify(rawKey.slice(-20))})`;
  expect(await page.evaluate(isLeft)).toBe(false);

  const call = () => fetch(`${server.url}/api/usage`, { headers: { authorization: `Bearer ${rawKey}` } });
  expect((await call()).status).toBe(200);
  const row = page.getByRole('listitem').filter({ hasText: 'Release pipeline' });
  await row.getByText(`…${rawKey.slice(-4)}`).waitFor();
  await page.reload();
  await row.getByText('Last used').waitFor();
  await expectGoodLook(page, 'keys');

  await page.getByRole('button', { name: 'Revoke Release pipeline' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Release pipeline?' });
  await question.getByText('stops working at once').waitFor();
  await expectGoodLook(page, 'key-revoke');
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await visitor.seeText('Release pipeline was revoked. It no longer works.');
  await page.locator('h1:focus').waitFor();
  expect((await call()).status).toBe(401);
  await visitor.seeText('No API keys yet');
});

test('sends a revocation once for a double click, and stays open until it has failed', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/keys');
  await createByDialog(visitor, 'Create a key', 'Clicked twice');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Revoke Clicked twice' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Clicked twice?' });
  const sent: string[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/keys/*', async (route) => {
    sent.push(route.request().method());
    await answer.promise;
    await route.fulfill({ status: 500, json: { error: 'The server failed', code: 'internal_error' } });
  });
  await question.getByRole('button', { name: 'Revoke key' }).dblclick();
  await page.keyboard.press('Escape');
  await question.waitFor();
  answer.resolve();
  await question.getByText('Not revoked').waitFor();
  expect(sent).toEqual(['DELETE']);
  expect(visitor.takeComplaints()).toEqual([expect.stringContaining('status of 500')]);
});

test('marks the key for copying where a page may not use the clipboard', async ({ visitor }) => {
  const { page, context } = visitor;
  await using _value = await context.addInitScript(
    'Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined })',
  );
  await using _property = await context.addInitScript('delete Navigator.prototype.clipboard');
  await visitor.enroll();
  await page.goto('/keys');
  const rawKey = await createByDialog(visitor, 'Create a key', 'Laptop');
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await visitor.seeText('The key is selected');
  expect(await page.evaluate('document.activeElement.value.slice(0, document.activeElement.selectionEnd)')).toBe(
    rawKey,
  );
});

test('shows a key that was not stored again when the page was left with the Back button, and asks before it is left for good', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/usage');
  await page.getByRole('link', { name: 'API keys' }).click();
  const rawKey = await createByDialog(visitor, 'Create a key', 'Pipeline');
  await page.goBack();
  await visitor.seeHeading('Usage');
  const reminder = page.getByRole('alert').filter({ hasText: 'The key Pipeline is not stored yet' });
  await reminder.waitFor();
  await expectGoodLook(page, 'key-not-stored');
  await reminder.getByRole('link', { name: 'Show the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'The key Pipeline' });
  expect(await dialog.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(rawKey);
  await dialog.locator('button:focus', { hasText: 'Copy the key' }).waitFor();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await visitor.seeText('Pipeline was created.');
  await page.goBack();
  await visitor.seeHeading('Usage');
  expect(await reminder.count()).toBe(0);
  const isLeft = `document.documentElement.outerHTML.includes(${JSON.stringify(rawKey.slice(-20))})`;
  expect(await page.evaluate(isLeft)).toBe(false);

  await page.getByRole('link', { name: 'API keys' }).click();
  await createByDialog(visitor, 'New API key', 'Another');
  const asked = page.waitForEvent('dialog');
  const leaving = page.goto('/usage').catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  await page.getByRole('textbox', { name: 'API key' }).waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.goto('/usage');
  await visitor.seeHeading('Usage');
});
