import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

/** Stores a draft. @returns its id and the path of its page */
async function store({ context }: Visitor, draft: object): Promise<{ id: string; path: string }> {
  const answer = await context.request.post('/api/v1/drafts', { data: draft });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, url } = (await answer.json()) as { id: string; url: string };
  return { id, path: new URL(url).pathname };
}

test('a draft is looked at, approved once and leads to its post', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await page.goto('/drafts');
  await visitor.seeHeading('No draft waits for approval');
  const { path } = await store(visitor, {
    ...{ text: 'Release 1.4 is out', platforms: ['profnet', 'microblog'] },
    overrides: { microblog: { text: '1.4 is out' } },
  });
  const link = page.getByRole('link', { name: 'Release 1.4 is out', exact: true });
  await link.waitFor();
  await expectGoodLook(page, 'drafts');
  await link.click();
  await visitor.seeText('On X instead');
  await visitor.seeText('Approving publishes the post at once');
  expect(new URL(page.url()).pathname).toBe(path);
  await expectGoodLook(page, 'draft');
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.waitForURL('**/posts/*');
  await visitor.seeText('Release 1.4 is out');
  await visitor.show(path);
  await page.getByRole('link', { name: 'this post' }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve and publish' }).count()).toBe(0);
  const { posts } = (await visitor.read('/api/v1/posts')).body as { posts: { text: string }[] };
  expect(posts.map(({ text }) => text)).toEqual(['Release 1.4 is out']);
});

test('a draft without a text waits for one and is deleted after a question, and one that has changed since it was shown is not approved', async ({
  visitor,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  const { path } = await store(visitor, { platforms: ['profnet'] });
  await page.goto(path);
  await visitor.seeText('It has no text yet');
  expect(await page.getByRole('button', { name: 'Approve and publish' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await visitor.seeHeading('No draft waits for approval');
  visitor.expectRefusal(`404 ${path.replace('/drafts', '/api/v1/drafts')}`);
  await page.goto(path);
  await visitor.seeHeading('There is no such draft');

  const stored = await store(visitor, {
    ...{ text: 'Before', platforms: ['profnet'], scheduledFor: '2020-01-01T00:00:00Z' },
    ...{ media: [{ url: 'https://example.com/own.png' }], mediaUrls: ['https://example.com/shared.png'] },
  });
  await page.goto(stored.path);
  await visitor.seeText('Before');
  // Everything that would be published is shown; a time that has passed means now.
  for (const file of ['own', 'shared']) await page.locator(`a[href="https://example.com/${file}.png"]`).waitFor();
  // The page does not read it again.
  visitor.expectComplaint('net::ERR_FAILED');
  await page.route('**/api/events**', (route) => route.abort());
  await context.request.patch(`/api/v1/drafts/${stored.id}`, { data: { text: 'After' } });
  visitor.expectRefusal(`409 /api/v1/drafts/${stored.id}/approve`);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await visitor.seeText('Not approved');
  await visitor.seeText('After');
  expect((await visitor.read('/api/v1/posts')).body).toMatchObject({ posts: [] });
});
