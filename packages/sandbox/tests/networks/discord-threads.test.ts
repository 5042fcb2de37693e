import { expect, test } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { call, open, send, textAt } from '../support/sandbox.ts';

const { webhook, channel, guild, botToken, threads, tags } = sandboxSeed.discord;

async function openDiscord(
  discord: NonNullable<Parameters<Awaited<ReturnType<typeof open>>['settings']>[0]>['discord'] = {},
) {
  const sandbox = await open();
  await sandbox.settings({ discord });
  const api = `${sandbox.url}/discord/api/v10`;
  const hook = `${api}/webhooks/${webhook.id}/${webhook.token}`;
  return {
    ...{ sandbox, api, hook },
    accepted: () => sandbox.posts('discord'),
    execute: (body: object, query = '') => send(`${hook}?wait=true${query}`, 'POST', body),
  };
}

test('a message in a thread is read and deleted with the id of the thread only', async () => {
  const { sandbox, hook, api, execute, accepted } = await openDiscord();
  const { body } = await execute({ content: 'in there' }, `&thread_id=${threads.releases}`);
  expect(body).toMatchObject({ channel_id: threads.releases });
  const id = textAt(body, 'id');
  const [post] = await accepted();
  expect(post).toMatchObject({ id, chat: { thread: { id: threads.releases, name: 'Releases' } } });
  expect(post?.url).toBe(`${sandbox.url}/discord/channels/${guild}/${threads.releases}/${id}`);
  expect((await call(post?.url ?? '')).text).toContain('in <strong>Releases</strong>');
  const message = `${hook}/messages/${id}`;
  const inThread = `${message}?thread_id=${threads.releases}`;
  expect(await call(message)).toMatchObject({ status: 404, body: { code: 10008 } });
  expect(await call(`${message}?thread_id=${threads.archive}`)).toMatchObject({ status: 404, body: { code: 10008 } });
  expect(await call(`${message}?thread_id=1`)).toMatchObject({ status: 404, body: { code: 10003 } });
  expect((await call(inThread)).body).toEqual(body);
  const asBot = { headers: { authorization: `Bot ${botToken}` } };
  expect((await call(`${api}/channels/${channel}/messages`, asBot)).body).toHaveLength(1);
  expect((await call(message, { method: 'DELETE' })).status).toBe(404);
  expect((await call(inThread, { method: 'DELETE' })).status).toBe(204);
});

test('a new post in a forum has a name, tags and the id of its first message, and takes further messages', async () => {
  const { execute, accepted, sandbox } = await openDiscord({ isForum: true });
  const { body } = await execute({
    content: 'first',
    thread_name: 'Version 2',
    applied_tags: [tags.release, tags.bug],
  });
  const id = textAt(body, 'id');
  expect(textAt(body, 'channel_id')).toBe(id);
  expect((await execute({ content: 'second' }, `&thread_id=${id}`)).body).toMatchObject({ channel_id: id });
  const thread = { id, name: 'Version 2', tags: ['release', 'bug'] };
  expect(await accepted()).toMatchObject([{ chat: { thread } }, { chat: { thread } }]);
  const page = await (await fetch(`${sandbox.url}/?network=discord`)).text();
  expect(page).toContain('in <strong>Version 2</strong> <span class="mark">release</span>');
});

const forum = { isForum: true };
const named = { content: 'a', thread_name: 'A' };
test.each([
  ['a message in a forum without a thread', forum, { content: 'a' }, '', 400, 220001],
  ['a name beside a thread', forum, named, `&thread_id=${threads.releases}`, 400, 220002],
  ['a new post outside of a forum', {}, named, '', 400, 220003],
  ['a thread that is not there', {}, { content: 'a' }, '&thread_id=1', 404, 10003],
  ['a locked thread', {}, { content: 'a' }, `&thread_id=${threads.archive}`, 400, 160005],
  ['a post without a needed tag', { ...forum, requiresTag: true }, named, '', 400, 40067],
  ['a tag in a forum without tags', { ...forum, tags: [] }, { ...named, applied_tags: ['1'] }, '', 400, 40066],
  ['a tag that is not there', forum, { ...named, applied_tags: ['1'] }, '', 404, 10087],
  ['six tags', forum, { ...named, applied_tags: Array(6).fill(tags.bug) }, '', 400, 50035],
  ['a name of 101 characters', forum, { content: 'a', thread_name: 'x'.repeat(101) }, '', 400, 50035],
  ['a mention of another kind', {}, { content: 'a', allowed_mentions: { parse: ['all'] } }, '', 400, 50035],
])('%s is refused', async (_case, settings, body, query, status, code) => {
  const { execute, accepted } = await openDiscord(settings);
  expect(await execute(body, query)).toMatchObject({ status, body: { code } });
  expect(await accepted()).toEqual([]);
});

test('the channel shows whether it is a forum, and its tags', async () => {
  const { api } = await openDiscord({ isForum: true, requiresTag: true });
  const { body } = await call(`${api}/channels/${channel}`, { headers: { authorization: `Bot ${botToken}` } });
  expect(body).toMatchObject({ type: 15, flags: 16, available_tags: [{ id: tags.release, name: 'release' }, {}] });
});

test('a message tells who was notified, and that it came silently and without a card', async () => {
  const { execute, accepted, sandbox } = await openDiscord();
  const content = '<@11> <@&12> @everyone';
  const all = await execute({ content, flags: 4 | 4096, allowed_mentions: { parse: ['users', 'roles', 'everyone'] } });
  expect(all.body).toMatchObject({ mentions: [{ id: '11' }], mention_roles: ['12'], mention_everyone: true });
  await execute({ content, allowed_mentions: { parse: ['roles'] } });
  await execute({ content, allowed_mentions: { parse: [] } });
  await execute({ content: '\\<@11>', allowed_mentions: { parse: ['users'] } });
  expect((await accepted()).map(({ chat }) => chat)).toEqual([
    { silent: true, linkPreview: false, mentions: ['users', 'roles', 'everyone'] },
    { mentions: ['roles'] },
    undefined,
    undefined,
  ]);
  const page = await (await fetch(`${sandbox.url}/?network=discord`)).text();
  for (const mark of ['silent', 'no preview', 'notifies everyone']) expect(page).toContain(`>${mark}</span>`);
});
