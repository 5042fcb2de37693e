import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { hashOf, png } from '../support/media.ts';
import { call, formOf, open, send, textAt } from '../support/sandbox.ts';

const { webhook, channel, botToken, accounts, posts } = sandboxSeed.discord;
const asBot = { authorization: `Bot ${botToken}` };

async function openDiscord(options?: Parameters<typeof open>[0]) {
  const sandbox = await open(options);
  const api = `${sandbox.url}/discord/api/v10`;
  const messages = `${api}/channels/${channel}/messages`;
  const hook = `${api}/webhooks/${webhook.id}/${webhook.token}`;
  return {
    ...{ sandbox, api, messages, hook },
    accepted: () => sandbox.posts('discord'),
    write: (body: object) => send(messages, 'POST', body, asBot),
    execute: (body: object) => send(`${hook}?wait=true`, 'POST', body),
    readAll: async () => (await call(messages, { headers: asBot })).body,
  };
}

test('every refusal by a rate limit comes through Google, as libraries expect', async () => {
  const { sandbox, write } = await openDiscord({ clock: () => Date.parse('2026-11-20T12:00:00Z') });
  await sandbox.fault({ network: 'discord', operation: 'publish', kind: 'rate-limit' });
  const broken = await write({ content: 'a' });
  expect(broken.status).toBe(429);
  expect(broken.headers.get('via')).toBe('1.1 google');
  await sandbox.settings({ rateLimits: true });
  for (let sent = 0; sent < 5; sent += 1) await write({ content: 'a' });
  const refused = await write({ content: 'a' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('via')).toBe('1.1 google');
});

test('a nonce that is enforced answers with the first message for a few minutes', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { write, accepted, execute } = await openDiscord({ clock: () => now });
  const first = await write({ content: 'first', nonce: 'n1', enforce_nonce: true });
  expect(first.body).toMatchObject({ content: 'first', nonce: 'n1' });
  expect((await write({ content: 'again', nonce: 'n1', enforce_nonce: true })).body).toEqual(first.body);
  await write({ content: 'not enforced', nonce: 'n1' });
  await write({ content: 'another', nonce: 'n2', enforce_nonce: true });
  await execute({ content: 'by the webhook', nonce: 'n2', enforce_nonce: true });
  now += 10 * 60_000;
  await write({ content: 'later', nonce: 'n1', enforce_nonce: true });
  const texts = (await accepted()).map(({ text }) => text);
  expect(texts).toEqual(['first', 'not enforced', 'another', 'by the webhook', 'later']);
  expect(await write({ content: 'a', nonce: 'x'.repeat(26) })).toMatchObject({ status: 400, body: { code: 50035 } });
});

test('reading a message shows what its creation answered, with its author, files and embeds', async () => {
  const { api, hook, messages, write, readAll } = await openDiscord();
  const payload_json = JSON.stringify({ embeds: [{ title: 'b' }], attachments: [{ id: 0, description: 'a dot' }] });
  const form = formOf({ payload_json, 'files[0]': png });
  const hooked = await call(`${hook}?wait=true`, { method: 'POST', body: form });
  const written = await write({ content: '*a*' });
  expect(hooked.body).toMatchObject({ author: { id: webhook.id }, attachments: [{}], embeds: [{}] });
  expect(await readAll()).toEqual([
    written.body,
    hooked.body,
    expect.objectContaining({ id: posts.owner, author: expect.objectContaining({ id: accounts.sandbox_owner }) }),
  ]);
  const { body } = await call(`${messages}/${textAt(hooked.body, 'id')}`, { headers: asBot });
  expect(body).toEqual(hooked.body);
  const file = await call(textAt(body, 'attachments', 0, 'url'));
  expect(file.headers.get('content-type')).toContain('image/png');
  expect(textAt(body, 'attachments', 0, 'url')).toContain(hashOf(png));
  expect((await call(`${api}/users/@me`, { headers: asBot })).body).toMatchObject({
    id: textAt(written.body, 'author', 'id'),
  });
});

