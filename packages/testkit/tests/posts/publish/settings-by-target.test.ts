import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['mastodon', 'bluesky', 'microblog', 'profnet'] });

const statusOf = async (id: string) => {
  const answer = await fetch(`${stack.sandboxUrl}/mastodon/api/v1/statuses/${id}`);
  return (await answer.json()) as { visibility: string; sensitive: boolean; language: string };
};

test('settings of a target reach its network, beside those of meta', async () => {
  const settings = { mastodon: { visibility: 'unlisted', sensitive: true } };
  const meta = { language: 'de', sensitive: true };
  const { status, body } = await workspace.publish({
    text: uniqueText('Settings'),
    platforms: ['mastodon', 'bluesky'],
    settings,
    meta,
  });
  expect([status, body.outcome, body.settings, body.meta]).toEqual([201, 'published', settings, meta]);
  const sent = await statusOf(body.platformResults.mastodon.platformPostId);
  expect(sent).toMatchObject({ visibility: 'unlisted', sensitive: true, language: 'de' });
  expect((await workspace.api('GET', `/api/v1/posts/${body.id}`)).body.settings).toEqual(settings);
});

test('settings of an account are for it alone', async () => {
  const { body: status } = await workspace.api('GET', `/api/connect/status?profileId=${workspace.profileId}`);
  const { name } = status.mastodon.accounts[0];
  const target = `mastodon:${name}`;
  const { body } = await workspace.publish({
    text: uniqueText('Settings'),
    platforms: [target],
    settings: { [target]: { visibility: 'unlisted' } },
  });
  expect((await statusOf(body.platformResults[target].platformPostId)).visibility).toBe('unlisted');
});

describe('wrong settings are refused with their field, and nothing is sent', () => {
  test.each([
    [{ mastodon: { visibility: 'secret' } }, 'settings.mastodon.visibility', 'public, unlisted'],
    [{ mastodon: { visibilty: 'public' } }, 'settings.mastodon.visibilty', 'did you mean visibility?'],
    [{ mastodon: { madeForKids: true } }, 'settings.mastodon.madeForKids', 'not a known field'],
    [{ bluesky: { replies: [] } }, 'settings.bluesky.replies', 'at least 1'],
    [{ video: { title: 'Film' } }, 'settings.video', 'not one of the requested platforms'],
    [{ 'mastodon:news': { visibility: 'public' } }, 'settings.mastodon:news', 'not one of the requested platforms'],
    [{ toString: { visibility: 'public' } }, 'settings.toString', 'not one of the requested platforms'],
    [{ mastodon: null }, 'settings.mastodon', 'object'],
    [{ bluesky: { replies: ['followers', 'followers'] } }, 'settings.bluesky.replies', 'the same value twice'],
    [[], 'settings', 'object'],
    ['{}', 'settings', 'object'],
  ])('%j', async (settings, field, words) => {
    const seen = await watchRequests(stack);
    for (const dryRun of [true, false]) {
      const post = { text: 'Never sent', platforms: ['mastodon', 'bluesky'], settings, dryRun };
      const { status, body } = await workspace.publish(post);
      expect([status, body.code, body.details.field]).toEqual([400, 'invalid_request', field]);
      expect(body.error).toContain(words);
    }
    expect(await seen('publish')).toEqual([]);
  });

  test.each(['visibility', 'spoilerText', '__proto__'])('of an account: %s', async (name) => {
    const { body: status } = await workspace.api('GET', `/api/connect/status?profileId=${workspace.profileId}`);
    const target = `mastodon:${status.mastodon.accounts[0].name}`;
    const settings = JSON.parse(`{"${target}": {"${name}": 7}}`);
    const { status: code, body } = await workspace.publish({ text: 'Never sent', platforms: [target], settings });
    expect([code, body.details.field]).toEqual([400, expect.stringContaining(`settings.${target}`)]);
  });

  test('what meta and settings say differently, naming both', async () => {
    const { status, body } = await workspace.publish({
      text: 'Never sent',
      platforms: ['mastodon'],
      meta: { visibility: 'public' },
      settings: { mastodon: { visibility: 'unlisted' } },
    });
    expect([status, body.details.field]).toEqual([400, 'settings.mastodon.visibility']);
    expect(body.error).toContain('meta.visibility');
  });
});

