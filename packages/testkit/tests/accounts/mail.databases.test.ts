import { type ReceivedMail, refusal, uniqueText } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { linksIn, tokenIn, useMailReaders } from './mail-readers.ts';

const MINUTE_MS = 60_000;

const { arrived, catcher, clock, createReader, stack, until } = useMailReaders();

test('an address has to be confirmed again when it is changed, and an old link confirms nothing', async () => {
  const reader = await createReader();
  await reader.ask();
  const [mail] = await until(reader.email, 1);
  const changed = await reader.change({ address: `other-${reader.email}`, kinds: ['post.missed'] });
  expect(changed.body).toMatchObject({ address: `other-${reader.email}`, confirmedAt: null, kinds: ['post.missed'] });
  const body = { token: tokenIn(mail as ReceivedMail) };
  expect(await stack.anonymous('POST', '/api/account/mail/confirm', { body })).toMatchObject({ status: 400 });
  expect(await reader.confirm(`other-${reader.email}`)).toMatchObject({ status: 200 });
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

test('a draft that its reader has written is not mailed', async () => {
  const reader = await createReader();
  await reader.confirm();
  const own = { text: uniqueText('My own'), platforms: ['profnet'] };
  expect(await reader.visit('POST', '/api/v1/drafts', { body: own })).toMatchObject({ status: 201 });
  clock.advance(10 * MINUTE_MS);
  const { body: draft } = await reader.api('POST', '/api/v1/drafts', {
    body: { text: uniqueText('Please look'), platforms: ['profnet'] },
  });
  const [, mail] = await until(reader.email, 2);
  expect(mail?.text).toContain(draft.text);
  expect(mail?.text).not.toContain(own.text);
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
  const select = `select id, state, attempts, content from mail where recipient = '${reader.email}' and kind = 'post.failed'`;
  // The server stores what it has sent after that.
  await expect.poll(() => stack.query(select)).toMatchObject([{ state: 'sent', attempts: 2, content: null }]);
  const rows = await stack.query(select);
  expect(arrived(reader.email)[1]?.headers.get('message-id')).toEqual([`<${rows[0]?.['id']}@example.com>`]);
});
