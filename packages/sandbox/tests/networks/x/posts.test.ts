import { expect, test } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { box, hashOf, movingGif, mp4, png } from '../../support/media.ts';
import { call, open, send, textAt } from '../../support/sandbox.ts';
import { signInToX } from './sign-in.ts';

const { accounts, posts } = sandboxSeed.x;

async function openSignedIn(scope?: string) {
  const sandbox = await open();
  const { headers } = await signInToX(sandbox, scope);
  const create = (body: unknown) => send(`${sandbox.url}/x/2/tweets`, 'POST', body, headers);
  const remove = (id: string) => call(`${sandbox.url}/x/2/tweets/${id}`, { method: 'DELETE', headers });
  const get = (path: string) => call(`${sandbox.url}/x/2${path}`, { headers });
  return { sandbox, headers, create, remove, get };
}

async function upload(sandbox: Sandbox, headers: Record<string, string>, data = png): Promise<string> {
  const body = { media: data.toString('base64'), media_category: 'tweet_image' };
  return textAt((await send(`${sandbox.url}/x/2/media/upload`, 'POST', body, headers)).body, 'data', 'id');
}

/** Uploads a file in one part, and ends the upload. */
async function uploadInParts(
  sandbox: Sandbox,
  headers: Record<string, string>,
  { type, data }: { type: string; data: Buffer },
) {
  const media = `${sandbox.url}/x/2/media/upload`;
  const media_category = type.startsWith('video/') ? 'tweet_video' : 'tweet_gif';
  const about = { media_type: type, total_bytes: data.length, media_category };
  const id = textAt((await send(`${media}/initialize`, 'POST', about, headers)).body, 'data', 'id');
  await send(`${media}/${id}/append`, 'POST', { media: data.toString('base64'), segment_index: 0 }, headers);
  return { id, finalized: await send(`${media}/${id}/finalize`, 'POST', undefined, headers) };
}

test('links are shown as short addresses whose originals the entities name, and a picture as one more', async () => {
  const { sandbox, create, get, headers } = await openSignedIn();
  const media = { media_ids: [await upload(sandbox, headers)] };
  const created = await create({ text: 'at example.com/a?b=1 & https://example.org', media });
  const { data } = (await get(`/tweets/${textAt(created.body, 'data', 'id')}?tweet.fields=entities`)).body as {
    data: { text: string; entities: { urls: Record<string, string>[] } };
  };
  const [bare, whole, picture] = data.entities.urls;
  expect(data.text).toBe(`at ${bare?.['url']} &amp; ${whole?.['url']} ${picture?.['url']}`);
  expect(bare).toMatchObject({ expanded_url: 'http://example.com/a?b=1', display_url: 'example.com/a?b=1' });
  expect(whole).toMatchObject({ url: expect.stringMatching(/^https:\/\/t\.co\/\w{10}$/), display_url: 'example.org' });
  expect(picture).toMatchObject({ media_key: expect.any(String), expanded_url: expect.stringContaining('/photo/1') });
});

test('a subscriber writes up to 4000, which the field note_tweet reads whole', async () => {
  const { sandbox, create: createAsOwner } = await openSignedIn();
  const text = `${'long & '.repeat(100)}https://example.org`;
  expect((await createAsOwner({ text })).status).toBe(400);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const { headers } = await signInToX(sandbox);
  const me = await call(`${sandbox.url}/x/2/users/me?user.fields=subscription_type`, { headers });
  expect(me.body).toMatchObject({ data: { username: 'sandbox_friend', subscription_type: 'Premium' } });
  const create = (body: object) => send(`${sandbox.url}/x/2/tweets`, 'POST', body, headers);
  const id = textAt((await create({ text })).body, 'data', 'id');
  const read = await call(`${sandbox.url}/x/2/tweets/${id}?tweet.fields=note_tweet`, { headers });
  const whole = expect.stringMatching(/^(long &amp; ){100}https:\/\/t\.co\/\w{10}$/);
  const entities = { urls: [expect.objectContaining({ expanded_url: 'https://example.org' })] };
  const shown = expect.stringMatching(/^(long &amp; ){20}.*…$/);
  expect(read.body).toMatchObject({ data: { text: shown, note_tweet: { text: whole, entities } } });
  expect((await create({ text: 'x'.repeat(4000) })).status).toBe(201);
  expect((await create({ text: 'x'.repeat(4001) })).status).toBe(400);
});

