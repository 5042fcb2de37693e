import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { makingKeys } from './making-keys.ts';

const { stack, clock } = useStack({ clock: true });
const { bot, chats } = sandboxSeed.telegram;

const chatOf = (chatId: string) => ({ botToken: bot.token, chatId });
const connect = ({ api }: Workspace, body: object, key?: string) =>
  api('POST', '/api/connect/chatbot/token', { body, ...(key && { key }) });
const change = ({ api }: Workspace, account: string, body: object, key?: string) =>
  api('PATCH', `/api/connect/chatbot/accounts/${account}`, { body, ...(key && { key }) });
const disconnect = ({ api }: Workspace, account?: string, key?: string) =>
  api('POST', '/api/connect/chatbot/disconnect', { body: { account }, ...(key && { key }) });

/** A workspace with the default account `first` and the account `news`, both of Telegram, and `team` of Discord. */
async function withThree() {
  const workspace = await stack.createWorkspace();
  const { id, token } = sandboxSeed.discord.webhook;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  const given = [
    ['first', chatOf(chats.channel)],
    ['news', chatOf(chats.group)],
    ['team', { webhookUrl }],
  ] as const;
  for (const [name, body] of given) {
    await connect(workspace, body);
    const { accounts } = (await workspace.connections()).chatbot;
    const known = given.map(([one]) => one as string);
    const added = accounts.find((account: { name: string }) => !known.includes(account.name));
    clock.advance(1_000);
    await change(workspace, added.name, { name });
  }
  const { makeKey, publish, tryMake } = makingKeys(workspace);
  const post = async (key: string, platforms: string[], more = {}) => {
    const { status, body } = await publish(key, { platforms, text: uniqueText('Limited'), ...more });
    return { status, body, code: body.code };
  };
  const keyFor = async (...platforms: string[]) => (await makeKey({ platforms })).rawKey;
  const limitsOf = async (key: string) => {
    const { keys } = (await workspace.api('GET', '/api/keys')).body;
    return keys.find(({ keyPreview }: { keyPreview: string }) => keyPreview === `…${key.slice(-4)}`).platforms;
  };
  return { workspace, makeKey, tryMake, post, keyFor, limitsOf };
}

const REFUSED = { status: 403, code: 'forbidden' };

