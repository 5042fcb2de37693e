import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './support/browser-test.ts';

/** Both name the machine the server runs on. To a browser the first is the server's own site, the second is another one. */
const HOSTS = ['127.0.0.1', 'localhost'] as const;

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs: none
const test = base.extend('attack', { scope: 'file' }, async ({}, { onCleanup }) => {
  let markup = '';
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(markup);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
    site.close();
  });
  const { port } = site.address() as AddressInfo;
  /** Leads a victim to a page with this markup. */
  return async (page: Page, { host, body }: { host: (typeof HOSTS)[number]; body: string }) => {
    markup = `<!doctype html><link rel="icon" href="data:,"><title>Prize</title>${body}`;
    await page.goto(`http://${host}:${port}/`);
  };
});

for (const host of HOSTS) {
  for (const path of ['/api/connect/microblog/disconnect', '/api/account/sign-out']) {
    test(`refuses a form of ${host} that posts to ${path}`, async ({ visitor, server, attack }) => {
      await visitor.signUp();
      await visitor.connect('Microblog');
      const form = `<form method="post" enctype="text/plain" action="${server.url}${path}"><input name='{"a":"' value='"}'><button>Win</button></form>`;
      await attack(visitor.page, { host, body: form });
      visitor.expectRefusal(`403 ${path}`, `401 ${path}`);
      const answered = visitor.page.waitForResponse(`${server.url}${path}`);
      await visitor.page.getByRole('button', { name: 'Win' }).click();
      const answer = await answered;
      const cookie = (await answer.request().allHeaders())['cookie'] ?? '';
      expect(cookie.includes('session'), 'the browser sends the session within one site only').toBe(
        host === '127.0.0.1',
      );
      expect(answer.status()).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'cross_site_request' });
      expect(await visitor.read('/api/connect/status')).toMatchObject({
        status: 200,
        body: { microblog: { connected: true } },
      });
    });
  }

  test(`answers no script of ${host}`, async ({ visitor, server, attack }) => {
    await visitor.signUp();
    await attack(visitor.page, { host, body: '<h1>Prize</h1>' });
    const outcome = await visitor.page.evaluate<string>(
      `fetch('${server.url}/api/account', { credentials: 'include' }).then(() => 'read', (error) => error.name)`,
    );
    expect(outcome).toBe('TypeError');
    const complaints = visitor.takeComplaints();
    expect(complaints.join()).toContain('blocked by CORS policy');
  });

  test(`cannot be framed by ${host}`, async ({ visitor, server, attack }) => {
    await visitor.signUp();
    const frames = ['/', '/connect/microblog', '/api/auth/microblog/callback']
      .map((path) => `<iframe src="${server.url}${path}"></iframe>`)
      .join('');
    await attack(visitor.page, { host, body: frames });
    await visitor.page.waitForLoadState('networkidle');
    const complaints = visitor.takeComplaints();
    expect(complaints.filter((text) => text.includes("frame-ancestors 'none'"))).toHaveLength(3);
    const shown = visitor.page.frames().slice(1);
    expect(shown.map((frame) => frame.url())).toEqual(Array(3).fill('chrome-error://chromewebdata/'));
  });
}

test('sends a browser that came on another host name to the base address', async ({ visitor, server }) => {
  const { port } = new URL(server.url);
  await visitor.page.goto(`http://localhost:${port}/api/auth/microblog`);
  await visitor.page.waitForURL(`${server.sandboxUrl}/**`);
  await visitor.approve();
  await visitor.seeHeading('Sign in to finish');
  expect(new URL(visitor.page.url()).origin).toBe(server.url);
});

test('leads to no address that a query names', async ({ visitor, server }) => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    const query = ['next', 'redirect', 'returnTo', 'url']
      .map((name) => `${name}=${encodeURIComponent(next)}`)
      .join('&');
    await visitor.page.goto(`/sign-in?${query}`);
    await visitor.seeHeading('Sign in');
    await visitor.page.goto(`/?${query}`);
    await visitor.seeHeading('Sign in');
    expect(new URL(visitor.page.url()).origin).toBe(server.url);
  }
});
