import {
  NEW_PASSWORD,
  PASSWORD,
  type ReceivedMail,
  startMailCatcher,
  useResource,
  useStack,
  WRONG_PASSWORD,
} from '@social/testkit';
import { expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;

const catcher = useResource(() => startMailCatcher());
const from = { name: '', address: 'social@example.com' };
const { stack, clock } = useStack({
  clock: true,
  config: {
    get mailServer() {
      return { host: '127.0.0.1', port: catcher.port, encryption: 'if offered' as const, login: null, from };
    },
  },
});
const without = useStack();

const forget = (email: string) => stack.anonymous('POST', '/api/account/password/forgot', { body: { email } });
const reset = (token: string, more: object = {}) =>
  stack.anonymous('POST', '/api/account/password/reset', { body: { token, newPassword: NEW_PASSWORD, ...more } });
const signIn = (email: string, password: string) =>
  stack.anonymous('POST', '/api/account/sign-in', { body: { email, password } });
const tokenIn = ({ text }: ReceivedMail) => /#([A-Za-z0-9_-]{43})$/m.exec(text)?.[1] ?? '';
const arrived = (to: string) => catcher.mails.filter((mail) => mail.to.includes(to));

async function linkFor(email: string, count = 1): Promise<string> {
  expect(await forget(email)).toMatchObject({ status: 200, body: { ok: true } });
  const mail = await vi.waitFor(() => {
    const found = arrived(email);
    expect(found).toHaveLength(count);
    return found.at(-1) as ReceivedMail;
  }, 20_000);
  return tokenIn(mail);
}

test('a link sets a new password once, and ends every session but no key', async () => {
  const { email, apiKey, browser, api } = await stack.createWorkspace();
  const signedIn = await browser();
  // An address is known however it is spelled.
  const token = await linkFor(email).then((found) => found || linkFor(email));
  const [mail] = arrived(email);
  expect(mail).toMatchObject({ subject: 'Set a new password', to: [email] });
  expect(mail?.text.match(/\b[a-z]+:\/\/\S+/g)).toEqual([`${stack.url}/reset-password#${token}`]);
  expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await signedIn.visit('GET', '/api/account')).toMatchObject({ status: 401 });
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401 });
  expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  expect(await api('GET', '/api/usage', { key: apiKey })).toMatchObject({ status: 200 });
  const again = await reset(token, { newPassword: WRONG_PASSWORD });
  expect(again).toMatchObject({ status: 400, body: { code: 'invalid_request', details: { field: 'token' } } });
  expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
});

test('a link also revokes the keys when it is asked to', async () => {
  const { email, api } = await stack.createWorkspace();
  const answer = await reset(await linkFor(email), { revokeKeys: true });
  expect(answer.body).toEqual({ ok: true, revokedKeys: 1 });
  expect(await api('GET', '/api/usage')).toMatchObject({ status: 401 });
});

test('of two simultaneous uses of a link one is refused', async () => {
  const { email } = await stack.createWorkspace();
  const token = await linkFor(email);
  const answers = await Promise.all([reset(token), reset(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('the answer is the same for an address without an account, which gets no mail and leaves no row', async () => {
  const { email } = await stack.createWorkspace();
  const stranger = `nobody-${email}`;
  const [known, unknown] = [await forget(email.toUpperCase()), await forget(stranger)];
  const shown = ({ status, text, headers }: typeof known) => [status, text, headers.get('retry-after')];
  expect(shown(known)).toEqual(shown(unknown));
  await vi.waitFor(() => expect(arrived(email)).toHaveLength(1), 20_000);
  await vi.waitFor(async () => {
    expect(await stack.query(`select id from mail where recipient = '${stranger}'`)).toEqual([]);
  }, 20_000);
  expect(arrived(stranger)).toEqual([]);
});

test('an address gets one link in five minutes, however often it is asked for', async () => {
  const { email } = await stack.createWorkspace();
  clock.set(new Date(Math.ceil(clock.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS).toISOString());
  const first = await linkFor(email);
  for (const _ of [1, 2, 3]) expect(await forget(email)).toMatchObject({ status: 200 });
  clock.advance(5 * MINUTE_MS);
  const second = await linkFor(email, 2);
  // The second one ends with the password that it was for.
  expect(await reset(first)).toMatchObject({ status: 200 });
  expect(await reset(second)).toMatchObject({ status: 400 });
});

test('a link ends after 30 minutes, and when the password is changed', async () => {
  const { email, browser } = await stack.createWorkspace();
  const old = await linkFor(email);
  clock.advance(30 * MINUTE_MS);
  expect(await reset(old)).toMatchObject({ status: 400 });
  const token = await linkFor(email, 2);
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect(await (await browser()).visit('POST', '/api/account/password', { body: change })).toMatchObject({
    status: 200,
  });
  expect(await reset(token, { newPassword: WRONG_PASSWORD })).toMatchObject({ status: 400 });
  expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
});

test('no copy of the database opens an account: it has no token', async () => {
  const { email } = await stack.createWorkspace();
  const token = await linkFor(email);
  const dump = await stack.dump();
  expect(dump).toContain(email);
  expect(dump).not.toContain(token);
  expect(stack.log.join('')).not.toContain(token);
});

test.each([
  ['no token', { newPassword: NEW_PASSWORD }],
  ['a text of another kind', { token: 'x', newPassword: NEW_PASSWORD }],
  ['an unknown token', { token: 'a'.repeat(43), newPassword: NEW_PASSWORD }],
  ['a short password', { token: 'a'.repeat(43), newPassword: 'short' }],
  ['a blank password', { token: 'a'.repeat(43), newPassword: ' '.repeat(10) }],
])('%s is refused', async (_title, body) => {
  const { status } = await stack.anonymous('POST', '/api/account/password/reset', { body });
  expect(status).toBe(400);
});

test('without a mail server there is no link, and the server says so', async () => {
  const { workspace } = without;
  const setup = (await without.stack.anonymous('GET', '/api/account/setup')).body;
  expect(setup).toMatchObject({ canResetPassword: false });
  const body = { email: workspace.email };
  const forgot = await without.stack.anonymous('POST', '/api/account/password/forgot', { body });
  expect(forgot).toMatchObject({ status: 409, body: { code: 'mail_not_set_up' } });
  const browser = await workspace.browser();
  expect((await browser.visit('GET', '/api/account/mail')).body).toMatchObject({ available: false });
  const asked = await browser.visit('POST', '/api/account/mail/confirmation');
  expect(asked).toMatchObject({ status: 409, body: { code: 'mail_not_set_up' } });
  expect(await without.stack.query('select id from mail')).toEqual([]);
  expect((await stack.anonymous('GET', '/api/account/setup')).body).toMatchObject({ canResetPassword: true });
});
