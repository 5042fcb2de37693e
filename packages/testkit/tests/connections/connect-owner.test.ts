import { type Browserless, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const OWNER = { accountId: '1745123456789012480' };
const REFUSED = [401, 'session_required'];

const { stack } = useStack();

const options = (browser: Browserless) => browser.visit('GET', '/api/connect/microblog/options');
const confirm = (browser: Browserless) =>
  browser.visit('POST', '/api/connect/microblog/confirm', { body: { option: OWNER } });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const isConnected = async ({ connections }: Workspace) => (await connections()).microblog.connected;

/** Returns a new browser that the network has redirected back. */
async function authorized() {
  const own = await stack.createWorkspace();
  const browser = await own.browser();
  await browser.authorize('microblog');
  return { own, browser };
}

async function signInNext(browser: Browserless): Promise<Workspace> {
  const next = await stack.createWorkspace();
  await browser.signIn(next.email, next.password);
  return next;
}

describe('a connection under way', () => {
  test('is refused to the next user who signs in, and stays with the first one', async () => {
    const { own, browser } = await authorized();
    const next = await signInNext(browser);
    expect(outcome(await options(browser))).toEqual(REFUSED);
    expect(outcome(await confirm(browser))).toEqual(REFUSED);
    expect(await isConnected(next)).toBe(false);
    await browser.signIn(own.email, own.password);
    expect((await options(browser)).status).toBe(200);
    expect((await confirm(browser)).status).toBe(201);
    expect(await isConnected(own)).toBe(true);
  });

  test('belongs to the first user who uses it if nobody was signed in at its start', async () => {
    const browser = stack.browser();
    await browser.authorize('microblog');
    expect((await options(browser)).status).toBe(200);
    await signInNext(browser);
    expect((await options(browser)).status).toBe(200);
    const next = await signInNext(browser);
    expect(outcome(await options(browser))).toEqual(REFUSED);
    expect(outcome(await confirm(browser))).toEqual(REFUSED);
    expect(await isConnected(next)).toBe(false);
  });

  test('belongs to the user who was signed in when the network sent the browser back', async () => {
    const browser = stack.browser();
    const start = await browser.visit('GET', '/api/auth/microblog');
    const consent = await browser.visit('GET', start.headers.get('location') ?? '');
    await signInNext(browser);
    expect((await browser.visit('GET', consent.headers.get('location') ?? '')).status).toBe(302);
    await signInNext(browser);
    expect(outcome(await options(browser))).toEqual(REFUSED);
  });

  test('ends with signing out, and the browser forgets its cookies', async () => {
    const { browser } = await authorized();
    const kept = new Map(browser.cookies);
    await browser.visit('GET', '/api/auth/profnet');
    await browser.visit('POST', '/api/account/sign-out', { body: {} });
    expect([...browser.cookies.keys()]).toEqual([]);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(outcome(await options(browser))).toEqual(REFUSED);
  });

  test('ends with a change of the password', async () => {
    const { own, browser } = await authorized();
    const cookie = browser.cookies.get('social.connect.microblog') ?? '';
    const change = { currentPassword: own.password, newPassword: 'staple wrong horse' };
    expect((await browser.visit('POST', '/api/account/password', { body: change })).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['social.session_token']);
    browser.cookies.set('social.connect.microblog', cookie);
    expect(outcome(await options(browser))).toEqual(REFUSED);
  });
});
