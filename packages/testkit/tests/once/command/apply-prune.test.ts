import { execFile } from 'node:child_process';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestClock, type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyPosts, fileOf } from './post-files.ts';
import { type Desk, openDesk } from './social.ts';

const LATER = fileOf('Later', 'platforms: [profnet]\nat: 2099-01-01T09:00:00Z');
const run = promisify(execFile);
let stack: Stack;
let workspace: Workspace;
let desk: Desk;

beforeAll(async () => {
  stack = await startStack({ clock: createTestClock(new Date().toISOString()) });
});
beforeEach(async () => {
  workspace = await stack.createWorkspace({ connect: ['profnet'] });
  desk = await openDesk(stack.url, workspace.apiKey);
});
afterEach(() => desk[Symbol.asyncDispose]());
afterAll(() => stack.close());

const apply = (...args: string[]) => applyPosts(desk, ...args);
const remove = (name: string, from = desk) => rm(join(from.path, name));
async function scheduled(): Promise<string[]> {
  const { posts } = (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body;
  return posts.map(({ text }: { text: string }) => text).toSorted();
}

async function makeRepository(at: Desk, remote: string): Promise<void> {
  await run('git', ['init', '-q'], { cwd: at.path });
  await run('git', ['remote', 'add', 'origin', remote], { cwd: at.path });
}

describe('a scheduled post whose file is gone', () => {
  test('is named, and canceled only with --prune, which a dry run shows', async () => {
    await desk.write({ 'posts/a.md': LATER, 'posts/2026/b.md': LATER.replace('Later', 'Gone') });
    await apply();
    expect(await scheduled()).toEqual(['Gone', 'Later']);
    await remove('posts/2026/b.md');

    const named = await apply();
    expect(named.code).toBe(0);
    expect(named.entries).toMatchObject([{ file: 'posts/a.md', action: 'skip' }]);
    expect(named.stderr).toContain('1 scheduled post has no file any more; cancel with --prune, or:');
    expect(named.stderr).toMatch(/ {2}social post cancel [\w-]+ {2}\(posts\/2026\/b\.md\)/);
    const dry = await apply('--prune', '--dry-run');
    expect(dry.entries[1]).toMatchObject({ file: 'posts/2026/b.md', action: 'cancel', status: 'scheduled' });
    const refused = await apply('--prune');
    expect([refused.code, refused.stderr.includes('add --yes')]).toEqual([2, true]);
    expect(await scheduled()).toEqual(['Gone', 'Later']);

    const pruned = await apply('--prune', '--yes');
    expect(pruned.code).toBe(0);
    expect(pruned.entries).toMatchObject([
      { file: 'posts/a.md', action: 'skip' },
      { file: 'posts/2026/b.md', action: 'cancel', status: 'canceled' },
    ]);
    expect(await scheduled()).toEqual(['Later']);
    expect((await apply('--prune', '--yes')).entries).toHaveLength(1);
  });

  test('is canceled too where no file is left', async () => {
    await desk.write({ 'posts/a.md': LATER });
    await apply();
    await remove('posts/a.md');
    expect((await apply('--prune', '--yes')).entries).toMatchObject([{ action: 'cancel', status: 'canceled' }]);
    expect(await scheduled()).toEqual([]);
  });

  test('is known in another checkout of the repository, below a part of the directory, and after the file was changed', async () => {
    await makeRepository(desk, 'git@example.com:Acme/Site.git');
    await desk.write({ 'posts/2026/a.md': LATER, 'posts/2026/b.md': LATER.replace('Later', 'First') });
    await apply();
    await desk.write({ 'posts/2026/b.md': LATER.replace('Later', 'Second') });
    await apply();
    await using other = await openDesk(stack.url, workspace.apiKey);
    await cp(join(desk.path, 'posts'), join(other.path, 'posts'), { recursive: true });
    await makeRepository(other, 'https://example.com/acme/site');
    await remove('posts/2026/b.md', other);
    const part = ['apply', 'posts/2026', '--root', 'posts', '--prune', '--yes'];
    expect(await other.social(part)).toMatchObject({ code: 0 });
    expect(await scheduled()).toEqual(['Later']);
    const { posts } = (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body;
    expect(posts[0].source).toBe('file:acme/site#posts/2026/a.md');
  });
});

describe('--prune leaves alone', () => {
  test('posts that were not made from files, of other directories, repositories and profiles', async () => {
    const post = { text: 'By hand', platforms: ['profnet'], scheduledFor: '2099-01-01T09:00:00Z' };
    await workspace.api('POST', '/api/v1/posts', { body: post });
    await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } });
    await using other = await openDesk(stack.url, workspace.apiKey);
    await using repository = await openDesk(stack.url, workspace.apiKey);
    await makeRepository(repository, 'https://example.com/acme/site');
    const inBrand = LATER.replace('---\n', '---\nprofile: brand\n');
    await workspace.connect('profnet', (await workspace.api('GET', '/api/profiles')).body.profiles[1].id);
    await desk.write({
      'posts/a.md': LATER,
      'news/n.md': LATER.replace('Later', 'News'),
      'posts/brand.md': inBrand.replace('Later', 'Brand'),
    });
    await other.write({ 'posts/o.md': LATER.replace('Later', 'Other') });
    await repository.write({ 'posts/r.md': LATER.replace('Later', 'Repository') });
    for (const [at, directory] of [
      [desk, 'posts'],
      [desk, 'news'],
      [other, 'posts'],
      [repository, 'posts'],
    ] as const)
      expect((await at.social(['apply', directory, '--yes'])).code).toBe(0);
    const all = ['Brand', 'By hand', 'Later', 'News', 'Other', 'Repository'];
    expect(await scheduled()).toEqual(all);
    for (const name of ['posts/brand.md', 'news/n.md']) await remove(name);
    const run = await apply('--prune', '--yes');
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(await scheduled()).toEqual(all);
    const inOtherProfile = await apply('--profile', 'brand', '--prune', '--dry-run');
    expect(inOtherProfile.entries).toContainEqual(
      expect.objectContaining({ file: 'posts/brand.md', action: 'cancel', profile: 'brand' }),
    );
  });

  test('what has a file elsewhere in the directory, and needs a directory', async () => {
    await desk.write({ 'posts/a.md': LATER.replace('---\n', '---\nkey: launch\n') });
    await apply();
    await rename(join(desk.path, 'posts/a.md'), join(desk.path, 'posts/b.md'));
    expect((await apply('--prune', '--yes')).entries).toMatchObject([{ file: 'posts/b.md', action: 'skip' }]);
    const single = await desk.social(['apply', 'posts/b.md', '--prune', '--yes']);
    expect([single.code, single.stderr.includes('--prune needs a directory')]).toEqual([2, true]);
    expect(await scheduled()).toEqual(['Later']);
  });
});
