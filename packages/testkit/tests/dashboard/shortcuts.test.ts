import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { entry, MONTH, openOctober, schedule } from './support/calendar.ts';
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

test('keys work in the calendar, but not while an entry is moved', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await schedule(visitor, { text: 'To move', scheduledFor: '2099-10-20T09:00:00Z' });
  await openOctober(visitor, MONTH, 'October 2099');
  const toMove = entry(visitor, /^Scheduled 11:00 To move/);
  await toMove.press('m');
  await page.getByText(/^Moving “To move”/).waitFor();
  await page.keyboard.press('?');
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await page.getByText(/^Moving “To move”/).waitFor({ state: 'detached' });
  await toMove.and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/calendar');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await toMove.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('/');
  await page.locator('#post-search:focus').waitFor();
  await page.goBack();
  await page.locator('td[aria-current="date"]').waitFor();
  await page.locator('td[aria-current="date"]').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await visitor.seeHeading('Drafts');
});
