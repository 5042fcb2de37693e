import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import type { Visitor } from './support/visitor.ts';

async function openSlots({ page }: Visitor) {
  await page.getByRole('button', { name: 'Slots Default' }).click();
  const dialog = page.getByRole('dialog', { name: 'Slots of Default' });
  await dialog.getByRole('button', { name: 'Save slots' }).waitFor();
  return dialog;
}

async function storedSlots(visitor: Visitor): Promise<unknown> {
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  return (await visitor.read(`/api/profiles/${profiles[0]?.id}/slots`)).body;
}

test('edits the weekly times of a profile by keyboard', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await visitor.page.goto('/profiles');
  const dialog = await openSlots(visitor);
  await dialog.getByText('No slots yet').waitFor();
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  // Working days at nine are chosen at first.
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  await dialog.getByText('5 slots a week').waitFor();
  await dialog.getByRole('checkbox', { name: 'Saturday' }).press('Space');
  await dialog.getByLabel('Time', { exact: true }).fill('17:30');
  await dialog.getByLabel('Time', { exact: true }).press('Enter');
  await dialog.getByText('11 slots a week').waitFor();
  await dialog.getByRole('button', { name: 'Remove Wednesday 09:00' }).press('Enter');
  await dialog.getByText('10 slots a week').waitFor();
  await dialog.getByRole('region', { name: 'Week' }).and(page.locator(':focus')).waitFor();
  await expectGoodLook(page, 'slots');
  await dialog.getByRole('button', { name: 'Save slots' }).press('Enter');
  await visitor.seeText('The slots of Default were saved.');
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const times = days.flatMap((weekday) => [
    ...(weekday === 'wednesday' ? [] : [{ weekday, time: '09:00' }]),
    { weekday, time: '17:30' },
  ]);
  expect(await storedSlots(visitor)).toEqual({
    timeZone: 'Europe/Berlin',
    times: [...times, { weekday: 'saturday', time: '17:30' }],
  });
  await visitor.show('/activity');
  await page.getByText('Slots of profile Default changed').waitFor();
});

test('keeps what is stored when the dialog is closed, and says what is missing', async ({ visitor }) => {
  await visitor.enroll();
  await visitor.page.goto('/profiles');
  const dialog = await openSlots(visitor);
  await dialog.getByLabel('Time', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('Choose a time.').waitFor();
  await dialog.getByLabel('Time', { exact: true }).fill('08:15');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('5 slots a week').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await storedSlots(visitor)).toEqual({ timeZone: 'UTC', times: [] });
  const again = await openSlots(visitor);
  await again.getByText('No slots yet').waitFor();
});
