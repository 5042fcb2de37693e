import { samplePng, uniqueText } from '@social/testkit';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition, Composition } from './support/composition.ts';
import { expectGoodLook } from './support/good-look.ts';
import type { Visitor } from './support/visitor.ts';

interface StoredDraft {
  readonly id: string;
  readonly text: string;
  readonly updatedAt: string;
}

async function draftsOf(visitor: Visitor): Promise<StoredDraft[]> {
  return (await visitor.read('/api/v1/drafts')).body['drafts'] as StoredDraft[];
}

const NOT_SAVED = 'Not saved: no connection, kept on this device';

/** Stores what is written before it stores itself, and waits for its address. @returns its id */
async function saveAsDraft(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Save (as draft|now)$/ }).click();
  await page.waitForURL('**/write?draft=*');
  return new URL(page.url()).searchParams.get('draft') ?? '';
}

/** The page saves after seconds: to ask more often costs more than it finds. */
const EVERY = { interval: 250 };

/** Waits until the server has this text. */
async function seeStored(visitor: Visitor, id: string, expected: object): Promise<void> {
  await expect.poll(async () => (await visitor.read(`/api/v1/drafts/${id}`)).body, EVERY).toMatchObject(expected);
}

async function beginAnother(page: Page, composition: Composition): Promise<void> {
  await page.getByRole('button', { name: 'Write another' }).click();
  await page.waitForURL('**/write');
  await composition.choose('LinkedIn');
}

/** Lets a request reach the server, and loses its answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test('what is written is saved as a draft, then after each change, and goes on in another browser', async ({
  visitor,
  server,
  browser,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'socialnet'] });
  await composition.choose('LinkedIn', 'Facebook');
  const text = uniqueText('On two devices');
  await composition.text.fill(text);
  await composition.addPart('Second part');
  await composition.customize('Facebook', 'For Facebook');
  await composition.showCommon();
  await composition.add({ name: 'stand.png', mimeType: 'image/png', buffer: samplePng(21) });
  await composition.file('stand.png').getByLabel('Description for people').fill('Our stand');
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  await page.getByLabel('Date and time', { exact: true }).fill('2031-01-01T10:00');
  await composition.text.focus();
  const id = await saveAsDraft(page);
  await page.getByText(/^Saved (just now|\d+ s ago)/).waitFor();
  await composition.part(2).fill('Second part, longer');
  await seeStored(visitor, id, {
    ...{ text, thread: ['Second part, longer'], platforms: ['profnet', 'socialnet'] },
    ...{ overrides: { socialnet: { text: 'For Facebook', thread: ['Second part'] } }, media: [{ alt: 'Our stand' }] },
    scheduledFor: '2031-01-01T09:00:00.000Z',
  });
  await page.getByText(/^Saved (just now|\d+ s ago)/).waitFor();

  // Another browser of the same person.
  const other = await browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Berlin' });
  await other.addCookies(await visitor.context.cookies());
  const second = await other.newPage();
  await second.goto('/drafts');
  await second.getByRole('link', { name: /^Edit On two devices/ }).click();
  const elsewhere = new Composition(second);
  await elsewhere.part(2).waitFor();
  expect(await elsewhere.text.inputValue()).toBe(text);
  expect(await elsewhere.part(2).inputValue()).toBe('Second part, longer');
  await second.getByRole('tab', { name: 'Facebook' }).click();
  expect(await second.getByLabel('Text for Facebook').inputValue()).toBe('For Facebook');
  expect(await elsewhere.file('Picture 1').getByLabel('Description for people').inputValue()).toBe('Our stand');
  expect(await second.getByLabel('Date and time', { exact: true }).inputValue()).toBe('2031-01-01T10:00');
  for (const platform of ['LinkedIn', 'Facebook']) {
    expect(await elsewhere.account(platform).isChecked()).toBe(true);
  }
  await second.getByRole('radio', { name: 'Now', exact: true }).check();
  await second.getByRole('button', { name: 'Publish now' }).click();
  await second.getByRole('heading', { name: 'Published', exact: true }).waitFor();
  const sent = (await server.sandbox.posts()).filter(
    ({ text: sentText }) => sentText.startsWith(text) || sentText === 'For Facebook\n\nSecond part',
  );
  expect(sent.map(({ network }) => network).sort()).toEqual(['facebook', 'linkedin']);
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({ posts: [{ text, media: [{ alt: 'Our stand' }], draft: { id } }] });
  expect(body['posts']).toHaveLength(1);
  expect(await draftsOf(visitor)).toEqual([]);
  await second.getByRole('button', { name: 'Write another' }).click();
  await second.waitForURL('**/write');
  expect(await elsewhere.text.inputValue()).toBe('');
  expect(await second.evaluate('JSON.stringify(localStorage)')).not.toContain(text);
  await other.close();

  await page.reload();
  await visitor.seeHeading('This draft was approved');
});

