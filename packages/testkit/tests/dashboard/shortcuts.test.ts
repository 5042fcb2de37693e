import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

test('keys go to pages, write and search, but not while somebody writes, and can be turned off; the palette finds pages, actions and profiles by their words', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await context.request.post('/api/profiles', { data: { name: 'Press team' } });
  await page.goto('/usage');
  await visitor.seeHeading('Usage');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await visitor.seeHeading('Drafts');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await visitor.seeHeading('Calendar');
  await page.keyboard.press('/');
  await page.waitForURL((url) => url.pathname === '/');
  await page.keyboard.press('n');
  await page.getByText('Publish to').waitFor();
  const text = page.getByLabel('Text', { exact: true });
  await text.pressSequentially('gd n?');
  expect(await text.inputValue()).toBe('gd n?');
  expect(new URL(page.url()).pathname).toBe('/write');

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('h1:focus').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to the calendar').waitFor();
  await expectGoodLook(page, 'shortcuts');
  await page.getByRole('link', { name: 'your account' }).click();
  await page.getByRole('checkbox', { name: 'Shortcuts of single keys' }).uncheck();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  await page.reload();
  await visitor.seeHeading('Keyboard');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go somewhere or do something' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account');

  const field = page.getByRole('combobox', { name: 'Search pages, actions and profiles' });
  await field.and(page.locator(':focus')).waitFor();
  await expectGoodLook(page, 'palette');
  await field.fill('press');
  const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await expect.poll(() => options.count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'));
  await page.keyboard.press('Enter');
  await visitor.seeHeading('Connections');
  expect(new URL(page.url()).searchParams.get('profileId')).toMatch(/^[\w-]+$/);
  await page.keyboard.press('Control+k');
  await field.fill('nothing like it');
  await visitor.seeText('Nothing is called like that.');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  for (const name of ['Results', 'First steps', 'First steps']) {
    await page.keyboard.press('Control+k');
    await field.fill(name);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText(name, { exact: true }).waitFor();
  }
});
