import { type ReceivedMail, refusal, startMailCatcher, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const MINUTE_MS = 60_000;
const EVERY_KIND = [
  ...['post.failed', 'post.unknown', 'post.missed'],
  ...['connection.needs_reconnect', 'connection.expiring'],
];

const catcher = useResource(() => startMailCatcher());
const from = { name: 'Social', address: 'social@example.com' };
const mailServer = { host: '127.0.0.1', encryption: 'if offered' as const, login: null, from };
const { stack, clock } = useStack({
  clock: true,
  config: {
    get mailServer() {
      return { ...mailServer, port: catcher.port };
    },
  },
});

const arrived = (to: string) => catcher.mails.filter((mail) => mail.to.includes(to));
const until = (to: string, count: number): Promise<ReceivedMail[]> =>
  vi.waitFor(() => {
    const found = arrived(to);
    expect(found.map(({ subject }) => subject)).toHaveLength(count);
    return found;
  }, 20_000);
const tokenIn = ({ text }: ReceivedMail) => /#([A-Za-z0-9_-]{43})$/m.exec(text)?.[1] ?? '';
const linksIn = ({ text }: ReceivedMail) => text.match(/\b[a-z]+:\/\/\S+/g) ?? [];

async function createReader(options: { connect?: readonly string[] } = {}) {
  const workspace = await stack.createWorkspace(options);
  const browser = await workspace.browser();
  const { email } = workspace;
  return {
    ...workspace,
    visit: browser.visit.bind(browser),
    read: async () => (await browser.visit('GET', '/api/account/mail')).body,
    change: (body: object) => browser.visit('PATCH', '/api/account/mail', { body }),
    ask: () => browser.visit('POST', '/api/account/mail/confirmation'),
    async confirm(to = email) {
      expect(await browser.visit('POST', '/api/account/mail/confirmation')).toMatchObject({ status: 200 });
      const [mail] = await until(to, 1);
      const token = tokenIn(mail as ReceivedMail);
      return stack.anonymous('POST', '/api/account/mail/confirm', { body: { token } });
    },
    /** Publishes what the network refuses. */
    async fail(text = uniqueText('Refused')) {
      await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
      const { body } = await workspace.publish({ text, platforms: ['profnet'] });
      expect(body.outcome).toBe('failed');
      return body.id as string;
    },
  };
}

beforeEach(() => {
  catcher.judge = () => undefined;
});

describe('an address', () => {
  test('is that of the account until another is chosen, gets every kind, and is confirmed by a link', async () => {
    const reader = await createReader();
    const before = { available: true, address: reader.email, confirmedAt: null, kinds: EVERY_KIND };
    expect(await reader.read()).toEqual(before);
    const { status, body } = await reader.confirm();
    expect([status, body]).toEqual([200, { address: reader.email }]);
    const [mail] = arrived(reader.email);
    expect(mail).toMatchObject({ from: from.address, subject: 'Confirm your address' });
    expect(mail && linksIn(mail)).toEqual([expect.stringMatching(/\/confirm-address#[\w-]{43}$/)]);
    expect(await reader.read()).toEqual({ ...before, confirmedAt: new Date(clock.now()).toISOString() });
    expect(await reader.ask()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const again = await stack.anonymous('POST', '/api/account/mail/confirm', {
      body: { token: tokenIn(mail as ReceivedMail) },
    });
    expect(again).toMatchObject({ status: 400, body: { details: { field: 'token' } } });
  });

  test('gets one link a day, also when two users ask', async () => {
    const [reader, other] = [await createReader(), await createReader()];
    await other.change({ address: reader.email.toUpperCase() });
    expect(await reader.ask()).toMatchObject({ status: 200 });
    for (const each of [reader, other]) {
      const { status, body, headers } = await each.ask();
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    }
    await until(reader.email, 1);
    clock.advance(24 * 60 * MINUTE_MS);
    expect(await reader.ask()).toMatchObject({ status: 200 });
    const mails = await until(reader.email, 2);
    // Only the newest link is valid.
    for (const [index, mail] of mails.entries()) {
      const body = { token: tokenIn(mail) };
      const { status } = await stack.anonymous('POST', '/api/account/mail/confirm', { body });
      expect([index, status]).toEqual([index, index === 0 ? 400 : 200]);
    }
  });

  test('has to be confirmed again when it is changed, and an old link confirms nothing', async () => {
    const reader = await createReader();
    await reader.ask();
    const [mail] = await until(reader.email, 1);
    const changed = await reader.change({ address: `other-${reader.email}`, kinds: ['post.missed'] });
    expect(changed.body).toMatchObject({ address: `other-${reader.email}`, confirmedAt: null, kinds: ['post.missed'] });
    const body = { token: tokenIn(mail as ReceivedMail) };
    expect(await stack.anonymous('POST', '/api/account/mail/confirm', { body })).toMatchObject({ status: 400 });
    expect(await reader.confirm(`other-${reader.email}`)).toMatchObject({ status: 200 });
  });

  test('an old link confirms nothing', async () => {
    const reader = await createReader();
    await reader.ask();
    const [mail] = await until(reader.email, 1);
    clock.advance(24 * 60 * MINUTE_MS);
    const body = { token: tokenIn(mail as ReceivedMail) };
    expect(await stack.anonymous('POST', '/api/account/mail/confirm', { body })).toMatchObject({ status: 400 });
  });

  test.each([
    ['not an address', { address: 'ada' }],
    ['a line break', { address: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['two addresses', { address: 'ada@example.com,eve@example.com' }],
    ['an unknown kind', { kinds: ['post.liked'] }],
    ['an unknown field', { kind: ['post.failed'] }],
  ])('%s is refused', async (_title, body) => {
    const reader = await createReader();
    expect(await reader.change(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await reader.read()).toMatchObject({ address: reader.email, kinds: EVERY_KIND });
  });
});

test('nothing is mailed to an address that is not confirmed', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.change({ kinds: EVERY_KIND });
  await reader.fail();
  await reader.confirm();
  const text = uniqueText('After');
  const id = await reader.fail(text);
  const [, mail] = await until(reader.email, 2);
  expect(mail?.subject).toBe('A post failed');
  expect(mail?.text).toContain(text);
  expect(mail?.text).toContain('profnet (LinkedIn), profile Default, ');
  expect(mail && linksIn(mail)).toEqual([`${stack.url}/posts/${id}`]);
  expect(mail?.headers.get('auto-submitted')).toEqual(['auto-generated']);
});

test('at most one mail of a kind is sent in ten minutes, and the next one tells what happened meanwhile', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  await reader.fail();
  await until(reader.email, 2);
  const [second, third] = [uniqueText('Second'), uniqueText('Third')];
  for (const text of [second, third]) await reader.fail(text);
  // Another kind has a mail of its own.
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-error', times: 1 });
  const unknown = await reader.publish({ text: uniqueText('Unknown'), platforms: ['profnet'] });
  expect(unknown.body.outcome).toBe('unknown');
  const [, , other] = await until(reader.email, 3);
  expect(other?.subject).toBe('It is unknown whether a post was published');
  clock.advance(10 * MINUTE_MS);
  const mails = await until(reader.email, 4);
  expect(mails[3]?.subject).toBe('Posts failed on 2 platforms');
  for (const text of [second, third]) expect(mails[3]?.text).toContain(text);
  expect(mails[3] && linksIn(mails[3])).toEqual([`${stack.url}/?outcome=partial,failed,unknown`]);
});

test('only the kinds that were chosen are mailed', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.change({ kinds: ['connection.needs_reconnect'] });
  await reader.confirm();
  await reader.fail();
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'unauthorized', times: 9 });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'token', kind: 'invalid-grant', times: 9 });
  await reader.publish({ text: uniqueText('Signed out'), platforms: ['profnet'] });
  const [, mail] = await until(reader.email, 2);
  expect(mail?.subject).toBe('An account must be connected again');
  expect(mail && linksIn(mail)).toEqual([`${stack.url}/connections`]);
  // What was logged before a kind was chosen is not mailed.
  await reader.change({ kinds: EVERY_KIND });
  clock.advance(10 * MINUTE_MS);
  await stack.sandbox.clearFaults();
  const text = uniqueText('Chosen');
  await reader.connect('profnet');
  await reader.fail(text);
  const [, , next] = await until(reader.email, 3);
  expect(next?.subject).toBe('A post failed');
  expect(next?.text).toContain(text);
});

test('a mail that the server does not take now is tried again, with the same id', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  const tried: string[] = [];
  catcher.judge = (recipient) => {
    tried.push(recipient);
    if (tried.length === 1) throw refusal(451, 'greylisted, come back later');
  };
  await reader.fail();
  await vi.waitFor(() => expect(tried).toHaveLength(1), 20_000);
  await vi.waitFor(() => expect(stack.log.join('')).toContain('greylisted'), 5_000);
  expect(arrived(reader.email)).toHaveLength(1);
  clock.advance(MINUTE_MS);
  await until(reader.email, 2);
  const rows = await stack.query(
    `select id, state, attempts, content from mail where recipient = '${reader.email}' and kind = 'post.failed'`,
  );
  expect(rows).toMatchObject([{ state: 'sent', attempts: 2, content: null }]);
  expect(arrived(reader.email)[1]?.headers.get('message-id')).toEqual([`<${rows[0]?.['id']}@example.com>`]);
});

