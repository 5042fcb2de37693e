import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

async function createProfile({ context }: Visitor, name: string): Promise<string> {
  const answer = await context.request.post('/api/profiles', { data: { name } });
  return (await answer.json()).profile.id;
}

test('creates, renames and chooses the default among profiles, and says next to the field what is wrong with a name', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'New profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Acme Blog');
  await dialog.getByRole('button', { name: 'Create profile' }).click();
  await visitor.seeText('Acme Blog was created.');
  await dialog.waitFor({ state: 'hidden' });
  const acme = page.getByRole('listitem').filter({ hasText: 'Acme Blog' });
  await acme.getByText('--profile acme-blog').waitFor();
  await acme.getByRole('link', { name: 'No connections yet of Acme Blog' }).waitFor();

  await page.getByRole('button', { name: 'Rename Acme Blog' }).click();
  await dialog.getByLabel('Name').fill('Acme News');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await visitor.seeText('Acme Blog is now called Acme News.');
  const news = page.getByRole('listitem').filter({ hasText: 'Acme News' });
  await news.getByText('--profile acme-blog').waitFor();

  await page.getByRole('button', { name: 'Make default Acme News' }).click();
  await visitor.seeText('Acme News is the default now.');
  await expect.poll(() => news.getByRole('button').count(), { message: 'the default cannot be deleted' }).toBe(2);
  await news.getByText('cannot be deleted until another profile is the default').waitFor();
  const { profiles } = (await visitor.read('/api/profiles')).body as {
    profiles: { name: string; isDefault: boolean }[];
  };
  expect(profiles.filter(({ isDefault }) => isDefault)).toMatchObject([{ name: 'Acme News' }]);

  await page.getByRole('button', { name: 'New profile' }).click();
  const name = dialog.getByLabel('Name');
  const send = dialog.getByRole('button', { name: 'Create profile' });
  await send.click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.locator('input:focus[aria-invalid="true"]').waitFor();
  await name.fill('acme news');
  await send.click();
  await dialog.getByText('A profile has this name already').waitFor();
  visitor.expectRefusal('400 /api/profiles');
  await name.fill('Acme \u202e golB');
  await send.click();
  await dialog
    .getByText(/name/i)
    .and(dialog.getByText(/character/i))
    .waitFor();
  await dialog.locator('input:focus[aria-invalid="true"]').waitFor();
});

test('deletes a profile with its connections and scheduled posts', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  const profileId = await createProfile(visitor, 'Campaign');
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'], profileId });
  const scheduled = await context.request.post('/api/v1/posts', {
    data: {
      text: 'Later',
      profile: 'campaign',
      platforms: ['profnet'],
      scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expect(scheduled.status()).toBe(201);
  const { id } = await scheduled.json();

  await page.goto('/profiles');
  const link = page.getByRole('link', { name: '1 connection of Campaign' });
  expect(await link.getAttribute('href')).toBe(`/connections?profileId=${profileId}`);
  await expectGoodLook(page, 'profiles');
  await page.getByRole('button', { name: 'Delete Campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Campaign?' });
  await dialog.getByText('Its accounts are disconnected and its scheduled posts are canceled.').waitFor();
  await expectGoodLook(page, 'profile-delete');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Delete Campaign' }))
    .waitFor();

  // The page may hear of the change, and read the connections again, before the profile has left it.
  visitor.expectRefusal('404 /api/connect/status');
  await page.getByRole('button', { name: 'Delete Campaign' }).click();
  await dialog.getByRole('button', { name: 'Delete profile' }).click();
  await visitor.seeText('Campaign was deleted, with its connections and scheduled posts.');
  await page.locator('h1:focus').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Campaign' }).waitFor({ state: 'detached' });
  expect(await visitor.read(`/api/v1/posts/${id}`)).toMatchObject({ body: { status: 'canceled' } });
});