describe('a key that is bound to an account', () => {
  test('publishes to it, and to its platform only where that means it', async () => {
    const { workspace, post, keyFor } = await withThree();
    const key = await keyFor('chatbot:news');
    expect((await post(key, ['chatbot:news'])).body.outcome).toBe('published');
    for (const target of ['chatbot', 'chatbot:first', 'chatbot:telegram', 'chatbot:team', 'chatbot:nobody', 'mastodon'])
      expect(await post(key, [target])).toMatchObject({ ...REFUSED, body: { details: { platforms: [target] } } });
    expect(await post(key, ['chatbot:news', 'chatbot:team'])).toMatchObject(REFUSED);
    await change(workspace, 'news', { isDefault: true });
    expect((await post(key, ['chatbot'])).body.outcome).toBe('published');
    expect((await post(key, ['chatbot:telegram'])).body.outcome).toBe('published');
  });

  test('stays with it when it is renamed, and lists its present name', async () => {
    const { workspace, post, keyFor, limitsOf } = await withThree();
    const key = await keyFor('chatbot:news', 'mastodon');
    clock.advance(1_000);
    await change(workspace, 'news', { name: 'press' });
    expect(await limitsOf(key)).toEqual(['chatbot:press', 'mastodon']);
    for (const target of ['chatbot:news', 'chatbot:press'])
      expect((await post(key, [target])).body.outcome).toBe('published');
    const again = await makingKeys(workspace).makeKey({ platforms: ['chatbot:news', 'chatbot:press'] });
    expect(again.key['platforms']).toEqual(['chatbot:press']);
  });

  test('has nowhere to publish while it is disconnected, and works again after it', async () => {
    const { workspace, post, keyFor, limitsOf } = await withThree();
    const key = await keyFor('chatbot:news');
    await disconnect(workspace, 'news');
    const { body } = await post(key, ['chatbot:news']);
    const missing = {
      ok: false,
      code: 'not_connected',
      error: expect.stringContaining('chatbot:news is not connected'),
    };
    expect(body).toMatchObject({ outcome: 'failed', platformResults: { 'chatbot:news': missing } });
    expect(await post(key, ['chatbot'])).toMatchObject(REFUSED);
    expect(await post(key, ['chatbot:team'])).toMatchObject(REFUSED);
    expect(await limitsOf(key)).toEqual(['chatbot:news']);
    expect((await change(workspace, 'first', { name: 'news' })).status).toBe(409);
    await connect(workspace, chatOf(chats.group));
    expect((await post(key, ['chatbot:news'])).body.outcome).toBe('published');
    const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`, { key });
    expect(retried.body.outcome).toBe('published');
  });

  test('learns of unknown accounts of a platform that it may use as a whole', async () => {
    const { post, keyFor } = await withThree();
    const key = await keyFor('chatbot:news', 'mastodon');
    expect(await post(key, ['mastodon:first'])).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('changes only posts that are bound to it', async () => {
    const { workspace, post, keyFor } = await withThree();
    const key = await keyFor('chatbot:news');
    const scheduledFor = new Date(clock.now() + 60_000).toISOString();
    const { body: waits } = await post(workspace.apiKey, ['chatbot'], { scheduledFor });
    const { body: sent } = await post(workspace.apiKey, ['chatbot'], {});
    const { body: own } = await post(key, ['chatbot:news'], { scheduledFor });
    await change(workspace, 'news', { isDefault: true });
    const call = async (method: string, path: string, body?: object) =>
      (await workspace.api(method, `/api/v1/posts/${path}`, { key, ...(body && { body }) })).status;
    expect(await call('PATCH', waits.id, { labels: ['mine'] })).toBe(403);
    expect(await call('DELETE', waits.id)).toBe(403);
    expect(await call('POST', `${sent.id}/unpublish`)).toBe(403);
    expect(await call('POST', `${sent.id}/retry`)).toBe(403);
    await change(workspace, 'first', { isDefault: true });
    expect(await call('PATCH', own.id, { labels: ['mine'] })).toBe(200);
    expect(await call('DELETE', own.id)).toBe(200);
    const { body: taken } = await post(key, ['chatbot:news']);
    expect(await call('POST', `${taken.id}/unpublish`)).toBe(200);
  });

  test('sends nothing again that failed at another account', async () => {
    const { workspace, post, keyFor } = await withThree();
    const key = await keyFor('chatbot:news');
    await stack.sandbox.fault({ network: 'telegram', operation: 'publish', kind: 'forbidden', times: 1 });
    const { body: failed } = await post(workspace.apiKey, ['chatbot']);
    expect(failed.outcome).toBe('failed');
    await change(workspace, 'news', { isDefault: true });
    expect((await workspace.api('POST', `/api/v1/posts/${failed.id}/retry`, { key })).status).toBe(403);
  });

  test('stores and changes only drafts for it', async () => {
    const { workspace, keyFor } = await withThree();
    const key = await keyFor('chatbot:news');
    const draft = (platforms: string[], by: string) =>
      workspace.api('POST', '/api/v1/drafts', { key: by, body: { text: uniqueText('Draft'), platforms } });
    expect((await draft(['chatbot'], key)).status).toBe(403);
    const { status, body } = await draft(['chatbot:news'], key);
    expect(status).toBe(201);
    const moved = { key, body: { platforms: ['chatbot'] } };
    expect((await workspace.api('PATCH', `/api/v1/drafts/${body.id}`, moved)).status).toBe(403);
    const other = (await draft(['chatbot:first'], workspace.apiKey)).body;
    expect((await workspace.api('DELETE', `/api/v1/drafts/${other.id}`, { key })).status).toBe(403);
    expect((await workspace.api('DELETE', `/api/v1/drafts/${body.id}`, { key })).status).toBe(200);
  });

  test('connects, renames and disconnects it alone, and chooses no default', async () => {
    const { workspace, keyFor } = await withThree();
    const key = await keyFor('chatbot:news');
    expect((await connect(workspace, chatOf(chats.channel), key)).body.code).toBe('forbidden');
    expect((await change(workspace, 'first', { name: 'mine' }, key)).status).toBe(403);
    expect((await change(workspace, 'news', { isDefault: true }, key)).status).toBe(403);
    expect((await disconnect(workspace, undefined, key)).status).toBe(403);
    expect((await disconnect(workspace, 'first', key)).status).toBe(403);
    const { accounts } = (await workspace.connections()).chatbot;
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual(['first', 'news', 'team']);
    expect((await change(workspace, 'news', { name: 'press' }, key)).body.name).toBe('press');
    expect((await disconnect(workspace, 'press', key)).status).toBe(201);
    expect((await connect(workspace, chatOf(chats.group), key)).status).toBe(201);
    expect((await disconnect(workspace, undefined, await keyFor('chatbot'))).status).toBe(201);
  });

  test('reads no answer of a call for another account by repeating its Idempotency-Key', async () => {
    const { workspace, makeKey } = await withThree();
    const { rawKey: key } = await makeKey({ platforms: ['chatbot:news'] });
    const { publish } = makingKeys(workspace);
    const headers = { 'Idempotency-Key': 'of another account' };
    const body = { text: uniqueText('Once'), platforms: ['chatbot'] };
    expect((await publish(workspace.apiKey, body, headers)).status).toBe(201);
    await change(workspace, 'news', { isDefault: true });
    expect((await publish(key, body, headers)).body.code).toBe('forbidden');
  });

  test('makes keys for it, and none for its platform or another account', async () => {
    const { tryMake, makeKey } = await withThree();
    const { rawKey } = await makeKey({ platforms: ['chatbot'] });
    const telegram = await makeKey({ platforms: ['chatbot:telegram'] }, rawKey);
    const news = await makeKey({ platforms: ['chatbot:news'] }, telegram.rawKey);
    expect((await makeKey({}, news.rawKey)).key['platforms']).toEqual(['chatbot:news']);
    for (const [platforms, by] of [
      [['chatbot'], telegram.rawKey],
      [['chatbot:team'], telegram.rawKey],
      [['chatbot'], news.rawKey],
      [['chatbot:telegram'], news.rawKey],
      [['chatbot:first'], news.rawKey],
    ] as const) {
      const { status, body } = await tryMake({ platforms }, by);
      expect([platforms, status, body.details.fields]).toEqual([platforms, 403, ['platforms']]);
    }
  });

  test('deletes no profile in which another account is connected', async () => {
    const { workspace, makeKey } = await withThree();
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Other' } })).body;
    for (const chat of [chats.group, chats.channel])
      await connect(workspace, { ...chatOf(chat), profileId: profile.id });
    const { rawKey: key } = await makeKey({ platforms: ['chatbot:news'] });
    const remove = () => workspace.api('DELETE', `/api/profiles/${profile.id}`, { key });
    expect((await remove()).status).toBe(403);
    const { accounts } = (await workspace.api('GET', `/api/connect/status?profileId=${profile.id}`)).body.chatbot;
    const other = accounts.find(({ isDefault }: { isDefault: boolean }) => !isDefault).name;
    const body = { profileId: profile.id, account: other };
    await workspace.api('POST', '/api/connect/chatbot/disconnect', { body });
    expect((await remove()).status).toBe(200);
  });
});

test('a key that is bound to a network publishes to all its accounts', async () => {
  const { workspace, post, keyFor, limitsOf } = await withThree();
  const key = await keyFor('chatbot:telegram');
  for (const target of ['chatbot', 'chatbot:telegram', 'chatbot:first', 'chatbot:news'])
    expect((await post(key, [target])).body.outcome).toBe('published');
  expect(await post(key, ['chatbot:team'])).toMatchObject(REFUSED);
  expect(await post(key, ['chatbot:discord'])).toMatchObject(REFUSED);
  await change(workspace, 'team', { isDefault: true });
  expect(await post(key, ['chatbot'])).toMatchObject(REFUSED);
  expect(await limitsOf(key)).toEqual(['chatbot:telegram']);
});

describe('the accounts of a new key', () => {
  test('are looked for in its profiles, else in the default one', async () => {
    const { workspace, tryMake, makeKey, post } = await withThree();
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Other' } })).body;
    await connect(workspace, { ...chatOf(chats.channel), profileId: profile.id });
    const [account] = (await workspace.api('GET', `/api/connect/status?profileId=${profile.id}`)).body.chatbot.accounts;
    clock.advance(1_000);
    const path = `/api/connect/chatbot/accounts/${account.name}`;
    await workspace.api('PATCH', path, { body: { name: 'news', profileId: profile.id } });
    const both = await tryMake({ platforms: ['chatbot:news'], profiles: [profile.slug, 'default'] });
    expect([both.status, both.body.details.field]).toEqual([400, 'platforms']);
    expect(both.body.error).toContain('another account in each of');
    const unknown = await tryMake({ platforms: ['chatbot:team'], profiles: [profile.slug] });
    expect([unknown.status, unknown.body.error]).toEqual([400, expect.stringContaining('chatbot:news')]);
    const one = await makeKey({ platforms: ['chatbot:team'], profiles: [profile.slug, 'default'] });
    expect(one.key['platforms']).toEqual(['chatbot:team']);
    const { rawKey } = await makeKey({ platforms: ['chatbot:news'] });
    expect((await post(rawKey, ['chatbot:news'])).status).toBe(201);
    expect(await post(rawKey, ['chatbot:news'], { profile: profile.slug })).toMatchObject(REFUSED);
  });

  test.each([
    ['chatbot:nobody', 'known are chatbot:first, chatbot:news'],
    ['mastodon:news', 'mastodon:news is not a connected account of default'],
    ['chatbot:gone', 'is not a connected account of default'],
    ['fax:news', 'must be one of profnet,'],
    ['chatbot:*', 'must be one of profnet,'],
  ])('must be connected: %s', async (target, said) => {
    const { workspace, tryMake } = await withThree();
    clock.advance(1_000);
    await change(workspace, 'team', { name: 'gone' });
    await disconnect(workspace, 'gone');
    const { status, body } = await tryMake({ platforms: [target] });
    expect([status, body.details.field.replace(/\[.*/, '')]).toEqual([400, 'platforms']);
    expect(body.error).toMatch(new RegExp(said));
  });
});

test('a key that is bound to an account acts as this one', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.connectWith({ authorizeAs: 'sandbox_friend' }, workspace, 'microblog');
  const { accounts } = (await workspace.connections()).microblog;
  const [first, second] = accounts.map(({ name }: { name: string }) => name);
  const { makeKey } = makingKeys(workspace);
  const { rawKey: key } = await makeKey({ platforms: [`microblog:${second}`] });
  const timeline = (account?: string) =>
    workspace.api('GET', `/api/v1/microblog/timeline${account ? `?account=${account}` : ''}`, { key });
  expect((await timeline(second)).status).toBe(200);
  expect((await timeline()).body.code).toBe('forbidden');
  expect((await timeline(first)).body.code).toBe('forbidden');
  const { body: post } = await workspace.publish({ text: uniqueText('By the first'), platforms: ['microblog'] });
  const { platformPostId } = post.platformResults.microblog;
  const body = { mpost_id: platformPostId };
  expect((await workspace.api('DELETE', '/api/v1/microblog/mpost', { key, body })).status).toBe(403);
  const refresh = async (id: string) => {
    const { body: read } = await workspace.api('POST', `/api/v1/posts/${id}/counters`, { key });
    return read.readings[0];
  };
  const seen = await watchRequests(stack);
  expect(await refresh(post.id)).toMatchObject({ reason: 'not_connected', counters: [] });
  expect(await seen()).toEqual([]);
  const platforms = [`microblog:${second}`];
  const { body: own } = await workspace.publish({ text: uniqueText('By the second'), platforms });
  expect(await refresh(own.id)).toMatchObject({ readAt: expect.any(String) });
  await workspace.api('POST', '/api/connect/microblog/disconnect', { body: { account: second } });
  expect((await timeline(second)).body.code).toBe('not_connected');
});
