import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

async function publish({ context }: Visitor, post: object): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const texts = ({ page }: Visitor) =>
  expect.poll(() =>
    page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'about' }).allTextContents(),
  );

test('finds posts by words and labels, keeps the filters in the address, and saves them as a view', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const launch = await publish(visitor, {
    text: 'All about the launch in München',
    labels: ['Launch', 'press release'],
  });
  await publish(visitor, { text: 'More about the launch', labels: ['press release'] });
  await publish(visitor, { text: 'Nothing about it' });
  await expect
    .poll(async () => (await (await visitor.context.request.get('/api/v1/posts?q=about')).json()).posts.length)
    .toBe(3);
  await page.goto('/');
  await texts(visitor).toHaveLength(3);
  const search = page.locator('#post-search');
  await search.fill('munchen laun');
  await texts(visitor).toEqual(['All about the launch in München']);
  expect(new URL(page.url()).search).toBe('?q=munchen+laun');
  await page.reload();
  expect(await search.inputValue()).toBe('munchen laun');
  await search.fill('nonsense');
  await visitor.seeHeading('No post passes these filters');
  await search.fill('');
  await texts(visitor).toHaveLength(3);
  // With the keyboard alone: a label of a post leads to all that have it, and the filters become a view.
  await page.getByRole('link', { name: 'Label press release' }).first().press('Enter');
  await texts(visitor).toEqual(['More about the launch', 'All about the launch in München']);
  expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('press release');
  await page.getByRole('button', { name: 'Save view' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('For the press');
  await expectGoodLook(page, 'posts-save-view');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  const view = page.getByRole('link', { name: 'For the press' });
  expect(await view.getAttribute('aria-current')).toBe('page');
  // Another device has the view, since the server keeps it.
  const other = await visitor.context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'For the press' }).click();
  await expect.poll(() => new URL(other.url()).search).toBe('?label=press+release');
  await other.close();
  await page.getByRole('button', { name: 'Delete the view For the press' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete this view?' })
    .getByRole('button', { name: 'Delete the view' })
    .press('Enter');
  await view.waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  await visitor.show(`/posts/${launch}`);
  await page.getByRole('link', { name: 'Label launch' }).waitFor();
  const edit = page.getByRole('button', { name: 'Edit labels' });
  await edit.press('Enter');
  const labels = page.getByRole('dialog', { name: 'Labels of this post' });
  await labels.getByLabel('Labels', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Fair,');
  await expectGoodLook(page, 'post-labels-edited');
  await labels.getByRole('button', { name: 'Remove the label launch' }).press('Enter');
  await labels.getByRole('button', { name: 'Save labels' }).press('Enter');
  await labels.waitFor({ state: 'detached' });
  await edit.and(page.locator(':focus')).waitFor();
  await page.getByRole('link', { name: 'Label fair' }).waitFor();
  expect((await visitor.read(`/api/v1/posts/${launch}`)).body['labels']).toEqual(['press release', 'fair']);
});

test('a view keeps the profile that is chosen in the header', async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const made = await context.request.post('/api/profiles', { data: { name: 'Brand' } });
  const { profile } = (await made.json()) as { profile: { id: string } };
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'], profileId: profile.id });
  await publish(visitor, { text: 'All about us', labels: ['news'] });
  await publish(visitor, { text: 'All about the brand', labels: ['news'], profile: 'brand' });
  await page.goto('/?label=news');
  await texts(visitor).toEqual(['All about the brand', 'All about us']);
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  const save = async (name: string, note: string) => {
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByText(note).waitFor();
    await dialog.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
  };
  await visitor.chooseProfile('Brand');
  await texts(visitor).toEqual(['All about the brand']);
  await save('News of the brand', 'It keeps the profile Brand.');
  await visitor.chooseProfile('All profiles');
  await texts(visitor).toEqual(['All about the brand', 'All about us']);
  await save('All news', 'It shows the profile that is chosen in the header.');
  await page.getByRole('link', { name: 'News of the brand' }).click();
  await texts(visitor).toEqual(['All about the brand']);
  await page.getByRole('button', { name: 'Profile: Brand' }).waitFor();
});
