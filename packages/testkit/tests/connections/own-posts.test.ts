import { startFileServer, startNetworkProxy, uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack } = useStack();
const files = useResource(startFileServer);
/** A grey picture of 8 by 8 pixels: photonet takes JPEG alone. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);
const proxy = useResource(startNetworkProxy);

async function published(platform: string, body: object = {}) {
  const workspace = await stack.createWorkspace({ connect: [platform] });
  const post = (await workspace.publish({ text: uniqueText('Mine'), platforms: [platform], ...body })).body;
  expect(post.outcome).toBe('published');
  return { workspace, post };
}

async function takeBack({ api }: Workspace, id: string, platform: string) {
  return (await api('POST', `/api/v1/posts/${id}/unpublish`)).body.results[platform];
}

async function connectAgain(workspace: Workspace, platform: string): Promise<void> {
  await workspace.api('POST', `/api/connect/${platform}/disconnect`, { body: {} });
  await workspace.connect(platform);
}

/** Makes the account that has published look as another app of the network knows it. */
async function setAccountId({ workspaceId }: Workspace, id: string): Promise<void> {
  await stack.query(`update connected_account set account_id = '${id}' where workspace_id = '${workspaceId}'`);
}

test('an account can take back its posts when the operator has set another address of the network', async () => {
  const { workspace, post } = await published('microblog');
  proxy.target = stack.sandboxUrl;
  await stack.restart({ SOCIAL_MICROBLOG_API_URL: `${proxy.url}/x` });
  await workspace.connect('microblog');
  expect(await takeBack(workspace, post.id, 'microblog')).toMatchObject({ ok: true, state: 'deleted' });
});

test('an account reads its posts when the operator has chosen another API of the network', async () => {
  const url = files.serve('/grey.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } });
  const { workspace, post } = await published('photonet', { media: [{ url, alt: '' }] });
  await stack.restart({ SOCIAL_PHOTONET_NETWORK: 'instagram-facebook' });
  await workspace.connect('photonet');
  const { readings } = (await workspace.api('GET', `/api/v1/posts/${post.id}/counters`)).body;
  expect(readings).toMatchObject([{ network: 'instagram-facebook', readAt: expect.any(String) }]);
});

test('an account has the name that it published as where each app knows it by another id', async () => {
  const { workspace, post } = await published('profnet');
  await setAccountId(workspace, 'of-another-app');
  await connectAgain(workspace, 'profnet');
  const target = `post_id = '${post.id}'`;
  const [row] = await stack.query(`select account from post_target where ${target}`);
  await stack.query(`update post_target set account = 'Somebody Else' where ${target}`);
  expect(await takeBack(workspace, post.id, 'profnet')).toMatchObject({
    ...{ ok: false, code: 'not_connected', error: expect.stringContaining('it was published as Somebody Else') },
  });
  await stack.query(`update post_target set account = '${row?.['account']}' where ${target}`);
  expect(await takeBack(workspace, post.id, 'profnet')).toMatchObject({ ok: true, state: 'deleted' });
});

test('an account without a name is not called null', async () => {
  const { workspace, post } = await published('microblog');
  await setAccountId(workspace, '1');
  await connectAgain(workspace, 'microblog');
  await stack.query(`update post_target set account = null where post_id = '${post.id}'`);
  const nameless = 'it was published by another account; connect that one again with: social connect microblog';
  expect(await takeBack(workspace, post.id, 'microblog')).toMatchObject({ code: 'not_connected', error: nameless });
  await stack.query(`delete from connected_account where workspace_id = '${workspace.workspaceId}'`);
  const unknown = 'it is not known which account published it; look for it at the network itself';
  expect(await takeBack(workspace, post.id, 'microblog')).toMatchObject({ code: 'not_connected', error: unknown });
});

describe('the id of an account', () => {
  const accountsOf = ({ workspaceId }: Workspace) =>
    stack.query(`select account_id from connected_account where workspace_id = '${workspaceId}'`);

  test('is forgotten with its connection when it has published nothing, also when it was connected several times', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog', 'profnet'] });
    await workspace.publish({ text: uniqueText('Elsewhere'), platforms: ['microblog'] });
    await workspace.connect('profnet');
    expect(await accountsOf(workspace)).toHaveLength(3);
    await workspace.api('POST', '/api/connect/profnet/disconnect', { body: {} });
    expect(await accountsOf(workspace)).toHaveLength(1);
  });

  test('is forgotten with the profile', async () => {
    const workspace = await stack.createWorkspace();
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } })).body;
    await workspace.connect('microblog', profile.id);
    expect(await accountsOf(workspace)).toHaveLength(1);
    await workspace.api('DELETE', `/api/profiles/${profile.id}`);
    expect(await accountsOf(workspace)).toEqual([]);
  });

  test('stays where it has published, also after many other posts', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog', 'profnet'] });
    const publish = async (platform: string) =>
      (await workspace.publish({ text: uniqueText('One of many'), platforms: [platform] })).body;
    const { id } = await publish('profnet');
    const [step = {}] = await stack.query(`select * from post_event where post_id = '${id}' limit 1`);
    const copied = Object.keys(step).map((name) => (name === 'id' ? `id || '-' || n` : name));
    await stack.query(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < 600)
       insert into post_event (${Object.keys(step)}) select ${copied} from post_event, number where post_id = '${id}'`,
    );
    expect((await publish('microblog')).outcome).toBe('published');
    await workspace.api('POST', '/api/connect/microblog/disconnect', { body: {} });
    expect(await accountsOf(workspace)).toHaveLength(2);
  });
});
