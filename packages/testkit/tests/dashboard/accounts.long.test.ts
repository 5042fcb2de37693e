import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

const PICTURE = '**/api/connect/*/picture?*';
/** The boxes of the pictures that are shown, and of the initials behind them. */
const FACES = `[...document.querySelectorAll('article img')].map((picture) => {
  const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height].join(); };
  return { picture: picture.checkVisibility() && picture.naturalWidth > 0, letters: picture.previousSibling.textContent, at: box(picture.previousSibling) };
})`;

interface Face {
  readonly picture: boolean;
  readonly letters: string;
  readonly at: string;
}

test('an account has its picture, from this server, and its initials where the picture fails', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['microblog', 'bluesky'] });
  const faces = () => page.evaluate<Face[]>(FACES);
  await page.goto('/connections');
  await visitor.seeConnections();
  await expect.poll(faces).toMatchObject([{ picture: true }, { picture: true }]);
  const shown = await faces();
  const addresses = await page.evaluate<string[]>('[...document.images].map(({ src }) => src)');
  expect(addresses.every((address) => address.startsWith(`${server.url}/api/connect/`))).toBe(true);

  await page.route(PICTURE, (route) => route.abort());
  await page.reload();
  await visitor.seeConnections();
  await expect.poll(faces).toMatchObject([{ picture: false }, { picture: false }]);
  const failed = await faces();
  expect(failed.map(({ letters }) => letters)).toEqual(['SO', 'SO']);
  expect(failed.map(({ at }) => at)).toEqual(shown.map(({ at }) => at));
  visitor.expectComplaint('net::ERR_FAILED');
  await page.unroute(PICTURE);
});

test('posts, drafts and the log name the accounts', async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet', 'bluesky', 'mastodon', 'socialnet'] });
  const post = { text: 'Named after its accounts', platforms: ['profnet', 'bluesky'] };
  const sent = await context.request.post('/api/v1/posts', { data: post });
  const { id } = await sent.json();
  await context.request.post('/api/v1/drafts', { data: { ...post, text: 'A draft of both' } });
  await page.goto('/activity');
  await visitor.seeText('Published to LinkedIn');
  await expect.poll(() => page.getByRole('listitem').locator('img').count()).toBeGreaterThan(3);
  for (const path of ['/', `/posts/${id}`, '/drafts']) {
    await visitor.show(path);
    await page.getByText('Sandbox Owner · LinkedIn').first().waitFor();
    await page.getByText('Sandbox Owner · Bluesky').first().waitFor();
  }
  // Of many accounts, eyes see the networks alone.
  const many = { text: 'To many', platforms: ['profnet', 'bluesky', 'mastodon', 'socialnet'] };
  await context.request.post('/api/v1/posts', { data: many });
  await visitor.show('/');
  const row = page.getByRole('listitem').filter({ hasText: 'To many' });
  await row.getByText('Facebook').waitFor();
  expect(await row.textContent()).toMatch(/Sandbox Owner · LinkedIn\s*published.*Sandbox Owner · Facebook\s*published/);
});

test('the header chooses the profile by keyboard, for all pages, and a link to another one wins', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await page.goto('/');
  await visitor.seeHeading('Posts');
  expect(await page.getByRole('button', { name: /^Profile: / }).count(), 'one profile needs no choice').toBe(0);
  await context.request.post('/api/profiles', { data: { name: 'Brand' } });
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await context.request.post('/api/v1/posts', { data: { text: 'Of the default one', platforms: ['profnet'] } });

  await page.goto('/');
  await visitor.seeText('Of the default one');
  await page.getByRole('button', { name: 'Profile: All profiles' }).focus();
  await page.keyboard.press('Enter');
  const brand = page.getByRole('menuitemradio', { name: 'Brand', checked: false });
  await brand.waitFor();
  await page.locator('[role^="menuitem"]:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Brand');
  await expectGoodLook(page, 'profile-switcher');
  await page.keyboard.press('Enter');
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Profile: Brand' }))
    .waitFor();
  await visitor.seeText('No post passes these filters');
  expect(new URL(page.url()).search, 'the choice is remembered, and not in each address').toBe('');
  await visitor.show('/drafts');
  await visitor.seeText('No draft of Brand waits for approval');
  await visitor.show('/connections');
  await visitor.card('LinkedIn').getByText('Not connected', { exact: true }).waitFor();

  await visitor.show('/?profile=default');
  await visitor.seeText('Of the default one');
  await page.getByRole('button', { name: 'Profile: Default' }).waitFor();
  await visitor.chooseProfile('All profiles');
  expect(new URL(page.url()).search).toBe('');
  await visitor.seeText('Of the default one');
  await visitor.chooseProfile('Brand');
  await page.getByRole('button', { name: 'Show all posts' }).click();
  await page.getByRole('button', { name: 'Profile: All profiles' }).waitFor();
  await visitor.seeText('Of the default one');
});

test('loads no picture of another host', async ({ visitor, server }) => {
  const { page } = visitor;
  for (const path of ['/sign-in', '/api/auth/microblog/callback']) {
    const { headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;");
  }
  await page.goto('/sign-in');
  await page.getByLabel('Email').waitFor();
  const outcome = await page.evaluate<string>(
    `new Promise((resolve) => { const picture = new Image(); picture.onload = () => resolve('shown'); picture.onerror = () => resolve('refused'); picture.src = '${server.sandboxUrl}/x/avatars/sandbox_owner.png'; })`,
  );
  expect(outcome).toBe('refused');
  expect(visitor.takeComplaints().join()).toContain('Content Security Policy');
});
