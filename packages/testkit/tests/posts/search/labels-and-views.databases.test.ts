import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const SCHEDULED_FOR = '2099-03-01T12:00:00Z';

async function publish(text: string, more: object = {}) {
  const answer = await workspace.api('POST', '/api/v1/posts', { body: { text, platforms: ['profnet'], ...more } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const list = async (query: Record<string, string>, { api } = workspace) => {
  const { body } = await api('GET', `/api/v1/posts?${new URLSearchParams(query)}`);
  return body.posts.map(({ id }: { id: string }) => id);
};

/** Reads the ids that a search finds until they are the expected ones: posts are found a moment after they are stored. */
const finds = (query: Record<string, string>) => expect.poll(() => list(query));

test('a post is found by its text, thread, override, label, account, error and ids', async () => {
  const text = uniqueText('Grüße aus München');
  const overrides = { microblog: { text: uniqueText('short words') } };
  const other = uniqueText('thread part');
  const platforms = ['profnet', 'microblog'];
  const post = await publish(text, { platforms, overrides, thread: [other], labels: ['Press release'] });
  await finds({ q: text.toUpperCase().replace('GRÜSSE', 'grusse') }).toEqual([post.id]);
  for (const q of [other, overrides.microblog.text, post.id, post.platformResults.profnet.platformPostId])
    expect(await list({ q }), q).toEqual([post.id]);
  expect(await list({ q: `${text} press rel` })).toEqual([post.id]);
  expect(await list({ q: `${text} ${post.platformResults.profnet.account}` })).toEqual([post.id]);
  expect(await list({ q: text, label: '#press  RELEASE', platform: 'microblog' })).toEqual([post.id]);
  expect(await list({ q: text, platform: 'video' })).toEqual([]);
  expect(await list({ q: `${text} nonsense` })).toEqual([]);
  const stranger = await stack.createWorkspace();
  expect(await list({ q: post.id }, stranger)).toEqual([]);
});

test('a post that waits, or never began, is found by the account that it is bound to', async () => {
  const text = uniqueText('Waiting');
  const { account } = (await publish(uniqueText('Sent'))).platformResults.profnet;
  const { id } = await publish(text, { scheduledFor: SCHEDULED_FOR });
  await finds({ q: `${text} ${account}` }).toEqual([id]);
  expect((await workspace.api('DELETE', `/api/v1/posts/${id}`)).status).toBe(200);
  await finds({ q: `${text} ${account}`, status: 'canceled' }).toEqual([id]);

  const { bot, chats } = sandboxSeed.telegram;
  for (const chatId of [chats.channel, chats.group]) {
    await workspace.api('POST', '/api/connect/chatbot/token', { body: { botToken: bot.token, chatId } });
  }
  const accounts: { name: string; username: string | null; displayName: string }[] = (await workspace.connections())
    .chatbot.accounts;
  const [first, second] = accounts.map((one) => ({ ...one, label: one.username ?? one.displayName }));
  const target = `chatbot:${second?.name}`;
  const waiting = await publish(text, { scheduledFor: SCHEDULED_FOR, platforms: [target] });
  await finds({ q: `${text} ${second?.label}` }).toEqual([waiting.id]);
  expect(await list({ q: `${text} ${first?.label}` })).toEqual([]);
});

test('the error of a failed post is found, and a cursor leads to the next page of a search', async () => {
  const word = `w${Date.now()}`;
  const failed = await publish(`${word} fails`, { platforms: ['video'], mediaUrls: ['https://example.com/a.mp4'] });
  const { error } = failed.platformResults.video;
  await finds({ q: `${word} ${error.split(' ').slice(0, 3).join(' ')}` }).toEqual([failed.id]);
  const second = await publish(`${word} second`);
  const third = await publish(`${word} third`);
  await finds({ q: word }).toEqual([third.id, second.id, failed.id]);
  const first = await workspace.api('GET', `/api/v1/posts?q=${word}&limit=2`);
  expect(first.body.posts).toHaveLength(2);
  expect(await list({ q: word, cursor: first.body.nextCursor })).toEqual([failed.id]);
  expect(await list({ q: word, from: second.createdAt })).toEqual([third.id, second.id]);
});

test('labels are stored in one form, and changed at any time', async () => {
  const post = await publish(uniqueText('Labelled'), { labels: [' #Launch ', 'launch', 'Größe  XL'] });
  expect(post.labels).toEqual(['launch', 'größe xl']);
  expect(await list({ label: 'Launch' })).toContain(post.id);
  const changed = await workspace.api('PATCH', `/api/v1/posts/${post.id}`, { body: { labels: ['later'] } });
  expect(changed.body).toMatchObject({ id: post.id, labels: ['later'], status: 'published' });
  expect(await list({ label: 'launch' })).not.toContain(post.id);
  await finds({ q: `${post.text} later` }).toEqual([post.id]);
  const none = await workspace.api('PATCH', `/api/v1/posts/${post.id}`, { body: { labels: [] } });
  expect(none.body.labels).toBeUndefined();
  expect(await list({ label: 'later' })).not.toContain(post.id);
});

test('of labels that are changed at once, a post has those of one call', async () => {
  const post = await publish(uniqueText('At once'), { labels: ['before'] });
  const asked = Array.from({ length: 8 }, (_, at) => [
    `all-${post.id.slice(-6)}`,
    `half-${at % 2}-${post.id.slice(-6)}`,
  ]);
  const path = `/api/v1/posts/${post.id}`;
  const answers = await Promise.all(asked.map((labels) => workspace.api('PATCH', path, { body: { labels } })));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { labels } = (await workspace.api('GET', path)).body;
  expect(asked).toContainEqual(labels);
  for (const label of new Set(['before', ...asked.flat()]))
    expect([label, await list({ label })]).toEqual([label, labels.includes(label) ? [post.id] : []]);
});

test('a scheduled post is moved and labelled in one call, and a draft keeps its labels', async () => {
  const body = { text: uniqueText('Draft'), platforms: ['profnet'], labels: ['Plan'], scheduledFor: SCHEDULED_FOR };
  const draft = (await workspace.api('POST', '/api/v1/drafts', { body })).body;
  expect(draft.labels).toEqual(['plan']);
  const edit = await workspace.api('PATCH', `/api/v1/drafts/${draft.id}`, { body: { labels: ['plan', 'q3'] } });
  const approve = { ifUpdatedAt: edit.body.updatedAt };
  const { body: post } = await workspace.api('POST', `/api/v1/drafts/${draft.id}/approve`, { body: approve });
  expect(post.labels).toEqual(['plan', 'q3']);
  const change = { scheduledFor: '2099-04-01T12:00:00Z', labels: ['q4'] };
  const moved = await workspace.api('PATCH', `/api/v1/posts/${post.id}`, { body: change });
  expect(moved.body).toMatchObject({ scheduledFor: change.scheduledFor, labels: ['q4'] });
});

test('the labels of a repeated call may differ', async () => {
  const body = { text: uniqueText('Repeated'), platforms: ['profnet'] };
  const headers = { 'idempotency-key': body.text };
  const first = await workspace.api('POST', '/api/v1/posts', { body: { ...body, labels: ['one'] }, headers });
  const again = await workspace.api('POST', '/api/v1/posts', { body: { ...body, labels: ['two'] }, headers });
  expect([again.status, again.body.id, again.body.labels]).toEqual([201, first.body.id, ['one']]);
  const draft = (labels: string[]) =>
    workspace.api('POST', '/api/v1/drafts', {
      body: { ...body, labels },
      headers: { 'idempotency-key': `${body.text} as a draft` },
    });
  const stored = await draft(['one']);
  const repeated = await draft(['two']);
  expect([repeated.status, repeated.body.id, repeated.body.labels]).toEqual([201, stored.body.id, ['one']]);
});

test.each([
  ['labels', { labels: ['###'] }, 'labels[0]'],
  ['labels', { labels: ['ﷺﷺﷺ'] }, 'labels[0]'],
  ['labels', { labels: Array.from({ length: 21 }, (_, at) => `l${at}`) }, 'labels'],
])('wrong %s are refused: %j', async (_, fields, field) => {
  const body = { text: 'Wrong', platforms: ['profnet'], ...fields };
  const { status, body: answer } = await workspace.api('POST', '/api/v1/posts', { body });
  expect([status, answer.details.field ?? answer.error]).toEqual([400, field]);
});

test('a search with too many words is refused, and one without words finds nothing', async () => {
  const q = Array.from({ length: 21 }, (_, at) => `w${at}`).join(' ');
  const refused = await workspace.api('GET', `/api/v1/posts?q=${encodeURIComponent(q)}`);
  expect([refused.status, refused.body.error]).toEqual([400, 'q: has too many words; search for at most 20']);
  const long = await workspace.api(
    'GET',
    `/api/v1/posts?q=${encodeURIComponent(String.fromCodePoint(...Array.from({ length: 40 }, (_, at) => 0x4e00 + at)))}`,
  );
  expect([long.status, long.body.error]).toEqual([400, 'q: is too long; search for a shorter part of it']);
  expect(await list({ q: '!?' })).toEqual([]);
});

test('views are stored for the workspace and replaced as a whole', async () => {
  const { api } = await stack.createWorkspace();
  expect((await api('GET', '/api/views')).body).toEqual({ views: [] });
  const views = [{ name: ' Launch ', filters: { label: '#Launch', outcome: ['scheduled'], q: 'v2' } }];
  const stored = { views: [{ name: 'Launch', filters: { label: 'launch', outcome: ['scheduled'], q: 'v2' } }] };
  expect((await api('PUT', '/api/views', { body: { views } })).body).toEqual(stored);
  expect((await api('GET', '/api/views')).body).toEqual(stored);
  const twice = await api('PUT', '/api/views', { body: { views: [...views, ...views] } });
  expect([twice.status, twice.body.error]).toEqual([400, expect.stringContaining('views[1].name: ')]);
  await api('PUT', '/api/views', { body: { views: [] } });
  expect((await api('GET', '/api/views')).body).toEqual({ views: [] });
  expect((await workspace.api('GET', '/api/views')).body).toEqual({ views: [] });
});