test('a message through the webhook has the name and the picture that it brings', async () => {
  const { sandbox, execute, readAll } = await openDiscord();
  const avatar_url = 'https://example.com/a.png';
  const { body } = await execute({ content: 'a', username: 'Build', avatar_url });
  expect(body).toMatchObject({ webhook_id: webhook.id, author: { id: webhook.id, username: 'Build' } });
  const picture = `${sandbox.url}/discord/avatars/${webhook.id}/${textAt(body, 'author', 'avatar')}.png`;
  expect((await call(picture)).headers.get('location')).toBe(avatar_url);
  expect((await execute({ content: 'b' })).body).toMatchObject({ author: { username: 'Sandbox Webhook' } });
  expect(await readAll()).toMatchObject([{ content: 'b' }, { author: { username: 'Build' } }, {}]);
  expect(await execute({ content: 'a', avatar_url: 'ftp://a' })).toMatchObject({ status: 400, body: { code: 50035 } });
});

test.each(['oauth2/applications/@me', 'applications/@me'])('%s shows the application of the bot', async (path) => {
  const { api } = await openDiscord();
  const { body } = await call(`${api}/${path}`, { headers: asBot });
  const me = await call(`${api}/users/@me`, { headers: asBot });
  expect(body).toMatchObject({ id: textAt(me.body, 'id'), owner: { id: accounts.sandbox_owner }, bot_public: false });
  expect((await call(`${api}/${path}`)).status).toBe(401);
});

test('an id that comes as a JSON number keeps its digits', async () => {
  const { messages } = await openDiscord();
  const body = '{"content":"a","nonce":1180000000000000021}';
  const answer = await call(messages, {
    method: 'POST',
    headers: { ...asBot, 'content-type': 'application/json' },
    body,
  });
  expect(String((answer.body as { nonce: unknown }).nonce)).toBe('1180000000000000021');
});

test('a message of the bot answers another one', async () => {
  const { write, readAll, execute, accepted, messages } = await openDiscord();
  const hooked = await execute({ content: 'question' });
  const id = textAt(hooked.body, 'id');
  const reply = await write({ content: 'answer', message_reference: { message_id: id, channel_id: channel } });
  expect(reply.body).toMatchObject({
    ...{ type: 19, message_reference: { type: 0, message_id: id, channel_id: channel } },
    referenced_message: hooked.body,
  });
  const further = await write({ content: 'further', message_reference: { message_id: textAt(reply.body, 'id') } });
  expect(further.body).not.toHaveProperty(['referenced_message', 'referenced_message']);
  expect(await readAll()).toMatchObject([further.body, reply.body, hooked.body, {}]);
  expect(await accepted()).toMatchObject([{}, { replyToId: id }, { replyToId: textAt(reply.body, 'id') }]);
  expect((await call(`${messages}/${id}`, { method: 'DELETE', headers: asBot })).status).toBe(204);
  expect(await readAll()).toMatchObject([{}, { referenced_message: null }, {}]);
});

test('a reply names its message by a number', async () => {
  const { messages } = await openDiscord();
  const headers = { ...asBot, 'content-type': 'application/json' };
  const body = `{"content":"a","message_reference":{"message_id":${posts.owner},"channel_id":${channel}}}`;
  expect(await call(messages, { method: 'POST', headers, body })).toMatchObject({
    body: { type: 19, referenced_message: { id: posts.owner, author: { id: accounts.sandbox_owner } } },
  });
});

test('a reply to an unknown message is refused, unless it may fail', async () => {
  const { write, accepted } = await openDiscord();
  const message_reference = { message_id: '1' };
  expect((await write({ content: 'a', message_reference })).body).toEqual({
    ...{ message: 'Invalid Form Body', code: 50035 },
    errors: {
      message_reference: { _errors: [{ code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'Unknown message' }] },
    },
  });
  expect(await accepted()).toEqual([]);
  const reply = await write({ content: 'a', message_reference: { ...message_reference, fail_if_not_exists: false } });
  expect(reply).toMatchObject({ status: 200, body: { type: 0 } });
});

test.each([
  ['components', { components: [{ type: 1 }] }],
  ['applied_tags', { applied_tags: ['1'] }],
  ['flags', { flags: 1 << 15 }],
  ['message_reference', { message_reference: { message_id: posts.owner } }],
])('a webhook refuses %s by name', async (name, body) => {
  const { execute, accepted } = await openDiscord();
  const refused = await execute({ content: 'a', ...body });
  expect(refused).toMatchObject({ status: 400, body: { code: 50035, errors: { [name]: {} } } });
  expect(await accepted()).toEqual([]);
  expect(await execute({ content: 'a', components: [], flags: 4 })).toMatchObject({ body: { flags: 4 } });
});
