import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const { token: botToken } = sandboxSeed.telegram.bot;
let workspace: Workspace;

const { stack } = useStack();

async function connect(body: object) {
  workspace = await stack.createWorkspace();
  return workspace.api('POST', '/api/connect/chatbot/token', { body });
}

test('a bot’s token and a chat connect at once, and posts go to that chat', async () => {
  const { status, body } = await connect({ botToken, chatId: '@sandbox_channel' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ok: true, account: { name: 'Sandbox Channel', type: 'organization' } });
  const { chatbot } = await workspace.connections();
  expect(chatbot).toMatchObject({ connected: true, network: 'telegram', state: 'connected', expiresAt: null });
  const text = uniqueText('To the channel');
  const post = await workspace.publish({ text, platforms: ['chatbot'] });
  expect(post.body.platformResults.chatbot).toMatchObject({ ok: true, credits: 1 });
  expect((await stack.sandbox.posts('telegram')).map((sent) => sent.text)).toContain(text);
  const logs = await workspace.readLog();
  expect(logs.map(({ action }) => action)).toContain('platform.connected');
});

test('without a chat the answer lists those that the bot has seen, and nothing is connected', async () => {
  const { status, body } = await connect({ botToken });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_request', details: { field: 'chatId' } });
  expect(body.details.choices.length).toBeGreaterThan(0);
  const [{ accountId }] = body.details.choices;
  expect((await workspace.connections()).chatbot.connected).toBe(false);
  const chosen = await workspace.api('POST', '/api/connect/chatbot/token', { body: { botToken, chatId: accountId } });
  expect(chosen.status).toBe(201);
});

test('the address of a webhook connects its channel', async () => {
  const { id, token } = sandboxSeed.discord.webhook;
  const { status, body } = await connect({ webhookUrl: `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}` });
  expect([status, body.error]).toEqual([201, undefined]);
  const text = uniqueText('By the webhook');
  const post = await workspace.publish({ text, platforms: ['chatbot'] });
  expect(post.body.platformResults.chatbot).toMatchObject({ ok: true });
  expect((await stack.sandbox.posts('discord')).map((sent) => sent.text)).toContain(text);
  expect((await workspace.connections()).chatbot.network).toBe('discord');
});

test.each([
  ['a token that the network does not know', { botToken: `1${botToken}`, chatId: '@sandbox_channel' }, [400, 403, 502]],
  ['a chat that the bot is not in', { botToken, chatId: '@nowhere_at_all' }, [400, 403, 404, 502]],
  ['something that is not a token', { botToken: 'hunter2', chatId: '@sandbox_channel' }, [400]],
  ['an address that is not a webhook', { webhookUrl: 'https://example.org/hooks/1' }, [400]],
  ['nothing', {}, [400]],
])('%s is refused without repeating the secret, and nothing is connected', async (_name, given, statuses) => {
  const { status, body } = await connect(given);
  expect(statuses).toContain(status);
  for (const secret of Object.values(given).filter((value) => !value.startsWith('@'))) {
    expect(JSON.stringify(body)).not.toContain(secret);
  }
  expect((await workspace.connections()).chatbot.connected).toBe(false);
});

test('the token is neither in the database nor in the log', async () => {
  await connect({ botToken, chatId: '@sandbox_channel' });
  expect(await stack.dump()).not.toContain(botToken);
  expect(stack.log.join('\n')).not.toContain(botToken);
});
