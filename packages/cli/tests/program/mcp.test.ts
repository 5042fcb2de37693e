import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { accounts } from '../support/connections.ts';
import {
  ACCEPT,
  checkedWith,
  failed,
  KEY_REUSED,
  listOf,
  madeBefore,
  NO_POSTS,
  POST_ID,
  PUBLISHED,
  postWith,
  READY,
  replayed,
} from '../support/posts.ts';
import { BIN, signedIn } from '../support/social.ts';
import { failure, json, type Replies, startStandIn } from '../support/stand-in-server.ts';

/** Starts the official client with the built command as its server, and the server of the API that the command calls. */
async function startTools(replies: Replies) {
  const server = await startStandIn(replies);
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [BIN, 'mcp', '--allow-writes'], stderr: 'ignore' },
    env: { HOME: '/nonexistent', ...signedIn(server.url) },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    server,
    async call(name: string, given: Record<string, unknown>) {
      const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      return { text, isError: result.isError === true, data: result.structuredContent };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('publish_post', () => {
  it('makes the key and the request of the command, however the default profile is named', async () => {
    await using tools = await startTools(ACCEPT);
    const given = { text: 'hello', platforms: ['profnet'] };
    await tools.server.program(['post', 'hello', '--to', 'profnet', '--profile', 'default']);
    await tools.call('publish_post', given);
    await tools.call('publish_post', { ...given, profile: 'default' });
    const [command, ...others] = tools.server.posts();
    expect(others).toEqual([command, command]);
    const unknown = await tools.call('publish_post', { ...given, profile: 'nope' });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('Profiles: default, acme-blog') });
    expect(tools.server.posts()).toHaveLength(3);
  });

  it('answers what was published before, whatever it may cost now', async () => {
    const post = postWith({ profnet: PUBLISHED });
    const checked = checkedWith({ profnet: READY });
    const answerWith = (...posts: object[]): Replies => ({
      ...madeBefore(post),
      'GET /api/v1/posts': listOf(...posts),
      'POST /api/v1/posts?dryRun=true': json(200, checked),
      'POST /api/v1/posts': replayed(post),
    });
    const given = { text: 'hello', platforms: ['profnet'], maxCredits: 0 };
    await using known = await startTools(answerWith(post));
    expect(await known.call('publish_post', given)).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^Already sent at .+; nothing was sent again\.\n/),
    });
    const [{ key } = {}] = known.server.posts();
    expect(known.server.seen).toContainEqual(
      expect.objectContaining({ call: 'GET /api/v1/posts', query: `?key=${key}` }),
    );
    await using fresh = await startTools(answerWith());
    expect(await fresh.call('publish_post', given)).toMatchObject({
      isError: true,
      text: expect.stringContaining('It would cost 1 credit, more than the 0 of maxCredits'),
    });
    expect(fresh.server.posts()).toEqual([]);
  });
});

describe('publish_post where an earlier call has left a platform out', () => {
  const TOO_LONG = { ...failed('invalid_request', { error: 'text: is too long' }), state: 'problem' };
  const made = postWith({ profnet: PUBLISHED });
  const given = { text: 'hello', platforms: ['profnet', 'microblog'] };

  it('leaves it out again, and says so', async () => {
    await using tools = await startTools({
      ...{ 'GET /api/v1/posts': listOf(made), ...madeBefore(made) },
      'POST /api/v1/posts?dryRun=true': json(200, checkedWith({ microblog: TOO_LONG })),
    });
    for (const continueOnPartial of [true, false]) {
      const { text, data } = await tools.call('publish_post', { ...given, continueOnPartial });
      expect(data).toMatchObject({ outcome: 'partial', leftOut: { microblog: { error: 'text: is too long' } } });
      expect(text).toMatch(
        /^microblog \(X\): left out, text: is too long\nTo post there too, fix it and call again with/,
      );
    }
    expect(tools.server.posts().map(({ body }) => body.platforms)).toEqual([['profnet'], ['profnet']]);
  });

  it('does not hide the findings of dry_run', async () => {
    const checked = json(200, checkedWith({ profnet: READY, microblog: TOO_LONG }));
    const answers = { 'POST /api/v1/posts?dryRun=true': [KEY_REUSED, checked] };
    await using tools = await startTools({ ...madeBefore(made), ...answers });
    const { isError, text } = await tools.call('dry_run', given);
    expect([isError, text]).toEqual([false, expect.stringContaining('text: is too long')]);
  });
});

it('says once that nothing was sent where the server says so', async () => {
  const said = 'This needs 4 credits and 1 are available; nothing was sent';
  await using tools = await startTools({ 'POST /api/v1/posts': failure(402, 'insufficient_credits', said) });
  const { text } = await tools.call('publish_post', { text: 'hello', platforms: ['profnet'] });
  expect(text).toBe(`${said} (insufficient_credits)\nThe tool usage shows plan and credits.`);
});

it('publish_post tells which post has the key already, and advises nothing that would publish a second post', async () => {
  await using tools = await startTools({ ...NO_POSTS, 'POST /api/v1/posts': KEY_REUSED });
  const { isError, text } = await tools.call('publish_post', { text: 'hi', platforms: ['profnet'] });
  expect(isError).toBe(true);
  expect(text).toContain(`get_post shows ${POST_ID}`);
  expect(text).not.toMatch(/new key|another --?key/i);
});

it.each([
  ['get_post', {}],
  ['cancel_post', {}],
  ['reschedule_post', { scheduledFor: '2099-01-01T09:00:00Z' }],
  ['retry_post', {}],
])('%s names the tool that shows the ids when it is given a wrong one', async (name, given) => {
  await using tools = await startTools(NO_POSTS);
  for (const id of ['not an id', '0192f3c1']) {
    const { isError, text } = await tools.call(name, { ...given, id });
    expect(isError).toBe(true);
    expect(text).toContain('list_posts shows the ids.');
    expect(text).not.toContain('social post list');
  }
});

describe('several accounts of a platform', () => {
  const connections = json(200, accounts('mastodon', { name: 'news' }, { name: 'press' }));

  it('are named by connection_status', async () => {
    await using tools = await startTools({ 'GET /api/connect/status': connections });
    const { text } = await tools.call('connection_status', {});
    expect(text).toBe('mastodon:news (default): connected, news\nmastodon:press: connected, press');
  });

  it('take a post each, with a text of its own', async () => {
    await using tools = await startTools({ ...ACCEPT, 'GET /api/connect/status': connections });
    const given = { text: 'hello', platforms: ['mastodon:*'], texts: { 'mastodon:press': 'Dear press' } };
    await tools.call('publish_post', given);
    expect(tools.server.posts()[0]?.body).toMatchObject({
      platforms: ['mastodon:news', 'mastodon:press'],
      overrides: { 'mastodon:press': { text: 'Dear press' } },
    });
  });

  it.each(['mastodon:News', 'fax', 'telegram'])('are not meant by %s', async (target) => {
    await using tools = await startTools({ ...ACCEPT, 'GET /api/connect/status': connections });
    const refused = await tools.call('publish_post', { text: 'hello', platforms: [target] });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('is not a platform') });
    expect(tools.server.posts()).toEqual([]);
  });

  it('sends nothing when nothing is connected that all could mean', async () => {
    await using tools = await startTools({ ...ACCEPT, 'GET /api/connect/status': json(200, {}) });
    const refused = await tools.call('publish_post', { text: 'hello', platforms: ['all'] });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('not_connected') });
    expect(tools.server.posts()).toEqual([]);
  });
});