test('a picture and a moving picture are read back with their files and alt texts', async () => {
  const { sandbox, create, get, headers } = await openSignedIn();
  const gif = movingGif({ frames: 2 });
  const picture = await upload(sandbox, headers);
  const metadata = { id: picture, metadata: { alt_text: { text: 'a dot' } } };
  await send(`${sandbox.url}/x/2/media/metadata`, 'POST', metadata, headers);
  const moving = (await uploadInParts(sandbox, headers, { type: 'image/gif', data: gif })).id;
  const ids = [];
  for (const id of [picture, moving]) {
    ids.push(textAt((await create({ text: id, media: { media_ids: [id] } })).body, 'data', 'id'));
  }
  const query = 'expansions=attachments.media_keys&media.fields=alt_text,url,width,height,variants,duration_ms';
  const shown = await get(`/tweets/${ids[0]}?${query}`);
  const key = textAt(shown.body, 'data', 'attachments', 'media_keys', 0);
  expect(key).toBe(`3_${picture}`);
  expect(shown.body).toMatchObject({
    includes: { media: [{ media_key: key, type: 'photo', alt_text: 'a dot', width: 1, height: 1 }] },
  });
  const file = await fetch(textAt(shown.body, 'includes', 'media', 0, 'url'));
  expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(png));
  const listed = await get(`/users/${accounts.sandbox_owner}/tweets?${query}`);
  expect(listed.body).toMatchObject({
    data: [{ id: ids[1] }, { id: ids[0], attachments: { media_keys: [key] } }, { id: posts.owner }],
    includes: { media: [{ type: 'animated_gif', variants: [{ content_type: 'image/gif' }] }, { media_key: key }] },
  });
  expect((await get(`/tweets/${ids[0]}`)).body).not.toHaveProperty('includes');
  expect((await get(`/tweets/${ids[0]}?media.fields=nonsense`)).status).toBe(400);
});

test('a post is read with its author, and with the post that it quotes', async () => {
  const { create, get } = await openSignedIn();
  const id = textAt((await create({ text: 'look', quote_tweet_id: posts.friend })).body, 'data', 'id');
  const expansions = 'author_id,referenced_tweets.id,referenced_tweets.id.author_id';
  expect((await get(`/tweets/${id}?expansions=${expansions}&user.fields=verified`)).body).toMatchObject({
    data: { author_id: accounts.sandbox_owner, referenced_tweets: [{ type: 'quoted', id: posts.friend }] },
    includes: {
      users: [{ username: 'sandbox_owner', verified: false }, { username: 'sandbox_friend' }],
      tweets: [{ id: posts.friend, author_id: accounts.sandbox_friend }],
    },
  });
});

test('a post is accepted, seen by readers and logged', async () => {
  const { sandbox, create, get } = await openSignedIn();
  const created = await create({ text: 'Ünïcode 👋 & <b>' });
  const shown = 'Ünïcode 👋 &amp; &lt;b&gt;';
  const id = textAt(created.body, 'data', 'id');
  expect(created).toMatchObject({
    status: 201,
    body: { data: { text: shown, edit_history_tweet_ids: [id] } },
  });
  expect(id).toMatch(/^[0-9]{19}$/);
  expect(await get(`/users/${accounts.sandbox_owner}/tweets?tweet.fields=created_at&max_results=5`)).toMatchObject({
    status: 200,
    body: {
      data: [{ id, text: shown, created_at: expect.any(String) }, { id: posts.owner }],
      meta: { result_count: 2 },
    },
  });
  const url = `${sandbox.url}/x/sandbox_owner/status/${id}`;
  expect(await sandbox.posts()).toEqual([
    {
      network: 'x',
      id,
      account: 'sandbox_owner',
      text: 'Ünïcode 👋 & <b>',
      replyToId: null,
      media: [],
      createdAt: expect.any(String),
      deletedAt: null,
      url,
    },
  ]);
  const page = await call(url);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Ünïcode 👋 &amp; &lt;b&gt;');
});

test('a text is a duplicate until the first post with it is deleted', async () => {
  const { create, remove } = await openSignedIn();
  const first = await create({ text: 'once' });
  const again = await create({ text: 'once' });
  expect(again.status).toBe(403);
  expect(again.body).toEqual({
    detail: 'You are not allowed to create a Tweet with duplicate content.',
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
  });
  await remove(textAt(first.body, 'data', 'id'));
  expect((await create({ text: 'once' })).status).toBe(201);
});

