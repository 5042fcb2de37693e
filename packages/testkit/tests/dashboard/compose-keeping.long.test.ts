import { uniqueText } from '@social/testkit';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition, Composition } from './support/composition.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

const COPIES =
  'Object.entries(localStorage).filter(([key]) => key.startsWith("social.draft.")).map(([, text]) => text)';

/** Collects what the page says about saving, as a screen reader would read it out. */
const LISTEN = `globalThis.heard = []; new MutationObserver(() => {
  const said = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).filter((text) => /saved/i.test(text)).join();
  if (said !== (heard.at(-1) ?? '')) heard.push(said);
}).observe(document.body, { subtree: true, childList: true, characterData: true })`;

/** The page saves after seconds: to ask more often costs more than it finds. */
const EVERY = { interval: 250 };

async function textsOf(visitor: Visitor): Promise<string[]> {
  const { drafts } = (await visitor.read('/api/v1/drafts')).body as { drafts: { text: string }[] };
  return drafts.map(({ text }) => text);
}

function copies(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(COPIES);
}

test('what is written saves itself, and a change made elsewhere is shown before the next save', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'socialnet'] });
  await composition.choose('LinkedIn');
  await page.getByText('Saves itself as you write').waitFor();
  const text = uniqueText('Without a button');
  await composition.text.fill(text);
  // Enter on a chip does not publish.
  await composition.account('LinkedIn').press('Enter');
  await composition.text.press('End');
  await page.waitForURL('**/write?draft=*');
  expect(await textsOf(visitor)).toEqual([text]);
  expect(await page.locator(':focus').getAttribute('aria-describedby'), 'the writer goes on').toBe(
    await composition.text.getAttribute('aria-describedby'),
  );
  await page.getByText(/^Saved (just now|\d+ s ago)/).waitFor();
  await expect.poll(() => copies(page), { message: 'the server has it' }).toEqual([]);

  const id = new URL(page.url()).searchParams.get('draft');
  await context.request.patch(`/api/v1/drafts/${id}`, { data: { text: 'From elsewhere' } });
  await expect.poll(() => composition.text.inputValue()).toBe('From elsewhere');
  await page.getByRole('status').getByText(`${visitor.email} has changed this draft`).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  // A copy of this tab outlives what another tab saves.
  const other = await context.newPage();
  await other.goto(page.url());
  await new Composition(other).text.waitFor();
  await page.route('**/api/v1/drafts/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await composition.text.fill('Only here');
  await expect.poll(async () => (await copies(page)).join(), EVERY).toContain('Only here');
  await new Composition(other).text.fill('From the other tab');
  await expect.poll(() => textsOf(visitor), EVERY).toEqual(['From the other tab']);
  await other.getByText(/^Saved (just now|\d+ s ago)/).waitFor();
  expect((await copies(page)).join()).toContain('Only here');
  visitor.expectComplaint('net::ERR_FAILED');
});

test('what is left before its first save becomes a draft of its writer, and something new begins', async ({
  visitor,
  stranger,
  server,
}) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await stranger.enroll();
  await composition.choose('LinkedIn');
  await composition.text.fill('Left at once');
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await expect.poll(() => textsOf(visitor), { ...EVERY, timeout: 8_000 }).toEqual(['Left at once']);
  await page.evaluate("history.pushState(null, '', '/write?at=2031-01-06T09:00:00Z')");
  await page.getByLabel('Date and time', { exact: true }).waitFor();
  expect(await composition.text.inputValue()).toBe('');
  expect((await visitor.read('/api/v1/drafts')).body['drafts']).toMatchObject([{ text: 'Left at once' }]);

  await composition.choose('LinkedIn');
  await composition.text.fill('Of the first person');
  await context.addCookies([await stranger.sessionCookie()]);
  await page.evaluate("new BroadcastChannel('social.session').postMessage(null)");
  await page.getByRole('button', { name: `Account ${stranger.email}` }).waitFor();
  await page.waitForTimeout(3_500);
  expect(await textsOf(stranger)).toEqual([]);
});

test("a network's own text comes back with its network after a reload, and is deleted after a question", async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'socialnet'] });
  await composition.choose('LinkedIn', 'Facebook');
  await composition.text.fill('For all');
  await composition.customize('Facebook', 'For Facebook');
  await composition.account('Facebook').click();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.waitForURL('**/write?draft=*');
  await page.getByText(/^Saved (just now|\d+ s ago)/).waitFor();
  await page.reload();
  await composition.account('Facebook').check();
  await page.getByRole('tab', { name: 'Facebook' }).click();
  const own = page.getByLabel('Text for Facebook', { exact: true });
  expect(await own.inputValue()).toBe('For Facebook');
  await page.getByRole('button', { name: 'Use the common text again' }).click();
  await page.getByRole('button', { name: 'Keep its own text' }).click();
  expect(await own.inputValue()).toBe('For Facebook');
});

