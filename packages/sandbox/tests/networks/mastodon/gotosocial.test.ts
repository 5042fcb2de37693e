import { request } from 'node:http';
import { expect } from 'vitest';
import type { Sandbox } from '../../../src/index.ts';
import { box, gif, png } from '../../support/media.ts';
import { call, open, test, textAt } from '../../support/sandbox.ts';
import { appFields, requestToken, signInToMastodon } from './sign-in.ts';

async function openGotosocial() {
  const sandbox = await open();
  await sandbox.settings({ mastodon: { kind: 'gotosocial' } });
  return { sandbox, api: sandbox.networks.mastodon, ...(await signInToMastodon(sandbox)) };
}

/** Calls without the header that names the program, which `fetch` always sends. */
async function callNamelessly(url: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end();
  });
}

test('every request has to name its program, also those for pictures and for paths that there are not', async ({
  sandbox,
}) => {
  const paths = ['/api/v1/instance', '/avatars/sandbox_owner.png', '/oauth/authorize', '/nowhere'];
  const answers = () => Promise.all(paths.map((path) => callNamelessly(sandbox.networks.mastodon + path)));
  expect((await answers()).map(({ status }) => status)).not.toContain(418);
  await sandbox.settings({ mastodon: { kind: 'gotosocial' } });
  for (const { status, text } of await answers()) {
    expect([status, JSON.parse(text)]).toEqual([418, { error: "I'm a teapot: no user-agent sent with request" }]);
  }
});

test('each sign-in makes a new token, and says nothing helpful about a wrong code', async () => {
  const { sandbox, accessToken } = await openGotosocial();
  const again = await signInToMastodon(sandbox);
  expect(again.accessToken).not.toBe(accessToken);
  expect(await requestToken(sandbox, { ...appFields, code: 'wrong' })).toMatchObject({
    status: 400,
    body: { error: 'sql: no rows in result set' },
  });
});

test("an app's own token needs the address to return to", async () => {
  const { sandbox } = await openGotosocial();
  const { redirect_uri: _, ...app } = appFields;
  const fields = { ...app, grant_type: 'client_credentials' };
  expect(await requestToken(sandbox, fields)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect((await requestToken(sandbox, { ...appFields, ...fields })).status).toBe(200);
});

test('the instance announces smaller pictures than it takes, and other types', async () => {
  const { api, upload } = await openGotosocial();
  const { body } = await call(`${api}/api/v2/instance`);
  const { configuration } = body as {
    configuration: { media_attachments: { supported_mime_types: string[] }; statuses: object };
  };
  expect(configuration).toMatchObject({
    statuses: { characters_reserved_per_url: 25, max_media_attachments: 6 },
    media_attachments: { image_size_limit: 5_242_880, description_limit: 5000 },
  });
  const types = configuration.media_attachments.supported_mime_types;
  expect(types).toContain('image/avif');
  expect(types).not.toContain('image/heic');
  expect((await upload(Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]))).status).toBe(200);
  expect(await upload(gif)).toMatchObject({ status: 200, body: { type: 'image' } });
});

test('a file that it cannot read is refused with 422', async () => {
  const { upload } = await openGotosocial();
  for (const file of [box('ftyp', Buffer.from('isom\0\0\0\0mp42')), box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))]) {
    expect(await upload(file)).toMatchObject({
      status: 422,
      body: { error: 'Unprocessable Entity: error processing media' },
    });
  }
});

test('refusals are worded by GoToSocial', async () => {
  const { sandbox, api, post, act } = await openGotosocial();
  const tokenless = { status: 401, body: { error: 'Unauthorized: token not supplied' } };
  const wrong = { authorization: 'Bearer wrong' };
  expect(await call(`${api}/api/v1/accounts/verify_credentials`, { headers: wrong })).toMatchObject(tokenless);
  const reader = await signInToMastodon(sandbox, 'read');
  expect(await reader.post({ status: 'a' })).toMatchObject({
    status: 403,
    body: { error: 'Forbidden: token has insufficient scope permission' },
  });
  expect(await post({ status: 'a', in_reply_to_id: 'gone' })).toMatchObject({
    status: 404,
    body: { error: 'Not Found: target status not found' },
  });
  expect((await post({ status: 'a', language: 'xx' })).status).toBe(400);
  expect((await post({ status: 'a', language: 'zh-TW' })).status).toBe(200);
  const id = await statusOfFriend(sandbox);
  expect((await act('DELETE', `/v1/statuses/${id}`)).status).toBe(403);
});

async function statusOfFriend(sandbox: Sandbox): Promise<string> {
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToMastodon(sandbox);
  return textAt((await friend.post({ status: 'by a friend' })).body, 'id');
}

test('a disabled account is not signed in', async () => {
  const { sandbox } = await openGotosocial();
  await sandbox.addAccount({ network: 'mastodon', username: 'gone', name: 'Gone', type: 'disabled' });
  await sandbox.settings({ authorizeAs: 'gone' });
  expect((await (await signInToMastodon(sandbox)).post({ status: 'a' })).status).toBe(401);
});

test('an address may call 300 times in five minutes', async () => {
  const { sandbox, get } = await openGotosocial();
  await sandbox.settings({ rateLimits: true });
  const path = '/v1/accounts/verify_credentials';
  for (let calls = 0; calls < 300; calls += 1) await get(path);
  expect(await get(path)).toMatchObject({ status: 429, body: { error: 'rate limit reached' } });
});

test('authors read the text of their statuses in lists', async () => {
  const { get, post } = await openGotosocial();
  const { body } = await post({ status: 'a *text*' });
  const listed = await get(`/v1/accounts/${textAt(body, 'account', 'id')}/statuses`);
  expect(listed.body).toMatchObject([{ text: 'a *text*' }, {}]);
});

test('the server describes itself in two versions of the document about it', async () => {
  const { api } = await openGotosocial();
  const { body } = await call(`${api}/.well-known/nodeinfo`);
  for (const [index, version] of ['2.0', '2.1'].entries()) {
    expect((await call(textAt(body, 'links', index, 'href'))).body).toMatchObject({ version });
  }
  expect((await call(`${api}/nodeinfo/2.2`)).status).toBe(404);
});

test('a text is Markdown where the account or the program says so', async () => {
  const { sandbox, post } = await openGotosocial();
  const status = '# 1 fix *for*';
  const contents = async () => {
    const answers = [await post({ status }), await post({ status, content_type: 'text/plain' })];
    answers.push(await post({ status, content_type: 'text/markdown' }));
    return answers.map(({ body }) => textAt(body, 'content'));
  };
  const [plain, marked] = ['<p># 1 fix *for*</p>', '<h1>1 fix <em>for</em></h1>'];
  expect(await contents()).toEqual([plain, plain, marked]);
  await sandbox.settings({ mastodon: { markdownByDefault: true } });
  expect(await contents()).toEqual([marked, plain, marked]);
  await sandbox.settings({ mastodon: { kind: 'mastodon' } });
  expect(await contents()).toEqual([plain, plain, plain]);
});
