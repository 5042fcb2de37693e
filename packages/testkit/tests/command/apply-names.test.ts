import { publishedTexts, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDeskPerTest, useEmptySandbox } from '../../src/programs/use-desk.ts';
import { actionsOf, applyPosts, fileOf } from './post-files.ts';

const { stack } = useStack();
useEmptySandbox(stack);
const { workspace, desk } = useDeskPerTest(stack, ['profnet']);

const apply = () => applyPosts(desk);

test('files are not published again when their directory is named after a part of it, or after one of them', async () => {
  await desk.write({ 'posts/in/deep/a.md': fileOf('A'), 'posts/in/b.md': fileOf('B') });
  expect((await desk.social(['apply', 'posts/in/deep/a.md'])).code).toBe(0);
  expect((await desk.social(['apply', 'posts/in/b.md'])).code).toBe(0);
  const { code, entries } = await apply();
  expect(code).toBe(0);
  expect(actionsOf(entries)).toEqual({ 'posts/in/b.md': 'skip', 'posts/in/deep/a.md': 'skip' });
  expect(entries.map(({ note }) => note)).toEqual([
    'already published, counted from posts/in',
    'already published, counted from posts/in/deep',
  ]);
  expect((await publishedTexts(stack, 'linkedin')).toSorted()).toEqual(['A', 'B']);
  await desk.write({ 'posts/other/a.md': fileOf('Of another directory') });
  expect(actionsOf((await apply()).entries)['posts/other/a.md']).toBe('create');
  await desk.write({ 'posts/b.md': fileOf('Another B') });
  const taken = await apply();
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain('posts/b.md:1: posts/in/b.md was published under its name: give it a key');
  await desk.write({ 'posts/b.md': fileOf('Another B', 'platforms: [profnet]\nkey: another') });
  expect(actionsOf((await apply()).entries)['posts/b.md']).toBe('create');
  expect((await publishedTexts(stack, 'linkedin')).toSorted()).toEqual(['A', 'Another B', 'B', 'Of another directory']);
});

test('files of the same text and name are never taken for each other', async () => {
  const at = (day: number) => `platforms: [profnet]\nat: 2099-01-0${day}T09:00:00Z`;
  await desk.write({ 'posts/mon/post.md': fileOf('Good morning', at(4)) });
  expect((await desk.social(['apply', 'posts/mon', '--yes'])).code).toBe(0);
  await desk.write({ 'posts/tue/post.md': fileOf('Good morning', at(5)) });
  const { code, stderr } = await desk.social(['apply', 'posts', '--yes']);
  expect(code).toBe(2);
  expect(stderr).toContain('posts/tue/post.md:1: post ');
  expect(stderr).toContain(
    "counted from posts/tue, may be this file's: if it is, use --root posts/tue; if not, give the file a key",
  );
  const { posts } = (await workspace.api('GET', '/api/v1/posts')).body;
  expect(posts.map((post: { scheduledFor: string }) => post.scheduledFor)).toEqual(['2099-01-04T09:00:00Z']);
});

test('files are not published again from within their directory in a repository', async () => {
  await desk.write({ '.git/HEAD': 'ref: refs/heads/main', 'posts/in/a.md': fileOf('A') });
  expect((await apply()).code).toBe(0);
  const ended = await desk.social(['apply', 'a.md'], {}, 'posts/in');
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('a.md:1: it was published already, with its path counted from ..: add --root ..,');
  expect(await publishedTexts(stack, 'linkedin')).toEqual(['A']);
});
