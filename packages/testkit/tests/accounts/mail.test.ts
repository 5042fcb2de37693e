import { type ReceivedMail, refusal, startWebhookReceiver, uniqueText } from '@social/testkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { from, linksIn, tokenIn, useMailReaders } from './mail-readers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVERY_KIND = [
  ...['post.failed', 'post.unknown', 'post.missed'],
  ...['connection.needs_reconnect', 'connection.expiring', 'draft.created', 'webhook.paused'],
];

const { arrived, catcher, clock, createReader, stack, until } = useMailReaders();

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

  test('gets an answer that says why it has no further link: who asked, when, and whether that link works', async () => {
    const [reader, other] = [await createReader(), await createReader()];
    clock.advance(DAY_MS - (clock.now() % DAY_MS) + 9 * 60 * MINUTE_MS);
    const refusedTo = async (one: typeof reader) => (await one.ask()).body.error as string;
    catcher.judge = () => {
      throw refusal(451, 'later');
    };
    expect(await reader.ask()).toMatchObject({ status: 200 });
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const asked = `This account has asked for a link to ${reader.email} at ${today} 09:00 UTC, and `;
    const next = new Date(clock.now() + DAY_MS).toISOString().slice(0, 10);
    expect(await refusedTo(reader)).toBe(
      `${asked}the mail server has not taken the mail yet; it is tried again. Nothing was sent now. An address gets one link a day: ask again from ${next} 00:00 UTC on`,
    );
    catcher.judge = () => undefined;
    clock.advance(MINUTE_MS);
    await until(reader.email, 1);
    await vi.waitFor(async () => expect(await refusedTo(reader)).toContain('look into the folder for spam too'));
    await other.change({ address: reader.email });
    expect(await refusedTo(other)).toContain(`Another account has asked for a link to ${reader.email} today. Nothing`);
    for (const address of [`other-${reader.email}`, reader.email]) await reader.change({ address });
    expect(await refusedTo(reader)).toContain(`${asked}that link ended when the address was changed`);
  });

  test('is one of five for which an account gets links within a day', async () => {
    const reader = await createReader();
    for (const number of [1, 2, 3, 4, 5]) {
      await reader.change({ address: `${number}-${reader.email}` });
      expect(await reader.ask()).toMatchObject({ status: 200 });
      clock.advance(MINUTE_MS);
    }
    await reader.change({ address: `6-${reader.email}` });
    const { status, body, headers } = await reader.ask();
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.error).toContain('This account has asked for 5 links to confirm an address within a day. Nothing was');
    expect(Number(headers.get('retry-after'))).toBe((DAY_MS - 5 * MINUTE_MS) / 1_000);
    clock.advance(DAY_MS - 5 * MINUTE_MS);
    expect(await reader.ask()).toMatchObject({ status: 200 });
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

describe('a draft', () => {
  const draftBy = (reader: Awaited<ReturnType<typeof createReader>>, more: object = {}) =>
    reader.api('POST', '/api/v1/drafts', {
      body: { text: uniqueText('Please look'), platforms: ['profnet'], ...more },
    });

  test('of a key is mailed while it waits, with what it would do and one link to its page', async () => {
    const reader = await createReader();
    await reader.confirm();
    const { body: draft } = await draftBy(reader, { scheduledFor: '2099-01-01T10:00:00+01:00' });
    const [, mail] = await until(reader.email, 2);
    expect(mail?.subject).toBe('A draft waits for approval');
    expect(mail?.text).toContain(draft.text);
    expect(mail?.text).toContain(
      '- profnet (LinkedIn), at 2099-01-01 09:00 UTC, profile Default, written by First key on ',
    );
    expect(mail && linksIn(mail)).toEqual([`${stack.url}/drafts/${draft.id}`]);
    // A draft that is decided before the next mail is left out of it.
    const [kept, approved, deleted] = [await draftBy(reader), await draftBy(reader), await draftBy(reader)];
    const other = await draftBy(reader);
    await reader.connect('profnet');
    const body = { ifUpdatedAt: approved.body.updatedAt };
    expect((await reader.api('POST', `/api/v1/drafts/${approved.body.id}/approve`, { body })).status).toBe(201);
    expect((await reader.api('DELETE', `/api/v1/drafts/${deleted.body.id}`)).status).toBe(200);
    clock.advance(10 * MINUTE_MS);
    const [, , next] = await until(reader.email, 3);
    expect(next?.subject).toBe('2 drafts wait for approval');
    for (const { body: each } of [kept, other]) expect(next?.text).toContain(each.text);
    for (const { body: each } of [approved, deleted]) expect(next?.text).not.toContain(each.text);
    expect(next && linksIn(next)).toEqual([`${stack.url}/drafts`]);
  });
});

test('an endpoint that is switched off is mailed, with its last answer and one link to its page', async () => {
  await using receiver = await startWebhookReceiver();
  receiver.answer = () => ({ status: 410 });
  const reader = await createReader();
  await reader.confirm();
  const asked = { url: receiver.url, kinds: ['draft.created'], description: 'The chat of the team' };
  const { body: made } = await reader.api('POST', '/api/webhook-endpoints', { body: asked });
  await reader.change({ kinds: ['webhook.paused'] });
  await reader.api('POST', '/api/v1/drafts', { body: { text: uniqueText('Told'), platforms: ['profnet'] } });
  const [, mail] = await until(reader.email, 2);
  expect(mail?.subject).toBe('A webhook endpoint was switched off');
  expect(mail?.text).toMatch(/^- 127\[\.\]0\[\.\]0\[\.\]1:\d+ The chat of the team, .* UTC\n {2}it answered 410/m);
  expect(mail && linksIn(mail)).toEqual([`${stack.url}/webhooks/${made.endpoint.id}`]);
});