test('a mail that the server refuses is not tried again', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  let tries = 0;
  catcher.judge = () => {
    tries += 1;
    throw refusal(550, 'no such mailbox');
  };
  await reader.fail();
  const read = () =>
    stack.query(`select state, error from mail where recipient = '${reader.email}' and kind = 'post.failed'`);
  await vi.waitFor(
    async () =>
      expect(await read()).toMatchObject([{ state: 'failed', error: expect.stringContaining('no such mailbox') }]),
    20_000,
  );
  clock.advance(60 * MINUTE_MS);
  const other = await createReader({ connect: ['profnet'] });
  catcher.judge = () => undefined;
  await other.confirm();
  expect(tries).toBe(1);
});

test('no mail has what texts and names of others would add: headers, links, recipients', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  const text = `${uniqueText('Hello')} \r\n\r\nBcc: eve@example.com\r\n.\r\nSubject: Pay https://evil.example/now _https://evil.example evil.example/x \u202e\u2028 end`;
  await reader.fail(text.replaceAll('\r', ''));
  const [, mail] = await until(reader.email, 2);
  expect(mail?.to).toEqual([reader.email]);
  expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
  expect(mail?.headers.get('subject')).toEqual(['A post failed']);
  expect(mail && linksIn(mail)).toHaveLength(1);
  expect(mail?.text).not.toContain('evil.example');
  expect(mail?.text).not.toMatch(/[\u202e\u2028]/);
  expect(mail?.text).toMatch(/Subject: Pay \(link\) \(link\) \(link\) end|Subject: Pay \(link\) \(link\).*…/);
});

