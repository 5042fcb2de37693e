import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';

test('opens and closes the navigation and the menu of a phone by the keyboard', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  visitor.expectRefusal('404 /no/such/page');
  await page.goto('/no/such/page');
  await visitor.seeHeading('No such page');
  await expectGoodLook(page, 'no-such-page');
  await page.setViewportSize({ width: 360, height: 740 });
  const navigation = page.getByRole('navigation', { name: 'Workspace' });
  await navigation.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open the navigation' }).focus();
  await page.keyboard.press('Enter');
  await navigation.getByRole('link', { name: 'Connections' }).focus();
  await expectGoodLook(page, 'navigation-open', { isOtherOnPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Escape');
  await navigation.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Open the navigation');

  await page.getByRole('button', { name: `Account ${visitor.email}` }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Account and sessions' });
  await item.waitFor();
  await page.locator('[role^="menuitem"]:focus').waitFor();
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(`Account ${visitor.email}`);
});
