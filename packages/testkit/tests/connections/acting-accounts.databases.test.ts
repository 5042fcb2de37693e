import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

// Accounts and a post that the simulated X starts with.
const OWNER = '1745123456789012480';
const FRIEND = '1745123467899012481';
const PRIVATE = '1745123478909012482';
const FRIENDS_POST = '1990000000000000002';

const { stack, clock } = useStack({ clock: true });

/** A workspace whose profile has the owner as its default account of a platform, and the account `news` beside it. */
async function withTwo(platform: string): Promise<Workspace> {
  const workspace = await stack.createWorkspace({ connect: [platform] });
  await stack.connectWith({ authorizeAs: 'sandbox_friend' }, workspace, platform);
  const { accounts } = (await workspace.connections())[platform];
  const { name } = accounts.find(({ isDefault }: { isDefault: boolean }) => !isDefault);
  clock.advance(1_000);
  await change(workspace, platform, name, { name: 'news' });
  return workspace;
}

const change = ({ api }: Workspace, platform: string, account: string, body: object) =>
  api('PATCH', `/api/connect/${platform}/accounts/${account}`, { body });
const disconnect = ({ api }: Workspace, platform: string, account: string) =>
  api('POST', `/api/connect/${platform}/disconnect`, { body: { account } });

async function isDeleted(text: string): Promise<boolean | undefined> {
  const found = (await stack.sandbox.posts()).find((post) => post.text === text);
  return found && found.deletedAt !== null;
}

test.each([
  ['POST', 'like', { mpost_id: FRIENDS_POST }],
  ['DELETE', 'like', { mpost_id: FRIENDS_POST }],
  ['POST', 'follow', { target_user_id: PRIVATE }],
  ['DELETE', 'follow', { target_user_id: PRIVATE }],
  ['POST', 'bookmark', { mpost_id: FRIENDS_POST }],
  ['DELETE', 'bookmark', { mpost_id: FRIENDS_POST }],
] as const)('%s %s is done by the account that is named, else by the default one', async (method, path, input) => {
  const workspace = await withTwo('microblog');
  for (const [account, id] of [
    [undefined, OWNER],
    ['news', FRIEND],
  ] as const) {
    const seen = await watchRequests(stack);
    const body = { ...input, ...(account && { account }) };
    const { status } = await workspace.api(method, `/api/v1/microblog/${path}`, { body });
    expect(status).toBe(method === 'POST' ? 201 : 200);
    expect((await seen()).at(-1)?.path).toContain(`/users/${id}/`);
  }
});

test('a timeline is read by the account that the query names, also by an earlier name', async () => {
  const workspace = await withTwo('microblog');
  clock.advance(1_000);
  await change(workspace, 'microblog', 'news', { name: 'press' });
  for (const account of ['news', 'press']) {
    const seen = await watchRequests(stack);
    expect((await workspace.api('GET', `/api/v1/microblog/timeline?account=${account}`)).status).toBe(200);
    expect((await seen()).at(-1)?.path).toContain(`/users/${FRIEND}/`);
    expect((await workspace.api('GET', `/api/v1/microblog/user?username=a&account=${account}`)).status).toBe(404);
  }
  const differ = await workspace.api('DELETE', '/api/v1/microblog/like?account=news', {
    body: { mpost_id: FRIENDS_POST, account: 'press' },
  });
  expect([differ.status, differ.body.details.field]).toEqual([400, 'account']);
});

test.each([
  ['POST', '/api/v1/microblog/like', { mpost_id: FRIENDS_POST }],
  ['POST', '/api/v1/microblog/dm', { recipient_id: FRIEND, text: 'Hello' }],
  ['PUT', '/api/v1/microblog/reply/hide', { mpost_id: FRIENDS_POST }],
  ['DELETE', '/api/v1/microblog/mpost', { mpost_id: FRIENDS_POST }],
  ['DELETE', '/api/v1/profnet/post', { post_urn: 'urn:li:share:7141138937766391808' }],
  ['POST', '/api/v1/profnet/reshare', { post_urn: 'urn:li:share:7141138937766391808' }],
])('%s %s names the known accounts where there is no such one, and does nothing', async (method, path, input) => {
  const platform = path.split('/')[3] ?? '';
  const workspace = await withTwo(platform);
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Other' } })).body;
  const seen = await watchRequests(stack);
  const act = (body: object) => workspace.api(method, path, { body: { ...input, ...body } });
  const unknown = await act({ account: 'nobody' });
  expect([unknown.status, unknown.body.details.field]).toEqual([400, 'account']);
  expect(unknown.body.error).toContain(`${platform}:news`);
  const elsewhere = await act({ account: 'news', profile: profile.slug });
  expect([elsewhere.status, elsewhere.body.details.field]).toEqual([400, 'account']);
  expect((await act({ account: 'No Such' })).status).toBe(400);
  await disconnect(workspace, platform, 'news');
  const gone = await act({ account: 'news' });
  expect([gone.status, gone.body.code]).toEqual([404, 'not_connected']);
  expect(gone.body.error).toContain(`${platform}:news is not connected`);
  expect((await seen()).filter(({ operation }) => operation !== 'revoke')).toEqual([]);
});

test('without its default account a platform does nothing until one is named', async () => {
  const workspace = await withTwo('microblog');
  const [first] = (await workspace.connections()).microblog.accounts;
  await disconnect(workspace, 'microblog', first.name);
  const { status, body } = await workspace.api('GET', '/api/v1/microblog/timeline');
  expect([status, body.code]).toEqual([404, 'not_connected']);
  expect(body.error).toContain('microblog:news');
  expect((await workspace.api('GET', '/api/v1/microblog/timeline?account=news')).status).toBe(200);
});

test.each([
  ['microblog', '/api/v1/microblog/mpost', 'mpost_id'],
  ['profnet', '/api/v1/profnet/post', 'post_urn'],
])('a post on %s is deleted through the account that published it', async (platform, path, name) => {
  const workspace = await withTwo(platform);
  const target = `${platform}:news`;
  const publish = async () => {
    const { body } = await workspace.publish({ text: uniqueText('By news'), platforms: [target] });
    const id: string = body.platformResults[target].platformPostId;
    return { post: body, remove: (more = {}) => workspace.api('DELETE', path, { body: { [name]: id, ...more } }) };
  };
  const first = await publish();
  expect((await first.remove()).status).toBe(200);
  expect(await isDeleted(first.post.text)).toBe(true);
  expect((await workspace.readPost(first.post.id)).outcome).toBe('unpublished');

  const second = await publish();
  await disconnect(workspace, platform, 'news');
  const gone = await second.remove();
  expect([gone.status, gone.body.code]).toEqual([404, 'not_connected']);
  expect(gone.body.error).toContain('it was published');
  expect(await isDeleted(second.post.text)).toBe(false);
});