test('a mail that waits does not go to an address that was replaced', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  catcher.judge = () => {
    throw refusal(451, 'later');
  };
  await reader.fail();
  const states = async () => {
    const rows = await stack.query(
      `select state from mail where kind = 'post.failed' and recipient = '${reader.email}'`,
    );
    return rows.map(({ state }) => state);
  };
  await vi.waitFor(async () => expect(await states()).toEqual(['waiting']), 20_000);
  await reader.change({ address: `other-${reader.email}` });
  expect(await states()).toEqual(['ended']);
  catcher.judge = () => undefined;
});

test('the texts of mails are encrypted while they wait, and deleted once they are sent', async () => {
  const reader = await createReader({ connect: ['profnet'] });
  await reader.confirm();
  catcher.judge = () => {
    throw refusal(451, 'later');
  };
  const secret = uniqueText('Not to be read');
  await reader.fail(secret);
  const read = () =>
    stack.query(`select content, state from mail where kind = 'post.failed' and recipient = '${reader.email}'`);
  await vi.waitFor(
    async () => expect(await read()).toMatchObject([{ content: expect.stringMatching(/^v1\./) }]),
    20_000,
  );
  expect(JSON.stringify(await read())).not.toContain(secret);
  catcher.judge = () => undefined;
  clock.advance(MINUTE_MS);
  await until(reader.email, 2);
  await vi.waitFor(async () => expect(await read()).toMatchObject([{ content: null, state: 'sent' }]));
});