test('280 weighted characters fit, 281 do not', async () => {
  const { create } = await openSignedIn();
  expect((await create({ text: '日'.repeat(140) })).status).toBe(201);
  const long = await create({ text: `${'日'.repeat(140)}a` });
  expect(long).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          message:
            'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
        },
      ],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    },
  });
});

test.each([
  ['an unknown key', { text: 'a', txt: 'b' }],
  ['a number as text', { text: 1 }],
  ['no text and no media', {}],
  ['a media id that does not exist', { text: 'a', media: { media_ids: ['1'] } }],
  ['five media', { text: 'a', media: { media_ids: ['1', '2', '3', '4', '5'] } }],
  ['an id that is not digits', { text: 'a', reply: { in_reply_to_tweet_id: 'abc' } }],
  ['a poll with one option', { text: 'a', poll: { options: ['x'], duration_minutes: 60 } }],
  ['a list', []],
])('a body with %s is refused', async (_name, body) => {
  const { sandbox, create } = await openSignedIn();
  expect(await create(body)).toMatchObject({
    status: 400,
    body: { title: 'Invalid Request', errors: [{ message: expect.any(String) }] },
  });
  expect(await sandbox.posts()).toEqual([]);
});

test('without the scopes a call is forbidden, without a token unauthorized', async () => {
  const { sandbox, create } = await openSignedIn('tweet.read users.read');
  expect(await create({ text: 'a' })).toMatchObject({
    status: 403,
    body: { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' },
  });
  expect(await send(`${sandbox.url}/x/2/tweets`, 'POST', { text: 'a' })).toMatchObject({
    status: 401,
    body: { title: 'Unauthorized' },
  });
});

test("one's own posts can be deleted, even twice, but not another account's", async () => {
  const { sandbox, create, remove } = await openSignedIn();
  const id = textAt((await create({ text: 'short-lived' })).body, 'data', 'id');
  expect(await remove(id)).toMatchObject({ status: 200, body: { data: { deleted: true } } });
  expect(await remove(id)).toMatchObject({ status: 200, body: { data: { deleted: true } } });
  expect(await remove(posts.friend)).toMatchObject({
    status: 403,
    body: { detail: 'You are not authorized to delete this Tweet.' },
  });
  expect(await remove('123')).toMatchObject({ status: 200, body: { errors: [{ title: 'Not Found Error' }] } });
  expect(await sandbox.posts()).toMatchObject([{ id, deletedAt: expect.any(String) }]);
});

test('replies need an earlier message from the person, and form a conversation', async () => {
  const { create, get } = await openSignedIn();
  const part = await create({ text: '1/2' });
  const id = textAt(part.body, 'data', 'id');
  const next = await create({ text: '2/2', reply: { in_reply_to_tweet_id: id } });
  expect(next.status).toBe(201);
  expect(
    await get(`/tweets/${textAt(next.body, 'data', 'id')}?tweet.fields=conversation_id,referenced_tweets`),
  ).toMatchObject({
    body: { data: { conversation_id: id, referenced_tweets: [{ type: 'replied_to', id }] } },
  });
  expect((await create({ text: 'thanks', reply: { in_reply_to_tweet_id: posts.reply } })).status).toBe(201);
  expect(await create({ text: 'hey', reply: { in_reply_to_tweet_id: posts.friend } })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('you have not been mentioned or otherwise engaged') },
  });
});

test('pictures are posted by the account that uploaded them, and by no other', async () => {
  const { sandbox, headers, create } = await openSignedIn();
  const id = await upload(sandbox, headers);
  expect((await create({ media: { media_ids: [id] } })).status).toBe(201);
  expect(await sandbox.posts()).toMatchObject([{ text: '', media: [{ type: 'image/png', sha256: hashOf(png) }] }]);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToX(sandbox);
  const stolen = await send(`${sandbox.url}/x/2/tweets`, 'POST', { media: { media_ids: [id] } }, friend.headers);
  expect(stolen).toMatchObject({ status: 400, body: { errors: [{ message: 'Your media IDs are invalid.' }] } });
});

