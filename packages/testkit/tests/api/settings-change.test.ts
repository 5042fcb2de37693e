import { randomBytes } from 'node:crypto';
import {
  type NetworkProxy,
  type Stack,
  startNetworkProxy,
  startStack,
  uniqueText,
  type Workspace,
} from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A server that comes back with other settings: what was stored under the old ones must not be used wrongly.
const OLD_KEY = randomBytes(32).toString('base64');
const NEW_KEY = randomBytes(32).toString('base64');
let stack: Stack;
let proxy: NetworkProxy;
let workspace: Workspace;

beforeAll(async () => {
  proxy = await startNetworkProxy();
  stack = await startStack({ env: { SOCIAL_SECRET_KEYS: OLD_KEY } });
  proxy.target = stack.sandboxUrl;
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterAll(async () => {
  await stack.close();
  await proxy.close();
});

const publish = async (platform: string) =>
  (await workspace.api('POST', '/api/v1/posts', { body: { text: uniqueText('Changed'), platforms: [platform] } })).body
    .platformResults[platform];
const status = async () => (await workspace.api('GET', '/api/connect/status')).body;

test('a connection is never used against another address of its network, and works again at its own', async () => {
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
  expect((await fresh.api('GET', '/api/connect/status')).body.profnet.connected).toBe(true);
});

test('without the key that things are encrypted with the server does not start', async () => {
  await expect(stack.restart({ SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') })).rejects.toThrow(
    /SOCIAL_SECRET_KEYS/,
  );
  await stack.restart({ SOCIAL_SECRET_KEYS: `${NEW_KEY},${OLD_KEY}` });
  expect((await publish('profnet')).ok).toBe(true);
});
