import { startFileServer, uniqueText, useResource, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { takeBack } from '../taking-back.ts';

const scopes = {
  facebook: 'pages_show_list pages_manage_posts pages_read_engagement pages_manage_engagement business_management',
  instagram: 'instagram_business_basic instagram_business_content_publish instagram_business_manage_comments',
  linked:
    'instagram_basic instagram_content_publish instagram_manage_comments instagram_manage_contents pages_show_list pages_read_engagement business_management',
};
const direct = useStack({
  env: { SOCIAL_SOCIALNET_SCOPES: scopes.facebook, SOCIAL_PHOTONET_SCOPES: scopes.instagram },
});
const linked = useStack({
  env: { SOCIAL_PHOTONET_NETWORK: 'instagram-facebook', SOCIAL_PHOTONET_SCOPES: scopes.linked },
});
const files = useResource(startFileServer);
/** A grey picture of 8 by 8 pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);
const picture = () => ({
  media: [{ url: files.serve('/grey.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } }) }],
});
const twoComments = () => [uniqueText('First comment'), uniqueText('Second comment')];

const ways = [
  { name: 'Facebook', used: direct, platform: 'socialnet', called: 'facebook', posts: 'facebook', more: () => ({}) },
  { name: 'Instagram', used: direct, platform: 'photonet', called: 'instagram', posts: 'instagram', more: picture },
  {
    name: 'Instagram by Facebook',
    used: linked,
    platform: 'photonet',
    called: 'facebook',
    posts: 'instagram',
    more: picture,
  },
] as const;

describe.each(ways)('comments on $name', ({ name, used, platform, called, posts: network, more }) => {
  const { stack } = used;

  async function publish(body: object = {}) {
    const workspace = await stack.createWorkspace({ connect: [platform] });
    const [text, comments] = [uniqueText('Post'), twoComments()];
    const answer = await workspace.publish({ text, platforms: [platform], comments, ...more(), ...body });
    const written = async () =>
      (await stack.sandbox.posts(network)).filter((post) => [text, ...comments].includes(post.text));
    return { workspace, text, comments, written, post: answer.body };
  }

  test('stand below the post in order, and go with it, by one deletion, where the network deletes posts', async () => {
    const { workspace, text, comments, written, post } = await publish();
    expect(post.outcome).toBe('published');
    const result = post.platformResults[platform];
    expect(result).toMatchObject({
      parts: [{ part: 1, ok: true }],
      comments: [
        { part: 2, state: 'published', url: expect.stringMatching(/comment_id=|\/c\//) },
        { part: 3, state: 'published' },
      ],
    });
    const [first, ...below] = await written();
    expect([first, ...below].map((each) => each?.text)).toEqual([text, ...comments]);
    expect(below.map(({ replyToId }) => replyToId)).toEqual([first?.id, first?.id]);
    const deletions = await watchRequests(stack);
    const { body } = await takeBack(workspace, post.id);
    const left = (await written()).filter(({ deletedAt }) => !deletedAt).map((each) => each.text);
    const isDeleted = name !== 'Instagram';
    expect([body.outcome, left]).toEqual(isDeleted ? ['unpublished', []] : ['published', [text, ...comments]]);
    const state = isDeleted ? 'deleted' : 'impossible';
    expect(body.results[platform].parts).toMatchObject([{ state }, { state }, { state }]);
    expect([body.credits, (await deletions('delete')).length]).toEqual(isDeleted ? [1, 1] : [0, 0]);
    if (!isDeleted) expect(body.results[platform].error).toMatch(/delete it there/);
    const steps = (await workspace.api('GET', `/api/v1/posts/${post.id}/timeline`)).body.events;
    const removed = steps.filter(({ kind }: { kind: string }) => kind === 'removed');
    expect(removed).toHaveLength(isDeleted ? 3 : 0);
  });

  test('whose answer is lost are unknown, never sent again, and named by their address', async () => {
    const fault = { network: called, operation: 'publish' } as const;
    await stack.sandbox.fault({ ...fault, kind: 'slow', delayMs: 1, times: 2 });
    await stack.sandbox.fault({ ...fault, kind: 'accept-then-drop', times: 1 });
    const { workspace, comments, written, post } = await publish();
    expect(post.platformResults[platform]).toMatchObject({
      ...{ state: 'unknown', ok: false },
      comments: [{ state: 'published' }, { state: 'unknown' }],
    });
    await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
    expect((await written()).map(({ text }) => text).slice(1)).toEqual(comments);
    const published = (await written()).at(-1)?.url;
    const path = `/api/v1/posts/${post.id}/resolve`;
    const resolved = await workspace.api('POST', path, { body: { platform, published } });
    expect([resolved.status, resolved.body.outcome]).toEqual([200, 'published']);
    expect(await written()).toHaveLength(3);
  });

  test('are refused below a story, which is published', async () => {
    const { post, written } = await publish({ ...picture(), settings: { [platform]: { type: 'story' } } });
    expect(post).toMatchObject({
      outcome: 'partial',
      platformResults: {
        [platform]: { parts: [{ ok: true }], comments: [{ state: 'failed', code: 'network_refused' }, {}] },
      },
    });
    expect((await written()).filter(({ replyToId }) => replyToId !== null)).toEqual([]);
  });
});

test('a comment below a reel of Facebook is not measured by what the reel needs', async () => {
  const workspace = await direct.stack.createWorkspace({ connect: ['socialnet'] });
  const settings = { socialnet: { type: 'reel' } };
  const body = { text: 'A reel', platforms: ['socialnet'], comments: ['A comment'], settings, dryRun: true };
  const { socialnet } = (await workspace.publish(body)).body.platformResults;
  expect([socialnet.parts[0].code, socialnet.comments[0].code]).toEqual(['invalid_request', 'earlier_part_missing']);
});
