import { AppBskyFeedDefs, AtpAgent } from '@atproto/api';
import { expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { mp4, png } from '../../support/media.ts';
import { call, open } from '../../support/sandbox.ts';

const { appPassword, handles, posts } = sandboxSeed.bluesky;

/** Signs in a program that checks every answer against the lexicons. */
async function openWithAgent() {
  const sandbox = await open({ origins: true });
  const agent = new AtpAgent({ service: sandbox.origins.bluesky ?? '' });
  await agent.login({ identifier: handles.sandbox_owner, password: appPassword });
  const find = async (uri: string) => {
    const { data } = await agent.getPosts({ uris: [uri] });
    const [post] = data.posts;
    if (!post) return expect.fail(`${uri} is missing`);
    return { uri: post.uri, cid: post.cid };
  };
  const read = async (uri: string) => (await agent.getPosts({ uris: [uri] })).data.posts[0];
  const list = async (filter?: string) => {
    const { data } = await agent.getAuthorFeed({ actor: handles.sandbox_owner, ...(filter && { filter }) });
    for (const entry of data.feed) expect(AppBskyFeedDefs.validateFeedViewPost(entry)).toMatchObject({ success: true });
    return data.feed;
  };
  const upload = async (data: Buffer, encoding: string) =>
    (await agent.uploadBlob(new Uint8Array(data), { encoding })).data.blob;
  return { sandbox, agent, find, read, list, upload };
}

test("an author's feed has replies with what they answer, and reposts name their reposter", async () => {
  const { agent, find, list } = await openWithAgent();
  const friend = await find(posts.friend);
  const first = await agent.post({ text: 'first', reply: { root: friend, parent: friend } });
  const second = await agent.post({ text: 'second', reply: { root: friend, parent: first } });
  const repost = await agent.repost(friend.uri, friend.cid);
  const [reposted, deeper, reply, own] = await list();
  expect(reposted).toMatchObject({
    post: { uri: friend.uri, author: { handle: handles.sandbox_friend } },
    reason: { uri: repost.uri, by: { handle: handles.sandbox_owner } },
  });
  expect(deeper).toMatchObject({
    post: { uri: second.uri },
    reply: {
      ...{ root: { uri: friend.uri }, parent: { uri: first.uri } },
      grandparentAuthor: { handle: handles.sandbox_friend },
    },
  });
  expect(reply).toMatchObject({ post: { uri: first.uri }, reply: { parent: { uri: friend.uri } } });
  expect(own).toMatchObject({ post: { uri: posts.owner } });
  expect(own).not.toHaveProperty('reply');
});

test('a filter leaves posts out of the feed of their author', async () => {
  const { agent, find, list, upload } = await openWithAgent();
  const [friend, owner] = [await find(posts.friend), await find(posts.owner)];
  const image = { image: await upload(png, 'image/png'), alt: '' };
  const video = await upload(mp4(1000), 'video/mp4');
  await agent.post({ text: 'answer', reply: { root: friend, parent: friend } });
  await agent.post({ text: 'thread', reply: { root: owner, parent: owner } });
  await agent.post({ text: 'picture', embed: { $type: 'app.bsky.embed.images', images: [image] } });
  await agent.post({ text: 'video', embed: { $type: 'app.bsky.embed.video', video } });
  await agent.repost(friend.uri, friend.cid);
  const textsFor = async (filter?: string) =>
    (await list(filter)).map(({ post, reason }) => (reason ? 'repost' : String(post.record['text'])));
  const own = (await textsFor()).at(-1);
  expect(await textsFor()).toEqual(['repost', 'video', 'picture', 'thread', 'answer', own]);
  expect(await textsFor('posts_with_replies')).toEqual(await textsFor());
  expect(await textsFor('posts_no_replies')).toEqual(['repost', 'video', 'picture', own]);
  expect(await textsFor('posts_and_author_threads')).toEqual(['repost', 'video', 'picture', 'thread', own]);
  expect(await textsFor('posts_with_media')).toEqual(['picture']);
  expect(await textsFor('posts_with_video')).toEqual(['video']);
});

test('a quote is shown with the quoted post, and with pictures beside it', async () => {
  const { agent, find, read, upload } = await openWithAgent();
  const friend = await find(posts.friend);
  const record = { $type: 'app.bsky.embed.record', record: friend };
  const quote = await agent.post({ text: 'look', embed: record });
  const quoted = { uri: friend.uri, author: { handle: handles.sandbox_friend }, value: { text: expect.any(String) } };
  expect((await read(quote.uri))?.embed).toMatchObject({ $type: 'app.bsky.embed.record#view', record: quoted });
  expect(await read(friend.uri)).toMatchObject({ quoteCount: 1 });
  const images = [{ image: await upload(png, 'image/png'), alt: 'a dot' }];
  const media = { $type: 'app.bsky.embed.images', images };
  const inner = { $type: 'app.bsky.embed.record' as const, record: quote };
  const both = await agent.post({
    text: 'both',
    embed: { $type: 'app.bsky.embed.recordWithMedia', record: inner, media },
  });
  expect((await read(both.uri))?.embed).toMatchObject({
    ...{ $type: 'app.bsky.embed.recordWithMedia#view', media: { images: [{ alt: 'a dot' }] } },
    record: { record: { $type: 'app.bsky.embed.record#viewRecord', uri: quote.uri, embeds: [] } },
  });
  await agent.deletePost(quote.uri);
  const gone = { $type: 'app.bsky.embed.record#viewNotFound', uri: quote.uri };
  expect((await read(both.uri))?.embed).toMatchObject({ record: { record: gone } });
});

test('a video is shown with its description, its sides, a playlist and a picture', async () => {
  const { agent, read, upload } = await openWithAgent();
  const about = { alt: 'a clip', aspectRatio: { width: 16, height: 9 }, presentation: 'gif' };
  const video = await upload(mp4(1000), 'video/mp4');
  const { uri } = await agent.post({ text: 'video', embed: { $type: 'app.bsky.embed.video', video, ...about } });
  const embed = (await read(uri))?.embed as unknown as { playlist: string; thumbnail: string };
  expect(embed).toMatchObject({ $type: 'app.bsky.embed.video#view', cid: video.ref.toString(), ...about });
  const playlist = await call(embed.playlist);
  expect(playlist.headers.get('content-type')).toContain('mpegurl');
  const [segment = ''] = /^http.*$/m.exec(Buffer.from(playlist.text).toString()) ?? [];
  expect((await call(segment)).headers.get('content-type')).toContain('video/mp4');
  expect((await call(embed.thumbnail)).headers.get('content-type')).toContain('image/png');
});
