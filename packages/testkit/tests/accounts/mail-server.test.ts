import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Config, readConfig } from '@social/server';
import { refusal, startMailCatcher, startStack } from '@social/testkit';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, test, vi } from 'vitest';
import { selfSigned } from '../media/fetched/certificates.ts';

type MailServer = NonNullable<Config['mailServer']>;

const HOST = '127.0.0.1';
const from = { name: 'Social', address: 'social@example.com' };
const login = { user: 'social', password: 'p@ss/word' };
const certificate = selfSigned(HOST, 1);
const onAuth: Pick<SMTPServerOptions, 'onAuth'> = {
  onAuth: (auth, _session, done) => {
    const isRight = auth.username === login.user && auth.password === login.password;
    done(isRight ? null : refusal(535, 'wrong user or password'), { user: login.user });
  },
};

/** Asks for a confirmation, and returns the end of its mail. */
async function mailBy(mailServer: MailServer) {
  await using stack = await startStack({ config: { mailServer } });
  const workspace = await stack.createWorkspace();
  const browser = await workspace.browser();
  await browser.visit('POST', '/api/account/mail/confirmation');
  return await vi.waitFor(async () => {
    const [row] = await stack.query('select state, attempts, error from mail');
    expect(Number(row?.['attempts'])).toBeGreaterThan(0);
    return { ...row, log: stack.log.join('') };
  }, 30_000);
}

async function trusting<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate.cert]);
  try {
    return await work();
  } finally {
    setDefaultCACertificates(before);
  }
}

describe('encryption', () => {
  test('from the first byte, with a sign-in', async () => {
    await using server = await startMailCatcher({ ...certificate, secure: true, authOptional: false, ...onAuth });
    const row = await trusting(() => mailBy({ host: HOST, port: server.port, encryption: 'always', login, from }));
    expect(row).toMatchObject({ state: 'sent', attempts: 1 });
    expect(server.mails).toMatchObject([{ isEncrypted: true, user: login.user, from: from.address }]);
    expect(server.mails[0]?.headers.get('from')).toEqual(['Social <social@example.com>']);
  });

  test('by STARTTLS where it is required', async () => {
    await using server = await startMailCatcher({ ...certificate });
    const row = await trusting(() =>
      mailBy({ host: HOST, port: server.port, encryption: 'required', login: null, from }),
    );
    expect(row).toMatchObject({ state: 'sent' });
    expect(server.mails).toMatchObject([{ isEncrypted: true }]);
  });

  test.each(['always', 'required'] as const)(
    '%s: not with a certificate that nobody vouches for',
    async (encryption) => {
      await using server = await startMailCatcher({ ...certificate, secure: encryption === 'always' });
      const row = await mailBy({ host: HOST, port: server.port, encryption, login: null, from });
      expect(row).toMatchObject({ state: 'waiting', error: expect.stringMatching(/self-signed/) });
      expect(server.mails).toEqual([]);
    },
  );

  test('required: nothing is said to a server that offers none', async () => {
    await using server = await startMailCatcher({ ...onAuth });
    const row = await mailBy({ host: HOST, port: server.port, encryption: 'required', login, from });
    expect(row).toMatchObject({ state: 'waiting', error: expect.stringMatching(/STARTTLS|TLS/) });
    expect(server.mails).toEqual([]);
  });

  test('if offered: with any certificate, for a server on this machine', async () => {
    await using server = await startMailCatcher({ ...certificate });
    await mailBy({ host: HOST, port: server.port, encryption: 'if offered', login: null, from });
    expect(server.mails).toMatchObject([{ isEncrypted: true }]);
  });
});

test('a wrong password keeps the mail, and is in no log', async () => {
  await using server = await startMailCatcher({ ...certificate, authOptional: false, ...onAuth });
  const wrong = { user: login.user, password: 'hunter2-hunter2' };
  const row = await mailBy({ host: HOST, port: server.port, encryption: 'if offered', login: wrong, from });
  expect(row).toMatchObject({ state: 'waiting', error: expect.stringContaining('wrong user or password') });
  expect(row.log).not.toContain(wrong.password);
  expect(server.mails).toEqual([]);
});

