import { randomBytes } from 'node:crypto';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

// A server restarts with other settings, and must not misuse what it stored under the old ones.
const OLD_KEY = randomBytes(32).toString('base64');
const NEW_KEY = randomBytes(32).toString('base64');
const { stack, workspace, proxy } = useStack({
  env: { SOCIAL_SECRET_KEYS: OLD_KEY },
  connect: ['profnet', 'microblog'],
});

const publish = async (platform: string) =>
  (await workspace.publish({ text: uniqueText('Changed'), platforms: [platform] })).body.platformResults[platform];
const status = () => workspace.connections();

test('a connection is never used at another address of its network, and works again at the first one', async () => {
  await stack.restart({ SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` });
  expect(await status()).toMatchObject({
    microblog: { connected: false, state: 'not_connected' },
    profnet: { connected: true },
  });
  expect(await publish('microblog')).toMatchObject({ ok: false, code: 'not_connected' });
  const like = await workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } });
  expect([like.status, like.body.code]).toEqual([404, 'not_connected']);
  expect(proxy.exchanges).toEqual([]);
  await stack.restart({ SOCIAL_MICROBLOG_API_URL: undefined });
  expect((await status()).microblog.connected).toBe(true);
  expect((await publish('microblog')).ok).toBe(true);
});

test('disconnecting at another address revokes nothing there', async () => {
  await stack.restart({ SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` });
  await workspace.api('POST', '/api/connect/microblog/disconnect');
  expect(proxy.exchanges).toEqual([]);
  await stack.restart({ SOCIAL_MICROBLOG_API_URL: undefined });
  expect((await status()).microblog.connected).toBe(false);
  await workspace.connect('microblog');
});

test('a new secret key in front of the old one changes nothing for connections, keys and sessions', async () => {
  const browser = await workspace.browser();
  await stack.restart({ SOCIAL_SECRET_KEYS: `${NEW_KEY},${OLD_KEY}` });
  expect(await status()).toMatchObject({ profnet: { connected: true }, microblog: { connected: true } });
  expect((await publish('profnet')).ok).toBe(true);
  expect((await publish('microblog')).ok).toBe(true);
  expect([200, 401]).toContain((await browser.visit('GET', '/api/account')).status);
  const fresh = await stack.createWorkspace({ connect: ['profnet'] });
  expect((await fresh.connections()).profnet.connected).toBe(true);
});

test('the server does not start without the key of its encrypted data', async () => {
  await expect(stack.restart({ SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') })).rejects.toThrow(
    /SOCIAL_SECRET_KEYS/,
  );
  await stack.restart({ SOCIAL_SECRET_KEYS: `${NEW_KEY},${OLD_KEY}` });
  expect((await publish('profnet')).ok).toBe(true);
});
