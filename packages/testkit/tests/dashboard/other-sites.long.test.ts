import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './support/browser-test.ts';
import { quickConnect } from './support/quick-connect.ts';

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
  test(`refuses the forms of ${host}, and cannot be framed by it`, async ({ visitor, server, attack }) => {
    await visitor.enroll();
    await quickConnect(visitor, server.sandbox, { platforms: ['microblog'] });
    for (const path of ['/api/connect/microblog/disconnect', '/api/account/sign-out', '/api/account/password']) {
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
    }

    const frames = ['/', '/connect/microblog', '/api/auth/microblog/callback']
      .map((path) => `<iframe src="${server.url}${path}"></iframe>`)
      .join('');
    await attack(visitor.page, { host, body: frames });
    await visitor.page.waitForLoadState('networkidle');
    const complaints = visitor.takeComplaints();
    expect(complaints.filter((text) => text.includes("frame-ancestors 'none'"))).toHaveLength(3);
    visitor.expectComplaint('chrome-error://');
    const shown = visitor.page.frames().slice(1);
    expect(shown.map((frame) => frame.url())).toEqual(Array(3).fill('chrome-error://chromewebdata/'));
  });

  test(`answers no script of ${host}, ends no session and changes no password for it`, async ({
    visitor,
    server,
    attack,
  }) => {
    await visitor.enroll();
    const { body } = await visitor.read('/api/account/sessions');
    const [{ id }] = body['sessions'] as [{ id: string }];
    await attack(visitor.page, { host, body: '<h1>Prize</h1>' });
    const outcome = await visitor.page.evaluate<string>(
      `fetch('${server.url}/api/account', { credentials: 'include' }).then(() => 'read', (error) => error.name)`,
    );
    expect(outcome).toBe('TypeError');
    expect(visitor.takeComplaints().join()).toContain('blocked by CORS policy');

    const passwords = JSON.stringify({ currentPassword: visitor.password, newPassword: 'chosen by another site' });
    for (const [method, path, data] of [
      ['DELETE', '/api/account/sessions', ''],
      ['DELETE', `/api/account/sessions/${id}`, ''],
      ['POST', '/api/account/password', passwords],
    ]) {
      const init = JSON.stringify({ method, credentials: 'include', ...(data ? { body: data } : {}) });
      for (const how of [init, init.replace('"include"', '"include","mode":"no-cors"')]) {
        await visitor.page.evaluate(`fetch('${server.url}${path}', ${how}).catch(() => 'refused')`);
      }
    }
    visitor.expectComplaint(server.url);
    expect(await visitor.read('/api/account')).toMatchObject({ status: 200 });
    const { email, password } = visitor;
    const again = await visitor.context.request.post('/api/account/sign-in', { data: { email, password } });
    expect(again.status(), 'the password is the same as before').toBe(200);
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

test('allows no style and no script but its own, under a new word each time', async ({ visitor, server }) => {
  const policies = await Promise.all(
    ['/sign-in', '/sign-in', '/connections', '/no/such/page'].map(async (path) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '';
      expect(nonce).not.toBe('');
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
      expect(policy).not.toContain('unsafe-');
      expect(policy).toContain("script-src 'self';");
      return nonce;
    }),
  );
  expect(new Set(policies).size).toBe(policies.length);
  // The page says so too: markup that somebody smuggled in would neither run nor style anything.
  await visitor.page.goto('/sign-up');
  await visitor.page.getByLabel('Email').waitFor();
  await visitor.page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<style>body{display:none}</style><img src="data:," onerror="document.title = 1">')`,
  );
  await visitor.page.waitForTimeout(100);
  expect(await visitor.page.getByLabel('Email').isVisible()).toBe(true);
  expect(await visitor.page.title()).not.toBe('1');
  expect(visitor.takeComplaints().join()).toContain('Content Security Policy');
});

test('leads to no address that a query names', async ({ visitor, stranger, server }) => {
  await stranger.enroll();
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    const query = ['next', 'redirect', 'returnTo', 'url']
      .map((name) => `${name}=${encodeURIComponent(next)}`)
      .join('&');
    await visitor.page.goto(`/?${query}`);
    await visitor.seeHeading('Sign in');
    await visitor.show(`/sign-in?${query}`);
    await visitor.seeHeading('Sign in');
    expect(new URL(visitor.page.url()).origin).toBe(server.url);
  }
  await visitor.enroll();
  for (const next of ['//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example']) {
    await visitor.page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await visitor.seeHeading('Posts');
    expect(visitor.page.url()).toBe(`${server.url}/`);
  }
});