test('a dry run and the result name the settings that the connected network does not have', async () => {
  const chats = await stack.createWorkspace();
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  const post = { text: uniqueText('Settings'), platforms: ['chatbot'], settings: { chatbot: { threadName: 'News' } } };
  for (const dryRun of [true, false]) {
    const { body } = await chats.publish({ ...post, dryRun });
    expect(body.platformResults.chatbot).toMatchObject({
      ok: true,
      note: 'threadName has no effect on Telegram.',
    });
  }
});

test('a post that waits for another one of its account keeps its notes', async () => {
  const chats = await stack.createWorkspace();
  const { bot, chats: seed } = sandboxSeed.telegram;
  const given = { botToken: bot.token, chatId: seed.channel };
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: given })).status).toBe(201);
  await stack.sandbox.fault({ network: 'telegram', operation: 'publish', kind: 'slow', delayMs: 300, times: 1 });
  const post = { platforms: ['chatbot'], settings: { chatbot: { threadName: 'News' } }, comments: ['A comment'] };
  const answers = await Promise.all([1, 2, 3].map(() => chats.publish({ text: uniqueText('Notes'), ...post })));
  for (const { body } of answers) {
    const ended = await chats.readPost(body.id);
    expect(ended.platformResults.chatbot).toMatchObject({
      state: 'published',
      note: 'Left out on Telegram: the comments. threadName has no effect on Telegram.',
    });
  }
});

test('a setting that is off needs no note where the network has none', async () => {
  const chats = await stack.createWorkspace();
  const { id, token } = sandboxSeed.discord.webhook;
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${id}/${token}`;
  expect((await chats.api('POST', '/api/connect/chatbot/token', { body: { webhookUrl } })).status).toBe(201);
  const settings = { chatbot: { protected: false } };
  const { body } = await chats.publish({ text: 'Hello', platforms: ['chatbot'], settings, dryRun: true });
  expect(body.platformResults.chatbot.note).toBeUndefined();
});

test('labels that a platform does not have are named, and the post goes without', async () => {
  const { body } = await workspace.publish({
    text: uniqueText('Made with care'),
    platforms: ['profnet'],
    aiGenerated: true,
    paidPartnership: true,
  });
  expect(body).toMatchObject({ outcome: 'published', aiGenerated: true, paidPartnership: true });
  expect(body.platformResults.profnet.note).toBe(
    'There is no label for content made with AI and paid partnerships on LinkedIn: the post goes without.',
  );
});

test('the same key with other settings or labels is another call', async () => {
  const headers = { 'idempotency-key': uniqueText('key') };
  const body = { text: uniqueText('Settings'), platforms: ['mastodon'], settings: { mastodon: { sensitive: true } } };
  const publish = (changed: object) =>
    workspace.api('POST', '/api/v1/posts', { body: { ...body, ...changed }, headers });
  expect((await publish({})).status).toBe(201);
  expect((await publish({})).status).toBe(201);
  expect((await publish({ settings: { mastodon: { sensitive: false } } })).status).toBe(422);
  expect((await publish({ aiGenerated: true })).status).toBe(422);
});

test('a draft keeps settings and labels, changes them, and publishes them', async () => {
  const settings = { mastodon: { visibility: 'unlisted' } };
  const given = { text: uniqueText('Settings'), platforms: ['mastodon'], settings, aiGenerated: true };
  const draft = await workspace.api('POST', '/api/v1/drafts', { body: given });
  expect(draft.body).toMatchObject({ settings, aiGenerated: true });
  const path = `/api/v1/drafts/${draft.body.id}`;
  const changed = await workspace.api('PATCH', path, { body: { aiGenerated: false, text: given.text } });
  expect(changed.body).toMatchObject({ settings });
  expect(changed.body.aiGenerated).toBeUndefined();
  expect((await workspace.api('PATCH', path, { body: { settings: {} } })).body.settings).toBeUndefined();
  const again = await workspace.api('PATCH', path, { body: { settings } });
  const body = { ifUpdatedAt: again.body.updatedAt };
  const approved = await workspace.api('POST', `${path}/approve`, { body });
  expect(approved.body).toMatchObject({ outcome: 'published', settings });
  const sent = await statusOf(approved.body.platformResults.mastodon.platformPostId);
  expect(sent.visibility).toBe('unlisted');
});

test('a content warning of a target counts with its text', async () => {
  const post = { text: 'x'.repeat(490), platforms: ['mastodon'], dryRun: true };
  const warned = { mastodon: { spoilerText: 'About food, at length' } };
  expect((await workspace.publish(post)).body.outcome).toBe('ready');
  const { body } = await workspace.publish({ ...post, settings: warned });
  expect(body.platformResults.mastodon.error).toContain('with its content warning');
});
