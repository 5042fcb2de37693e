import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refusal, startMailCatcher, uniqueText, useResource, useStack } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';
import { runServer, temporaryDirectory, type Variables } from '../../src/programs/server-process.ts';

const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
const SOCIAL_MAIL_FROM = 'Social <social@example.com>';

const catcher = useResource(() => startMailCatcher());
const { stack, workspace } = useStack({
  connect: ['profnet'],
  env: { SOCIAL_SECRET_KEYS },
  config: {
    get mailServer() {
      const from = { name: 'Social', address: 'social@example.com' };
      return { host: '127.0.0.1', port: catcher.port, encryption: 'if offered' as const, login: null, from };
    },
  },
});

describe('doctor', () => {
  const examine = async (env: Variables) => {
    using directory = temporaryDirectory();
    return runServer(['doctor'], { SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS, ...env });
  };

  test('says that no mails are sent, and what to set', async () => {
    const { code, stdout } = await examine({});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^off +mail: not set up; .*SOCIAL_SMTP_URL and SOCIAL_MAIL_FROM$/m);
  });

  test('connects to the mail server, and sends nothing', async () => {
    const SOCIAL_SMTP_URL = `smtp://127.0.0.1:${catcher.port}`;
    const { code, stdout } = await examine({ SOCIAL_SMTP_URL, SOCIAL_MAIL_FROM });
    expect(code).toBe(0);
    expect(stdout).toContain(`ok       mail: by 127.0.0.1:${catcher.port}, from social@example.com`);
    expect(catcher.mails).toEqual([]);
  });

  test('finds a mail server that does not answer, and names no password', async () => {
    const { code, stdout, stderr } = await examine({
      SOCIAL_SMTP_URL: 'smtp://ada:hunter2@127.0.0.1:1',
      SOCIAL_MAIL_FROM,
    });
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/^problem +mail: 127\.0\.0\.1:1 takes no mails: .*ECONNREFUSED/m);
    expect(`${stdout}${stderr}`).not.toContain('hunter2');
  });
});

test('restore ends the mails that waited and the links that were sent, and mails nothing of before', async () => {
  const browser = await workspace.browser();
  await browser.visit('POST', '/api/account/mail/confirmation');
  const token = await vi.waitFor(() => {
    const found = /#([\w-]{43})$/m.exec(catcher.mails[0]?.text ?? '')?.[1];
    expect(found).toBeDefined();
    return found;
  }, 20_000);
  await stack.anonymous('POST', '/api/account/mail/confirm', { body: { token } });
  catcher.judge = () => {
    throw refusal(451, 'later');
  };
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  await workspace.publish({ text: uniqueText('Refused'), platforms: ['profnet'] });
  await stack.anonymous('POST', '/api/account/password/forgot', { body: { email: workspace.email } });
  expect((await workspace.api('POST', '/api/invitations', { body: { role: 'owner' } })).status).toBe(201);
  await vi.waitFor(
    async () =>
      expect(await stack.query("select id from mail where state = 'waiting' and attempts > 0")).toHaveLength(2),
    20_000,
  );

  using directory = temporaryDirectory();
  const file = join(directory.path, 'social.backup');
  const restored = { SOCIAL_DATA_DIR: join(directory.path, 'restored'), SOCIAL_SECRET_KEYS };
  expect(await runServer(['backup', file], { SOCIAL_DATA_DIR: stack.dataDir, SOCIAL_SECRET_KEYS })).toMatchObject({
    code: 0,
  });
  expect(await runServer(['restore', file], restored)).toMatchObject({ code: 0 });
  const db = new DatabaseSync(join(restored.SOCIAL_DATA_DIR, 'social.db'), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all();
  expect(all("select distinct state, content, due_at from mail where kind <> 'confirmation'")).toEqual([
    { state: 'ended', content: null, due_at: null },
  ]);
  expect(all('select * from password_reset')).toEqual([]);
  expect(all('select * from invitation')).toEqual([]);
  const unseen = 'select kind from mail_kind join workspace on workspace.id = workspace_id where seen_seq <> log_count';
  expect(all(unseen)).toEqual([]);
  db.close();
});
