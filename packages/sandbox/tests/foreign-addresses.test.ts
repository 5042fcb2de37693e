import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'vitest';
import { isReachable, pullFile } from '../src/http/pull-file.ts';
import { sandboxSeed } from '../src/index.ts';
import { networkIds } from '../src/world/network-ids.ts';
import { bearer, signInToFacebook, signInToInstagram } from './networks/meta/sign-in.ts';
import { signInToTiktok } from './networks/tiktok/sign-in.ts';
import { serve } from './support/media.ts';
import { call, open, send, test } from './support/sandbox.ts';

/** Starts a server with two addresses, one of which is neither loopback nor public, and records the paths of its calls. */
async function listenUnspecified() {
  const hits: string[] = [];
  const loopback = await serve(({ url = '' }, response) => {
    hits.push(url);
    if (url === '/away') response.writeHead(302, { location: `${unspecified}/inner.jpg` }).end();
    else if (url === '/endless') response.writeHead(200).write('a');
    else response.writeHead(200).end(Buffer.alloc(2000));
  });
  const unspecified = loopback.replace('127.0.0.1', '0.0.0.0');
  return { hits, unspecified, loopback };
}

/** Returns the status of a call with a foreign host name, which `fetch` cannot send. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const sent = request(url, { headers: { host } }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

test('no route of any network answers under a foreign host name', async () => {
  const sandbox = await open({ origins: true });
  const statuses = await Promise.all(
    networkIds.flatMap((id) =>
      [`${sandbox.networks[id]}/anything`, sandbox.origins[id] ?? ''].map((url) => statusFor(url, 'evil.test')),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(await statusFor(`${sandbox.url}/_sandbox/posts`, 'api.x.com')).toBe(403);
  expect(await statusFor(`${sandbox.url}/telegram/bot${sandboxSeed.telegram.bot.token}/getMe`, 'localhost:1')).toBe(
    200,
  );
});

test('no network fetches an address that is neither public nor loopback, also not after a redirect', async ({
  sandbox,
}) => {
  const { hits, unspecified, loopback } = await listenUnspecified();
  const { pageToken, userToken } = await signInToFacebook(sandbox);
  const { token } = await signInToInstagram(sandbox);
  const tiktok = await signInToTiktok(sandbox);
  const { facebook, instagram, telegram } = sandboxSeed;
  const page = `${sandbox.url}/facebook/${facebook.accounts.sandbox_owner}`;
  const bot = `${sandbox.url}/telegram/bot${telegram.bot.token}`;
  for (const url of [`${unspecified}/a.jpg`, 'http://[::]:9/a.jpg', `${loopback}/away`]) {
    const answers = [
      await call(`${page}/photos`, bearer(pageToken, { url })),
      await call(`${page}/videos`, bearer(pageToken, { file_url: url })),
      await call(
        `${sandbox.url}/instagram/${instagram.accounts.sandbox_owner}/media`,
        bearer(token, { image_url: url }),
      ),
      await call(
        `${sandbox.url}/facebook/${instagram.accounts.sandbox_owner}/media`,
        bearer(userToken, { image_url: url }),
      ),
      await send(`${bot}/sendPhoto`, 'POST', { chat_id: telegram.chats.channel, photo: url }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    await tiktok.post('/inbox/video/init/', { source_info: { source: 'PULL_FROM_URL', video_url: url } });
  }
  expect(new Set(hits)).toEqual(new Set(['/away']));
  expect(await sandbox.posts()).toEqual([]);
});

test('a fetch ends at its size limit and at its time limit', async () => {
  const { loopback } = await listenUnspecified();
  expect((await pullFile(`${loopback}/a`, { maxBytes: 2000 }))?.bytes).toBe(2000);
  expect(await pullFile(`${loopback}/a`, { maxBytes: 1999 })).toBeUndefined();
  expect(await pullFile(`${loopback}/endless`, { maxBytes: 2000, timeoutMs: 100 })).toBeUndefined();
  expect(await pullFile('file:///etc/hostname', { maxBytes: 2000 })).toBeUndefined();
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['224.0.0.1', false],
])('the address %s may be fetched: %s', (ip, expected) => {
  expect(isReachable(ip)).toBe(expected);
});