test('two editors do not overwrite each other, and a draft that is approved or deleted meanwhile is stored anew', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  await composition.text.fill('First words');
  const id = await saveAsDraft(page);
  visitor.expectRefusal(`409 /api/v1/drafts/${id}`);
  const changed = page.getByRole('alert').filter({ hasText: 'Changed elsewhere' });
  /** Without the page being told before it has changes of its own: it would take over the other text. */
  const change = async (theirs: string, mine: string) => {
    const { promise: isWritten, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/v1/drafts/${id}`, async (route) => {
      if (route.request().method() === 'GET') await isWritten;
      await route.continue();
    });
    await context.request.patch(`/api/v1/drafts/${id}`, { data: { text: theirs } });
    await composition.text.fill(mine);
    release();
  };

  await change('Theirs', 'Mine');
  await changed.getByText(`${visitor.email} changed this draft`).waitFor();
  await expectGoodLook(page, 'write-changed');
  await changed.getByRole('button', { name: 'Show theirs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Their version' });
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  await expectGoodLook(page, 'write-theirs');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await seeStored(visitor, id, { text: 'Mine' });
  await changed.waitFor({ state: 'detached' });

  await change('Theirs again', 'Mine again');
  await changed.getByRole('button', { name: 'Show theirs' }).click();
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => composition.text.inputValue()).toBe('Theirs again');
  await seeStored(visitor, id, { text: 'Theirs again' });
  expect((await visitor.read('/api/v1/posts')).body).toMatchObject({ posts: [] });

  visitor.expectRefusal(`404 /api/v1/drafts/${id}`);
  await context.request.delete(`/api/v1/drafts/${id}`);
  await composition.text.fill('Not lost');
  const gone = page.getByRole('alert').filter({ hasText: 'Deleted meanwhile' });
  await gone.getByRole('button', { name: 'Save as a new draft' }).click();
  await page.waitForURL((url) => url.searchParams.get('draft') !== id);
  await expect.poll(() => draftsOf(visitor), EVERY).toMatchObject([{ text: 'Not lost' }]);

  const [{ id: next, updatedAt } = { id: '', updatedAt: '' }] = await draftsOf(visitor);
  visitor.expectRefusal(`409 /api/v1/drafts/${next}`);
  await context.request.post(`/api/v1/drafts/${next}/approve`, { data: { ifUpdatedAt: updatedAt } });
  await composition.text.fill('Too late');
  const approved = page.getByRole('alert').filter({ hasText: 'Approved meanwhile' });
  await approved.getByRole('link', { name: 'See its post' }).waitFor();
  await approved.getByRole('button', { name: 'Save as a new draft' }).click();
  await expect.poll(() => draftsOf(visitor), EVERY).toMatchObject([{ text: 'Too late' }]);
  expect((await visitor.read('/api/v1/posts')).body).toMatchObject({ posts: [{ text: 'Not lost' }] });
  visitor.expectRefusal('404 /api/v1/drafts/of-nobody');
  await visitor.show('/write?draft=of-nobody');
  await visitor.seeHeading('There is no such draft');
});

test('a lost answer makes no second draft and no second post, and what is not saved outlives a reload', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  const save = page.getByRole('button', { name: /^Save (as draft|now)$/ });
  const publish = page.getByRole('button', { name: 'Publish now' });
  const sent = async (begin: string) =>
    (await server.sandbox.posts()).map((post) => post.text).filter((text) => text.startsWith(begin));
  const posts = async () => (await visitor.read('/api/v1/posts')).body['posts'];

  // The answer to the first save: publishing approves that draft, and leaves none open.
  const approved = uniqueText('Saved and sent');
  await composition.choose('LinkedIn');
  await composition.text.fill(approved);
  await page.route('**/api/v1/drafts', loseAnswer);
  await save.click();
  await page.getByText(NOT_SAVED).last().waitFor();
  await page.unrouteAll();
  await publish.click();
  await visitor.seeHeading('Published');
  expect(await posts()).toMatchObject([{ text: approved, outcome: 'published' }]);
  expect(await sent(approved)).toHaveLength(1);
  expect(await draftsOf(visitor)).toEqual([]);

  // The answer to a post: what may have been sent is not saved as a draft, which would be sent once more.
  await beginAnother(page, composition);
  const direct = uniqueText('Sent, answer lost');
  await composition.text.fill(direct);
  await page.route('**/api/v1/posts', loseAnswer);
  await publish.click();
  await page.getByText('It is not known whether it was sent').waitFor();
  await page.unrouteAll();
  expect(await page.getByRole('button', { name: 'Save as draft' }).isDisabled()).toBe(true);
  await publish.click();
  await visitor.seeHeading('Published');
  expect(await posts()).toMatchObject([{ text: direct }, { text: approved }]);
  expect(await sent(direct)).toHaveLength(1);
  expect(await draftsOf(visitor)).toEqual([]);

  // The answer of the approval.
  await beginAnother(page, composition);
  const once = uniqueText('Approved once');
  await composition.text.fill(once);
  const approvedId = await saveAsDraft(page);
  await composition.text.fill(`${once}, at last`);
  await page.route('**/approve', loseAnswer);
  await publish.dblclick();
  await page.getByRole('alert').getByText('It is not known whether it was sent.').waitFor();
  await page.unrouteAll();
  await publish.click();
  await visitor.seeHeading('Published');
  expect(await sent(once)).toEqual([`${once}, at last`]);
  expect(await posts()).toMatchObject([{ draft: { id: approvedId } }, {}, {}]);

  // The answers to saves, of which a reload keeps what was written.
  await beginAnother(page, composition);
  await composition.text.fill('Once');
  const isLost = (url: URL) => url.pathname.startsWith('/api/v1/drafts');
  await page.route(isLost, (route) => (route.request().method() === 'GET' ? route.continue() : loseAnswer(route)));
  await save.click();
  await page.getByText(NOT_SAVED).last().waitFor();
  await composition.text.fill('Once, and more');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await composition.text.waitFor();
  await page.unrouteAll();
  await saveAsDraft(page);
  await expect.poll(() => draftsOf(visitor), EVERY).toMatchObject([{ text: 'Once, and more' }]);

  const [{ id } = { id: '' }] = await draftsOf(visitor);
  await page.route(isLost, (route) => (route.request().method() === 'GET' ? route.continue() : loseAnswer(route)));
  await composition.text.fill('Changed');
  await page.getByText(NOT_SAVED).last().waitFor();
  await page.unrouteAll();
  await page.reload();
  await seeStored(visitor, id, { text: 'Changed' });
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await draftsOf(visitor)).toHaveLength(1);
  visitor.expectComplaint('net::ERR_FAILED');
});

test('fields that the form does not show are kept, named and published', async ({ visitor, server }) => {
  const { page, context } = visitor;
  await beginComposition(visitor, server, { platforms: ['profnet', 'video'] });
  const data = {
    ...{ text: 'All fields', platforms: ['profnet', 'video', 'socialnet'], source: 'file:posts#a.md', fitMedia: false },
    ...{ mediaUrls: ['https://example.com/shared.mp4'], meta: { title: 'A title' } },
    poll: { question: 'Which one?', options: ['Dark', 'Light'], minutes: 1440 },
    overrides: { profnet: { text: 'Own', thread: ['Own second'], media: [{ url: 'https://example.com/own.png' }] } },
    scheduledFor: '2031-03-01T10:00:30+02:00',
  };
  const answer = await context.request.post('/api/v1/drafts', { data });
  const { id } = (await answer.json()) as { id: string };
  await visitor.show(`/drafts/${id}`);
  await page.getByText('One answer, for 1 day').waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const kept = page.getByRole('group', { name: 'Also in this draft' });
  for (const words of [
    ...['LinkedIn: 1 file of its own', 'title: A title', 'https://example.com/shared.mp4'],
    ...['Files are sent as they are', 'Kept at file:posts#a.md'],
  ]) {
    await kept.getByText(words).waitFor();
  }
  // Facebook is not connected, and can be taken out.
  expect(await new Composition(page).account('Facebook').isChecked()).toBe(true);
  await visitor.seeText('Nothing can be published there now');
  await expectGoodLook(page, 'write-kept');
  await page.getByLabel('Text', { exact: true }).fill('All fields, changed');
  await seeStored(visitor, id, { ...data, text: 'All fields, changed' });
  await new Composition(page).account('Facebook').click();
  await seeStored(visitor, id, { ...data, text: 'All fields, changed', platforms: ['profnet', 'video'] });

  // What is kept for a platform that is gone can be taken out, and the parts of LinkedIn are written here.
  await kept.getByRole('button', { name: 'Take out title: A title' }).click();
  await page.getByRole('button', { name: 'Remove the poll' }).click();
  await page.getByRole('tab', { name: 'LinkedIn' }).click();
  await new Composition(page).part(2).fill('Own second, changed');
  const { text, media } = data.overrides.profnet;
  await seeStored(visitor, id, { overrides: { profnet: { text, media, thread: ['Own second, changed'] } } });
  expect((await visitor.read(`/api/v1/drafts/${id}`)).body['meta'] ?? {}).toEqual({});
  expect((await visitor.read(`/api/v1/drafts/${id}`)).body['poll']).toBeUndefined();
  await page.getByRole('button', { name: 'Use the common text again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use the common text' }).click();
  await expect
    .poll(async () => (await visitor.read(`/api/v1/drafts/${id}`)).body['overrides'], EVERY)
    .toEqual({ profnet: { media } });
});
