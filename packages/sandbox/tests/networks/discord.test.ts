import { DiscordAPIError, REST } from '@discordjs/rest';
import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { hashOf, png } from '../support/media.ts';
import { call, failureOf, open, send, textAt } from '../support/sandbox.ts';

const { webhook, channel, guild, botToken } = sandboxSeed.discord;
const path = `/webhooks/${webhook.id}/${webhook.token}` as const;

async function openWithRest(options?: Parameters<typeof open>[0]) {
  const sandbox = await open(options);
  const api = `${sandbox.url}/discord/api`;
  const rest = new REST({ version: '10', api, retries: 0 }).setToken(botToken);
  const accepted = () => sandbox.posts('discord');
  return { sandbox, rest, api, address: `${api}${path}`, accepted };
}

test('the webhook shows its channel', async () => {
  const { rest } = await openWithRest();
  expect(await rest.get(path, { auth: false })).toMatchObject({
    ...{ id: webhook.id, type: 1, guild_id: guild, channel_id: channel, token: webhook.token },
  });
});

test('@discordjs/rest writes through the webhook with and without an answer, reads and deletes', async () => {
  const { sandbox, rest, accepted, address } = await openWithRest();
  const query = new URLSearchParams({ wait: 'true' });
  const message = await rest.post(path, { auth: false, query, body: { content: 'hello \\*there\\* @everyone' } });
  expect(message).toMatchObject({ channel_id: channel, webhook_id: webhook.id, mention_everyone: true });
  const id = textAt(message, 'id');
  const url = `${sandbox.url}/discord/channels/${guild}/${channel}/${id}`;
  expect(await accepted()).toMatchObject([{ id, account: 'sandbox_owner', text: 'hello *there* @everyone', url }]);
  expect((await call(url)).text).toContain('hello *there*');
  expect(await rest.get(`${path}/messages/${id}`, { auth: false })).toMatchObject({ id });
  expect(await send(address, 'POST', { content: 'quietly' })).toMatchObject({ status: 204, text: '' });
  await rest.delete(`${path}/messages/${id}`, { auth: false });
  expect((await failureOf(DiscordAPIError, rest.delete(`${path}/messages/${id}`, { auth: false }))).code).toBe(10008);
  expect(await accepted()).toMatchObject([{ deletedAt: expect.any(String) }, { text: 'quietly', deletedAt: null }]);
  expect(JSON.stringify(await sandbox.requests())).not.toContain(webhook.token);
});

test('clients may write wait=1, and get the content type and members that they check', async () => {
  const { address } = await openWithRest();
  const answered = await send(`${address}?wait=1`, 'POST', { content: 'hello', embeds: [{ title: 'release' }] });
  expect(answered.headers.get('content-type')).toBe('application/json');
  expect(answered.body).toMatchObject({
    author: { public_flags: 0, flags: 0, global_name: null, primary_guild: null },
    embeds: [{ type: 'rich', title: 'release' }],
  });
  expect((await send(`${address}?wait=0`, 'POST', { content: 'hello' })).status).toBe(204);
  expect(webhook.token).toMatch(/^[\w-]{68}$/);
});

test('an attachment has a separate id with the time of its message', async () => {
  const { rest } = await openWithRest();
  const files = [{ data: png, name: 'a.png' }];
  const message = await rest.post(`/channels/${channel}/messages`, { files, body: { content: 'a file' } });
  const id = textAt(message, 'attachments', 0, 'id');
  expect(id).not.toBe(textAt(message, 'id'));
  expect(BigInt(id) >> 22n).toBe(BigInt(textAt(message, 'id')) >> 22n);
});

