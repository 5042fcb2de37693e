import { expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { hostMedia, jpeg } from '../../support/media.ts';
import { call, test, textAt } from '../../support/sandbox.ts';
import { bearer, errorOf, instagramScopes, signInToFacebook, signInToInstagram } from './sign-in.ts';

const pageScopes = 'pages_show_list,pages_manage_posts,pages_read_engagement';
const linkedScopes = `${pageScopes},instagram_basic,instagram_content_publish`;
const igId = sandboxSeed.instagram.accounts.sandbox_owner;
const { owner: pagePost } = sandboxSeed.facebook.posts;

const remove = (url: string, token: string) => call(url, { ...bearer(token), method: 'DELETE' });

async function publishPicture(base: string, token: string, more = {}): Promise<string> {
  const image_url = `${await hostMedia({ 'a.jpg': jpeg(8, 8) })}/a.jpg`;
  const container = await call(`${base}/${igId}/media`, bearer(token, { image_url, ...more }));
  const creation = { creation_id: textAt(container.body, 'id') };
  return textAt((await call(`${base}/${igId}/media_publish`, bearer(token, creation))).body, 'id');
}

/** The two ways to a token that may comment, and the ones to a token that may not. */
const instagramWays = [
  {
    graph: 'instagram',
    signIn: async (sandbox: Sandbox, scopes: string) =>
      (await signInToInstagram(sandbox, `${instagramScopes}${scopes}`)).token,
    scope: ',instagram_business_manage_comments',
    denied: [403, 10, undefined],
  },
  {
    graph: 'facebook',
    signIn: async (sandbox: Sandbox, scopes: string) =>
      (await signInToFacebook(sandbox, `${linkedScopes}${scopes}`)).pageToken,
    scope: ',instagram_manage_comments',
    denied: [403, 200, undefined],
  },
];

test('Facebook takes, lists and deletes comments of a page with their permission alone', async ({ sandbox }) => {
  const base = `${sandbox.url}/facebook/v25.0`;
  const { pageToken } = await signInToFacebook(sandbox, `${pageScopes},pages_manage_engagement`);
  const comments = `${base}/${pagePost}/comments`;
  const { body } = await call(comments, bearer(pageToken, { message: 'Below' }));
  const id = textAt(body, 'id');
  expect(id).toMatch(new RegExp(`^${pagePost.split('_')[1]}_\\d+$`));
  const listed = await call(comments, bearer(pageToken));
  expect(listed.body).toMatchObject({ data: [{ message: 'See you there.' }, { id, message: 'Below' }] });
  expect((await call(`${base}/${id}?fields=message,from`, bearer(pageToken))).body).toMatchObject({ message: 'Below' });
  const { pageToken: other } = await signInToFacebook(sandbox, pageScopes);
  expect(errorOf(await call(comments, bearer(other, { message: 'No' })))).toEqual([403, 200, undefined]);
  expect(errorOf(await remove(`${base}/${id}`, other))).toEqual([403, 200, undefined]);
  expect((await remove(`${base}/${id}`, pageToken)).body).toEqual({ success: true });
  expect(errorOf(await call(`${base}/${id}`, bearer(pageToken)))).toEqual([400, 100, 33]);
});

test('Facebook refuses comments that are empty, too long or on nothing, and deletes them with their post', async ({
  sandbox,
}) => {
  const base = `${sandbox.url}/facebook/v25.0`;
  const { pageToken } = await signInToFacebook(sandbox, `${pageScopes},pages_manage_engagement`);
  const comment = (post: string, message: string) => call(`${base}/${post}/comments`, bearer(pageToken, { message }));
  for (const message of ['', 'x'.repeat(8_001)]) {
    expect(errorOf(await comment(pagePost, message))).toEqual([400, 100, undefined]);
  }
  expect(errorOf(await comment('1_2', 'Nowhere'))).toEqual([400, 100, 33]);
  const id = textAt((await comment(pagePost, 'Below')).body, 'id');
  expect((await remove(`${base}/${pagePost}`, pageToken)).status).toBe(200);
  expect(errorOf(await remove(`${base}/${id}`, pageToken))).toEqual([400, 100, undefined]);
  expect(errorOf(await comment(pagePost, 'Too late'))).toEqual([400, 100, 33]);
});

test.for(instagramWays)(
  'Instagram takes, lists and deletes comments through the Graph of $graph',
  async ({ graph, signIn, scope, denied }, { sandbox }) => {
    const base = `${sandbox.url}/${graph}/v25.0`;
    const token = await signIn(sandbox, scope);
    const post = await publishPicture(base, token);
    const comments = `${base}/${post}/comments`;
    const id = textAt((await call(comments, bearer(token, { message: 'Below' }))).body, 'id');
    expect((await call(comments, bearer(token))).body).toMatchObject({ data: [{ id, text: 'Below' }] });
    const shown = await call(`${base}/${post}?fields=comments_count`, bearer(token));
    expect(shown.body).toMatchObject({ comments_count: 1 });
    const media = await call(`${base}/${igId}/media?fields=id`, bearer(token));
    expect(JSON.stringify(media.body)).not.toContain(id);
    const other = await signIn(sandbox, '');
    expect(errorOf(await call(comments, bearer(other, { message: 'No' })))).toEqual(denied);
    expect(errorOf(await remove(`${base}/${id}`, other))).toEqual(denied);
    expect(errorOf(await remove(`${base}/${post}`, token))).toEqual(denied);
    expect((await remove(`${base}/${id}`, token)).body).toEqual({ success: true });
    expect((await call(comments, bearer(token))).body).toEqual({ data: [] });
  },
);

test('Instagram refuses comments on stories, and those that are too long or ask for fields, which it makes', async ({
  sandbox,
}) => {
  const base = `${sandbox.url}/instagram/v25.0`;
  const { token } = await signInToInstagram(sandbox, `${instagramScopes},instagram_business_manage_comments`);
  const [post, story] = [
    await publishPicture(base, token),
    await publishPicture(base, token, { media_type: 'STORIES' }),
  ];
  const comment = (id: string, more: object) => call(`${base}/${id}/comments`, bearer(token, more));
  for (const message of ['', 'x'.repeat(301), '#a #b #c #d #e']) {
    expect(errorOf(await comment(post, { message }))).toEqual([400, 100, undefined]);
  }
  expect(errorOf(await comment(story, { message: 'Hello' }))).toEqual([400, 100, undefined]);
  expect(errorOf(await comment(post, { message: 'Trapped', fields: 'id,text' }))).toEqual([400, 20, 1_772_107]);
  const { body } = await call(`${base}/${post}/comments`, bearer(token));
  expect(body).toMatchObject({ data: [{ text: 'Trapped' }] });
});

test('Instagram deletes posts with their comments through the Graph of Facebook', async ({ sandbox }) => {
  const base = `${sandbox.url}/facebook/v25.0`;
  const scopes = `${linkedScopes},instagram_manage_comments,instagram_manage_contents`;
  const { pageToken } = await signInToFacebook(sandbox, scopes);
  const post = await publishPicture(base, pageToken);
  const comment = await call(`${base}/${post}/comments`, bearer(pageToken, { message: 'Below' }));
  expect((await remove(`${base}/${post}`, pageToken)).body).toEqual({ success: true });
  for (const id of [post, textAt(comment.body, 'id')]) {
    expect(errorOf(await call(`${base}/${id}?fields=id`, bearer(pageToken)))).toEqual([400, 100, 33]);
  }
});