test('a server that is away keeps the mail', async () => {
  const server = await startMailCatcher();
  const { port } = server;
  await server[Symbol.asyncDispose]();
  const row = await mailBy({ host: HOST, port, encryption: 'if offered', login: null, from });
  expect(row).toMatchObject({ state: 'waiting', error: expect.stringContaining('ECONNREFUSED') });
});

describe('the settings', () => {
  const read = (url?: string, sender?: string, more: NodeJS.ProcessEnv = {}) =>
    readConfig({
      ...(url === undefined ? {} : { SOCIAL_SMTP_URL: url }),
      ...(sender === undefined ? {} : { SOCIAL_MAIL_FROM: sender }),
      ...more,
    }).mailServer;

  test.each<[string, Partial<MailServer>]>([
    [
      'smtps://ada:p%40ss%2Fword@mail.example.com',
      { port: 465, encryption: 'always', login: { user: 'ada', password: 'p@ss/word' } },
    ],
    ['smtp://mail.example.com', { port: 587, encryption: 'required', login: null }],
    ['smtp://mail.example.com:2525', { port: 2525, encryption: 'required' }],
    ['smtp://localhost:25', { host: 'localhost', port: 25, encryption: 'if offered' }],
    ['smtp://[::1]:25', { host: '::1', encryption: 'if offered' }],
  ])('%s', (url, expected) => {
    expect(read(url, 'Social Ltd. <social@example.com>')).toMatchObject({
      ...expected,
      from: { name: 'Social Ltd.', address: 'social@example.com' },
    });
  });

  test('are off without both, and open in a closed network only where that is allowed', () => {
    expect(read()).toBeNull();
    const inside = read('smtp://mailpit:1025', 'social@example.com', { SOCIAL_INSECURE_HTTP: 'true' });
    expect(inside).toMatchObject({ encryption: 'if offered', from: { name: '', address: 'social@example.com' } });
  });

  test.each<[string | undefined, string | undefined, RegExp]>([
    ['smtp://mail.example.com', undefined, /^SOCIAL_MAIL_FROM: is missing/],
    [undefined, 'social@example.com', /^SOCIAL_SMTP_URL: is missing/],
    ['mail.example.com:25', 'social@example.com', /^SOCIAL_SMTP_URL: is not the address/],
    ['http://mail.example.com', 'social@example.com', /^SOCIAL_SMTP_URL: is not the address/],
    ['smtp://mail.example.com/inbox', 'social@example.com', /^SOCIAL_SMTP_URL: is not the address/],
    [
      'smtps://mail.example.com?tls.rejectUnauthorized=false',
      'social@example.com',
      /^SOCIAL_SMTP_URL: is not the address/,
    ],
    ['smtps://ada@mail.example.com', 'social@example.com', /^SOCIAL_SMTP_URL: needs both/],
    ['smtps://ada:100%@mail.example.com', 'social@example.com', /^SOCIAL_SMTP_URL: has a %/],
    ['smtp://mail.example.com', 'Social', /^SOCIAL_MAIL_FROM: is not a sender/],
    ['smtp://mail.example.com', 'a@example.com, b@example.com', /^SOCIAL_MAIL_FROM: is not a sender/],
    ['smtp://mail.example.com', 'Social\r\nBcc: eve@example.com <social@example.com>', /line break/],
  ])('%s from %s is refused', (url, sender, message) => {
    expect(() => read(url, sender)).toThrow(message);
  });

  test('a refusal names no password', () => {
    for (const url of ['smtps://ada:hunter2@mail.example.com/inbox', 'ftp://ada:hunter2@mail.example.com']) {
      expect(() => read(url, 'social@example.com')).toThrow(/^(?!.*hunter2)/s);
    }
  });
});