test('bytes that are not a picture are refused, and so are missing segments', async () => {
  const { sandbox, headers } = await openSignedIn();
  const media = `${sandbox.url}/x/2/media`;
  const text = { media: Buffer.from('hello').toString('base64'), media_category: 'tweet_image' };
  expect((await send(`${media}/upload`, 'POST', text, headers)).status).toBe(400);
  const about = { media_type: 'image/png', total_bytes: png.length + 1, media_category: 'tweet_image' };
  const started = await send(`${media}/upload/initialize`, 'POST', about, headers);
  const id = textAt(started.body, 'data', 'id');
  expect(started.body).toMatchObject({ data: { media_key: `3_${id}`, expires_after_secs: 86400 } });
  const segment = { media: png.toString('base64'), segment_index: 0 };
  expect(await send(`${media}/upload/${id}/append`, 'POST', segment, headers)).toMatchObject({
    body: { data: { expires_at: expect.any(Number) } },
  });
  expect((await send(`${media}/upload/${id}/finalize`, 'POST', {}, headers)).status).toBe(400);
});

test('a video is pending, then in progress, then done', async () => {
  const { sandbox, headers, create } = await openSignedIn();
  const media = `${sandbox.url}/x/2/media`;
  const video = mp4(1000);
  const { id, finalized } = await uploadInParts(sandbox, headers, { type: 'video/mp4', data: video });
  expect(finalized.body).toMatchObject({
    data: { size: video.length, processing_info: { state: 'pending', check_after_secs: 1 } },
  });
  expect((await create({ media: { media_ids: [id] } })).status).toBe(400);
  const states = [];
  for (let look = 0; look < 2; look += 1) {
    const { body } = await call(`${media}/upload?command=STATUS&media_id=${id}`, { headers });
    states.push(textAt(body, 'data', 'processing_info', 'state'));
  }
  expect(states).toEqual(['in_progress', 'succeeded']);
  expect((await create({ media: { media_ids: [id] } })).status).toBe(201);
});

test.each([
  ['a HEIC that is called a video', box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))],
  ['a sound in an MP4', mp4(1000, { handler: 'soun' })],
  ['an MP4 without a track', box('ftyp', Buffer.from('isom\0\0\0\0mp42'))],
])('%s is refused when its upload ends', async (_name, data) => {
  const { sandbox, headers } = await openSignedIn();
  const { finalized } = await uploadInParts(sandbox, headers, { type: 'video/mp4', data });
  expect(finalized).toMatchObject({ status: 400, body: { errors: [{ message: 'Media type unrecognized.' }] } });
});

test.each([
  ['too wide', mp4(1000, { width: 1920, height: 600 })],
  ['too tall, as it is turned', mp4(1000, { width: 1920, height: 600, rotation: 90 })],
  ['too long', mp4(1000, { seconds: 141 })],
  ['too small', mp4(1000, { width: 30, height: 60 })],
])('the processing of a video that is %s fails, and it cannot be posted', async (_name, data) => {
  const { sandbox, headers, create } = await openSignedIn();
  const { id, finalized } = await uploadInParts(sandbox, headers, { type: 'video/mp4', data });
  expect(finalized.status).toBe(200);
  const status = () => call(`${sandbox.url}/x/2/media/upload?command=STATUS&media_id=${id}`, { headers });
  await status();
  expect(await status()).toMatchObject({
    body: { data: { processing_info: { state: 'failed', error: { name: 'InvalidMedia' } } } },
  });
  expect((await create({ media: { media_ids: [id] } })).status).toBe(400);
});

test('a GIF may have 350 frames and 15 MB, another picture 5 MB', async () => {
  const { sandbox, headers } = await openSignedIn();
  const finish = async (type: string, data: Buffer) =>
    (await uploadInParts(sandbox, headers, { type, data })).finalized.status;
  expect(await finish('image/gif', movingGif({ frames: 350 }))).toBe(200);
  expect(await finish('image/gif', movingGif({ frames: 351 }))).toBe(400);
  expect(await finish('image/gif', movingGif({ frames: 2, width: 1281 }))).toBe(400);
  const large = Buffer.alloc(5 * 1024 * 1024);
  expect(await finish('image/gif', Buffer.concat([movingGif({ frames: 2 }), large]))).toBe(200);
  expect(await finish('image/png', Buffer.concat([png, large]))).toBe(400);
});
