import { AtpAgent, RichText } from '@atproto/api';
import { expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { open } from '../../support/sandbox.ts';

const { appPassword, handles, accounts, posts } = sandboxSeed.bluesky;

async function openWithAgent(clock = Date.now) {
  const sandbox = await open({ origins: true, clock });
  const agent = new AtpAgent({ service: sandbox.origins.bluesky ?? '' });
  await agent.login({ identifier: handles.sandbox_owner, password: appPassword });
  return { sandbox, agent };
}

test('@atproto/api posts with mentions and links, reads the post in every way, and deletes it', async () => {
  const { sandbox, agent } = await openWithAgent();
  const rich = new RichText({ text: `Hello @${handles.sandbox_friend}, see https://example.com/a #sky` });
  await rich.detectFacets(agent);
  expect(rich.facets?.flatMap(({ features }) => features.map(({ $type }) => $type))).toHaveLength(3);
  const { uri, cid } = await agent.post({ text: rich.text, facets: rich.facets ?? [] });
  const { data } = await agent.getPosts({ uris: [uri] });
  expect(data.posts[0]).toMatchObject({ uri, cid, author: { handle: handles.sandbox_owner }, likeCount: 0 });
  const { data: feed } = await agent.getAuthorFeed({ actor: handles.sandbox_owner, limit: 1 });
  expect(feed.feed[0]?.post.uri).toBe(uri);
  const { data: timeline } = await agent.getTimeline({ limit: 3 });
  expect(timeline.feed.map(({ post }) => post.author.handle)).toContain(handles.sandbox_friend);
  await agent.deletePost(uri);
  expect((await agent.getPosts({ uris: [uri] })).data.posts).toEqual([]);
  expect(await sandbox.posts('bluesky')).toMatchObject([{ id: uri, deletedAt: expect.any(String) }]);
});

test('@atproto/api likes, reposts and follows, and takes all of it back', async () => {
  const { agent } = await openWithAgent();
  const { data } = await agent.getPosts({ uris: [posts.friend] });
  const [{ uri, cid } = { uri: '', cid: '' }] = data.posts;
  const like = await agent.like(uri, cid);
  const repost = await agent.repost(uri, cid);
  const seen = (await agent.getPosts({ uris: [uri] })).data.posts[0];
  expect(seen).toMatchObject({ likeCount: 1, repostCount: 1, viewer: { like: like.uri, repost: repost.uri } });
  await agent.deleteLike(like.uri);
  await agent.deleteRepost(repost.uri);
  expect((await agent.getPosts({ uris: [uri] })).data.posts[0]).toMatchObject({ likeCount: 0, repostCount: 0 });
  const follow = await agent.follow(accounts.sandbox_private);
  const { data: profile } = await agent.getProfile({ actor: handles.sandbox_private });
  expect(profile).toMatchObject({ followersCount: 1, viewer: { following: follow.uri } });
  await agent.deleteFollow(follow.uri);
  expect((await agent.getProfile({ actor: handles.sandbox_private })).data.followersCount).toBe(0);
});

test('@atproto/api replies, and reads the thread', async () => {
  const { agent } = await openWithAgent();
  const { data } = await agent.getPosts({ uris: [posts.friend] });
  const [{ uri, cid } = { uri: '', cid: '' }] = data.posts;
  const reply = await agent.post({ text: 'A reply', reply: { root: { uri, cid }, parent: { uri, cid } } });
  const { data: shown } = await agent.getPostThread({ uri });
  expect(shown.thread).toMatchObject({ post: { uri, replyCount: 1 }, replies: [{ post: { uri: reply.uri } }] });
  const below = await agent.getPostThread({ uri: reply.uri });
  expect(below.data.thread).toMatchObject({ parent: { post: { uri } } });
});

test('@atproto/api renews its session when the access token has expired', async () => {
  let now = Date.now();
  const { sandbox, agent } = await openWithAgent(() => now);
  now += 2 * 3_600_000;
  await agent.post({ text: 'after a refresh' });
  expect((await sandbox.requests('bluesky')).map(({ operation }) => operation)).toContain('refresh');
  expect(await sandbox.posts('bluesky')).toHaveLength(1);
});
