import { randomBytes } from 'node:crypto';
import { type Browserless, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const BACK = 'You can go back to the terminal';

const { stack, clock } = useStack({ clock: true });

/** Begins an attempt with a program's text, and returns the browser and the attempt as the program sees it. */
async function begin() {
  const own = await stack.createWorkspace();
  const browser = await own.browser();
  const attempt = randomBytes(16).toString('base64url');
  const start = await browser.visit('GET', `/api/auth/microblog?profileId=${own.profileId}&attempt=${attempt}`);
  const consent = await browser.visit('GET', start.headers.get('location') ?? '');
  const callback = new URL(consent.headers.get('location') ?? '');
  return { own, browser, attempt, callback };
}

async function asked({ api }: Workspace, attempt: string, query = '') {
  return (await api('GET', `/api/connect/status?attempt=${attempt}${query}`)).body.microblog.attempt;
}

function deny(browser: Browserless, callback: URL) {
  callback.searchParams.delete('code');
  callback.searchParams.set('error', 'access_denied');
  return browser.visit('GET', callback.href);
}

describe('an attempt to connect', () => {
  test('is not known before a browser begins it, and under way after that', async () => {
    const { own, attempt } = await begin();
    expect(await asked(own, 'x'.repeat(22))).toBeUndefined();
    expect(await asked(own, attempt)).toMatchObject({ state: 'under_way' });
    expect((await own.connections()).microblog.attempt).toBeUndefined();
    expect((await own.api('GET', `/api/connect/status?attempt=${attempt}`)).body.profnet.attempt).toBeUndefined();
  });

  test('without a profile is known to the workspace of the signed-in user, and to no other', async () => {
    const [own, stranger] = [await stack.createWorkspace(), await stack.createWorkspace()];
    const browser = await own.browser();
    const attempt = randomBytes(16).toString('base64url');
    const start = await browser.visit('GET', `/api/auth/microblog?attempt=${attempt}`);
    expect(await asked(own, attempt)).toMatchObject({ state: 'under_way' });
    expect(await asked(stranger, attempt)).toBeUndefined();
    const consent = await browser.visit('GET', start.headers.get('location') ?? '');
    await deny(browser, new URL(consent.headers.get('location') ?? ''));
    expect(await asked(own, attempt)).toMatchObject({ state: 'denied' });
  });

  test('that is denied is reported to the program and in the browser', async () => {
    const { own, browser, attempt, callback } = await begin();
    expect((await deny(browser, callback)).text).toContain(BACK);
    expect(await asked(own, attempt)).toEqual({
      state: 'denied',
      message: 'The network says that access was not given. Nothing was stored.',
    });
  });

  test('whose code the network refuses has its own message, and nothing is connected', async () => {
    const { own, browser, attempt, callback } = await begin();
    callback.searchParams.set('code', 'not-the-code');
    const { status, text } = await browser.visit('GET', callback.href);
    expect(status).toBe(502);
    expect(text).toContain('The network did not accept the code');
    expect(text).toContain('Nothing was connected');
    expect(text).toContain(BACK);
    expect(text).not.toContain('this connection');
    expect(await asked(own, attempt)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('did not accept the code'),
    });
  });

  test('that fails at the network, or comes back without a code, has failed', async () => {
    const silent = await begin();
    await stack.sandbox.fault({ network: 'x', operation: 'token', kind: 'server-error' });
    expect((await silent.browser.visit('GET', silent.callback.href)).status).toBe(502);
    expect(await asked(silent.own, silent.attempt)).toMatchObject({ state: 'failed' });
    const cut = await begin();
    cut.callback.searchParams.delete('code');
    expect((await cut.browser.visit('GET', cut.callback.href)).status).toBe(400);
    expect(await asked(cut.own, cut.attempt)).toMatchObject({ state: 'failed' });
  });

  test('that this server breaks off has failed, and its page shows the way back', async () => {
    const { own, browser, attempt, callback } = await begin();
    await stack.query("update oauth_flow set code_verifier = 'not sealed'");
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(callback, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain('This server could not complete the sign-in');
    expect(text).toContain('Id of this request');
    expect(text).toContain(BACK);
    expect(await asked(own, attempt)).toMatchObject({ state: 'failed' });
  });

  test('that succeeds shows pages that mention the program', async () => {
    const { own, browser, attempt, callback } = await begin();
    const { headers } = await browser.visit('GET', callback.href);
    expect(headers.get('location')).toBe(`/connect/microblog?profileId=${own.profileId}&from=command`);
    expect(await asked(own, attempt)).toMatchObject({ state: 'under_way' });
    const option = { accountId: '1745123456789012480' };
    await browser.visit('POST', '/api/connect/microblog/confirm', { body: { option } });
    expect(await asked(own, attempt)).toMatchObject({ state: 'connected' });
  });

  test('that is begun again reports its last try', async () => {
    const { own, browser, attempt, callback } = await begin();
    await deny(browser, callback);
    clock.advance(1000);
    await browser.visit('GET', `/api/auth/microblog?profileId=${own.profileId}&attempt=${attempt}`);
    expect(await asked(own, attempt)).toMatchObject({ state: 'under_way' });
  });

  test('is hidden from other users and profiles, and gone after signing out or ten minutes', async () => {
    const { own, browser, attempt } = await begin();
    expect(await asked(await stack.createWorkspace(), attempt)).toBeUndefined();
    const { profile } = (await own.api('POST', '/api/profiles', { body: { name: 'Brand' } })).body;
    expect(await asked(own, attempt, `&profileId=${profile.id}`)).toBeUndefined();
    await browser.visit('POST', '/api/account/sign-out', { body: {} });
    expect(await asked(own, attempt)).toBeUndefined();
    const late = await begin();
    clock.advance(10 * 60_000);
    expect(await asked(late.own, late.attempt)).toBeUndefined();
  });

  test('needs an unguessable text, which is stored as a hash', async () => {
    const { own, attempt } = await begin();
    for (const text of ['', 'short', 'a'.repeat(87), 'with%20blanks%20in%20it%20----']) {
      expect((await own.api('GET', `/api/connect/status?attempt=${text}`)).status).toBe(400);
      expect((await stack.anonymous('GET', `/api/auth/microblog?attempt=${text}`)).status).toBe(400);
    }
    expect(JSON.stringify(await stack.query('select * from oauth_flow'))).not.toContain(attempt);
  });
});

test('an attempt that the network refuses right after the consent is not reported as connected', async () => {
  const { browser, callback } = await begin();
  await browser.visit('GET', callback.href);
  await stack.sandbox.fault({ network: 'x', operation: 'identity', kind: 'unauthorized', times: 1 });
  const { status, body } = await browser.visit('GET', '/api/connect/microblog/options');
  expect([status, body.error]).toEqual([
    502,
    'The network refuses the access that it has just given; nothing was connected, start again',
  ]);
});