test('what the server does not have yet outlives its tab and a lost connection, and is gone after signing out', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  // While nothing can be saved.
  await page.route('**/api/v1/drafts', (route) => route.abort());
  await composition.text.fill('Kept on this device');
  await page.getByText('Not saved: no connection, kept on this device').last().waitFor();
  await page.goto('about:blank');
  await page.close();
  expect(await textsOf(visitor)).toEqual([]);

  const next = await context.newPage();
  const again = new Composition(next);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await next.route('**/api/connect/status*', async (route) => {
    await held;
    await route.continue();
  });
  await next.goto('/write');
  await expect.poll(() => again.text.inputValue()).toBe('Kept on this device');
  await again.text.fill('Kept, and saved');
  await next.getByRole('button', { name: 'Publish now' }).click();
  await next.getByRole('alert').getByText('Your accounts are still loading').waitFor();
  await next.waitForURL('**/write?draft=*');
  release();
  expect(await again.account('LinkedIn').isChecked()).toBe(true);
  await expect
    .poll(() => textsOf(visitor), { ...EVERY, message: 'once, although the first save was not answered' })
    .toEqual(['Kept, and saved']);

  await next.route('**/api/v1/drafts/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await again.text.fill('A secret');
  await expect.poll(async () => (await copies(next)).join(), EVERY).toContain('A secret');
  // A dry run of the text may be on its way.
  visitor.expectRefusal('401 /api/v1/posts');
  // The same tab of another person shows nothing of it.
  await next.getByRole('button', { name: `Account ${visitor.email}` }).click();
  await next.getByRole('menuitem', { name: 'Sign out' }).click();
  await next.getByRole('alert').getByText('your last words could not be saved').waitFor();
  await next.getByRole('menuitem', { name: 'Sign out without saving' }).click();
  await next.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  expect(await copies(next)).toEqual([]);
  visitor.expectComplaint('net::ERR_FAILED');
});

test('a lost connection is read out once, and signing out saves the last words first and leaves what others wrote', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await page.evaluate('localStorage.setItem("social.draft.other/b@example.com.new-1", "theirs")');
  await composition.choose('LinkedIn');
  await page.evaluate(LISTEN);
  await page.route('**/api/v1/drafts', (route) => route.abort());
  await composition.text.fill('Tried again and again');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const again = page.getByRole('button', { name: 'Save again' });
  const lost = 'Not saved: no connection, kept on this device';
  for (let tried = 0; tried < 2; tried += 1) {
    await page.getByText(lost).nth(1).waitFor();
    const [refused] = await Promise.all([page.waitForEvent('requestfailed'), again.press('Enter')]);
    expect(refused.url()).toBe(`${server.url}/api/v1/drafts`);
  }
  await page.getByText(lost).nth(1).waitFor();
  await again.and(page.locator(':focus')).waitFor();
  await page.unroute('**/api/v1/drafts');
  await again.press('Enter');
  await page.waitForURL('**/write?draft=*');
  expect(await page.evaluate<string[]>('heard')).toEqual([lost, 'Saved']);
  const change = (answer: (route: Route) => Promise<void>) =>
    page.route('**/api/v1/drafts/*', (route) =>
      route.request().method() === 'GET' ? route.continue() : answer(route),
    );
  await change((route) => route.abort());
  await composition.text.fill('Lost, then refused');
  await again.waitFor();
  visitor.expectRefusal(`403 /api/v1/drafts/${new URL(page.url()).searchParams.get('draft')}`);
  await change((route) =>
    route.fulfill({ status: 403, json: { error: 'Not yours', code: 'forbidden', requestId: 'refused' } }),
  );
  await again.press('Enter');
  await page.getByRole('alert').getByText('Not yours').waitFor();
  expect(await page.evaluate<string[]>('heard')).toEqual([lost, 'Saved', lost, '']);
  await page.unroute('**/api/v1/drafts/*');
  visitor.expectComplaint('net::ERR_FAILED');
  await composition.text.fill('Saved in the last second');
  // A dry run of the text may be on its way.
  visitor.expectRefusal('401 /api/v1/posts');
  await visitor.signOut();
  expect(await copies(page)).toEqual(['theirs']);
  await visitor.fillCredentials('Sign in');
  await page.getByRole('button', { name: `Account ${visitor.email}` }).waitFor();
  expect(await textsOf(visitor)).toEqual(['Saved in the last second']);
});

test('what is written stays with its profile, whatever the header of another tab shows', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await server.setPlan(visitor.email, 'pro');
  const answer = await context.request.post('/api/profiles', { data: { name: 'Brand' } });
  const { profile } = (await answer.json()) as { profile: { id: string } };
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'], profileId: profile.id });
  const composition = new Composition(page);
  await composition.open();
  await page.getByText('Profile Default', { exact: true }).waitFor();
  await composition.choose('LinkedIn');
  await composition.text.fill('For the default profile');
  await page.waitForURL('**/write?draft=*');
  const other = await context.newPage();
  await other.goto('/calendar');
  await other.evaluate(`localStorage.setItem('social-profile', ${JSON.stringify(profile.id)})`);
  await page.getByRole('combobox', { name: 'Profile' }).waitFor();
  expect(await page.getByText('Profile Default', { exact: true }).count(), 'the choice says it').toBe(0);
  await composition.text.fill('Still for the default profile');
  await expect.poll(() => textsOf(visitor), EVERY).toEqual(['Still for the default profile']);
  const { drafts } = (await visitor.read('/api/v1/drafts')).body as { drafts: { profile: string }[] };
  expect(drafts.map((draft) => draft.profile)).toEqual(['default']);

  // A link that names a profile is followed, whatever the header shows.
  await other.evaluate(`localStorage.removeItem('social-profile')`);
  await page.goto(`/write?profileId=${profile.id}`);
  await page.waitForURL('**/write');
  await expect.poll(() => page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(profile.id);
});