test('@discordjs/rest uploads files with descriptions', async () => {
  const { rest, accepted } = await openWithRest();
  const message = await rest.post(path, {
    auth: false,
    query: new URLSearchParams({ wait: 'true' }),
    body: {
      content: 'two',
      attachments: [{ id: 0, description: 'a dot' }, { id: 1 }],
      allowed_mentions: { parse: [] },
    },
    files: [
      { name: 'a.png', data: png },
      { name: 'b.txt', data: 'text', contentType: 'text/plain' },
    ],
  });
  expect(message).toMatchObject({ attachments: [{ filename: 'a.png', description: 'a dot' }, { filename: 'b.txt' }] });
  expect((await call(textAt(message, 'attachments', 0, 'url'))).headers.get('content-type')).toContain('image/png');
  expect(await accepted()).toMatchObject([
    { media: [{ type: 'image/png', sha256: hashOf(png) }, { type: 'text/plain' }] },
  ]);
});

test('a bot writes in the channel with its token', async () => {
  const { rest, accepted, api } = await openWithRest();
  await rest.post(`/channels/${channel}/messages`, { body: { content: 'from the bot' } });
  expect(await accepted()).toMatchObject([{ text: 'from the bot' }]);
  expect((await failureOf(DiscordAPIError, rest.post('/channels/1/messages', { body: { content: 'a' } }))).code).toBe(
    10003,
  );
  expect((await send(`${api}/v10/channels/${channel}/messages`, 'POST', { content: 'a' })).status).toBe(401);
});

test.each([
  ['an empty message', { content: ' ' }, 400, 50006],
  ['2001 characters', { content: 'x'.repeat(2001) }, 400, 50035],
  ['eleven embeds', { embeds: Array(11).fill({ title: 'a' }) }, 400, 50035],
  ['a described file that did not come', { content: 'a', attachments: [{ id: 0 }] }, 400, 50035],
  ['a content that is not text', { content: 7 }, 400, 50035],
])('%s is refused', async (_case, body, status, code) => {
  const { address, accepted } = await openWithRest();
  expect(await send(`${address}?wait=true`, 'POST', body)).toMatchObject({ status, body: { code } });
  expect(await accepted()).toEqual([]);
});

test('the error about a long field names the field and its limit', async () => {
  const { address } = await openWithRest();
  expect((await send(address, 'POST', { content: 'x'.repeat(2001) })).body).toEqual({
    message: 'Invalid Form Body',
    code: 50035,
    errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } },
  });
});

test('a file of more than 10 MiB is refused', async () => {
  const { rest } = await openWithRest();
  const files = [{ name: 'a.bin', data: Buffer.alloc(10 * 1024 * 1024 + 1) }];
  expect(await failureOf(DiscordAPIError, rest.post(path, { auth: false, files }))).toMatchObject({
    status: 413,
    code: 40005,
  });
});

test('ids, tokens, threads, versions and paths are checked', async () => {
  const { api, address } = await openWithRest();
  expect(await call(`${api}/webhooks/1/${webhook.token}`)).toMatchObject({ status: 404, body: { code: 10015 } });
  expect(await call(`${api}/webhooks/${webhook.id}/wrong`)).toMatchObject({ status: 401, body: { code: 50027 } });
  expect(await send(`${address}?thread_id=1`, 'POST', { content: 'a' })).toMatchObject({ body: { code: 10003 } });
  expect((await call(`${api}/v99${path}`)).status).toBe(400);
  expect(await call(`${api}/nothing`)).toMatchObject({ status: 404, body: { message: '404: Not Found', code: 0 } });
});

test("answers have the rate limit's headers, and with limits on the sixth call in two seconds is refused", async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { sandbox, address } = await openWithRest({ clock: () => now });
  await sandbox.settings({ rateLimits: true });
  const first = await send(address, 'POST', { content: '1' });
  expect(first.headers.get('x-ratelimit-limit')).toBe('5');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
  expect(first.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
  for (let sent = 2; sent <= 5; sent += 1) await send(address, 'POST', { content: String(sent) });
  now += 500;
  const refused = await send(address, 'POST', { content: '6' });
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 1.5, global: false },
  });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.get('x-ratelimit-reset-after')).toBe('1.500');
  now += 1500;
  expect((await send(address, 'POST', { content: '6' })).status).toBe(204);
});
