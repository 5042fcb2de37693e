import { AppBskyFeedDefs, AtpAgent } from '@atproto/api';
import { expect, test } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { call, open } from '../../support/sandbox.ts';
import { createdAt, owner, postCollection, refusalOf, run, signInToBluesky } from './sign-in.ts';

const { appPassword, handles } = sandboxSeed.bluesky;
const key = '3mabcdefghij2';
const uri = `at://${owner}/${postCollection}/${key}`;
const gates = {
  threadgate: { post: uri, createdAt, allow: [] },
  postgate: { post: uri, createdAt, embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }] },
};

async function openSignedIn() {
  const sandbox = await open({ origins: true });
  const { access } = await signInToBluesky(sandbox);
  const apply = (action: 'create' | 'delete', values: Readonly<Record<string, object>>) => {
    const writes = Object.entries(values).map(([name, value]) => ({
      $type: `com.atproto.repo.applyWrites#${action}`,
      ...{ collection: `app.bsky.feed.${name}`, rkey: key, ...(action === 'create' && { value }) },
    }));
    return run(sandbox, 'com.atproto.repo.applyWrites', { repo: owner, writes }, access);
  };
  return { sandbox, apply };
}

/** Signs in an app that checks every answer against the lexicons. */
async function agentOf(sandbox: Sandbox, identifier: string): Promise<AtpAgent> {
  const agent = new AtpAgent({ service: sandbox.origins.bluesky ?? '' });
  await agent.login({ identifier, password: appPassword });
  return agent;
}

test('readers see who may answer and quote a post that was written with its gates, and its labels', async () => {
  const { sandbox, apply } = await openSignedIn();
  const labels = { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] };
  expect((await apply('create', { post: { text: 'a', createdAt, labels }, ...gates })).status).toBe(200);
  const agent = await agentOf(sandbox, handles.sandbox_friend);
  const [view] = (await agent.getPosts({ uris: [uri] })).data.posts;
  expect(AppBskyFeedDefs.validatePostView(view)).toMatchObject({ success: true });
  expect(view).toMatchObject({
    viewer: { replyDisabled: true, embeddingDisabled: true },
    labels: [{ src: owner, uri, val: 'nudity' }],
    threadgate: { record: { allow: [] } },
  });
  const settings = { threadgate: 'nobody', postgate: 'disableRule', labels: ['nudity'] };
  const [accepted] = await sandbox.posts('bluesky');
  expect(accepted?.settings).toEqual(settings);
  expect((await call(accepted?.url ?? '')).text).toContain('<li>threadgate: nobody</li>');
  expect((await sandbox.requests('bluesky')).map(({ operation }) => operation)).toContain('publish');
});

test.each([
  ['nobody', [], true],
  ['accounts that it names', [{ $type: 'app.bsky.feed.threadgate#mentionRule' }], true],
  ['its followers', [{ $type: 'app.bsky.feed.threadgate#followerRule' }], false],
])('an answer is kept and hidden where the author lets only others answer: %s', async (_who, allow, isHidden) => {
  const { sandbox, apply } = await openSignedIn();
  await apply('create', { post: { text: 'a', createdAt }, threadgate: { ...gates.threadgate, allow } });
  const friend = await agentOf(sandbox, handles.sandbox_friend);
  await friend.follow(owner);
  const [root] = (await friend.getPosts({ uris: [uri] })).data.posts;
  const parent = { uri, cid: root?.cid ?? '' };
  const answer = await friend.post({ text: 'an answer', reply: { root: parent, parent } });
  const page = (await call(`${sandbox.url}/?network=bluesky`)).text;
  expect([page.includes('an answer'), page.includes('>hidden<')]).toEqual([true, isHidden]);
  expect(await sandbox.posts('bluesky')).toMatchObject([{ id: uri }, { id: answer.uri }]);
});

test.each([
  ['a rule for quotes that is a text', { postgate: { ...gates.postgate, embeddingRules: ['none'] } }],
  ['a gate without its post', { threadgate: { createdAt, allow: [] } }],
  [
    'six rules',
    {
      threadgate: {
        ...gates.threadgate,
        allow: Array.from({ length: 6 }, () => ({ $type: 'app.bsky.feed.threadgate#mentionRule' })),
      },
    },
  ],
])('%s leaves no post either', async (_what, broken) => {
  const { sandbox, apply } = await openSignedIn();
  const refused = await apply('create', { post: { text: 'a', createdAt }, ...broken });
  expect(refusalOf(refused).slice(0, 2)).toEqual([400, 'InvalidRequest']);
  expect(await sandbox.posts('bluesky')).toEqual([]);
});

test('a post and its gates are deleted together, or not at all', async () => {
  const { sandbox, apply } = await openSignedIn();
  await apply('create', { post: { text: 'a', createdAt }, threadgate: gates.threadgate });
  expect((await apply('delete', { post: {}, ...gates })).status).toBe(500);
  expect(await sandbox.posts('bluesky')).toMatchObject([{ deletedAt: null }]);
  expect((await apply('delete', { post: {}, threadgate: {} })).status).toBe(200);
  expect(await sandbox.posts('bluesky')).toMatchObject([{ deletedAt: expect.any(String) }]);
  expect((await sandbox.requests('bluesky')).at(-1)?.operation).toBe('delete');
});
