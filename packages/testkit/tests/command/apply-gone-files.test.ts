import { execFile } from 'node:child_process';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../../src/programs/social-command.ts';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { applyPosts, fileOf } from './post-files.ts';

const LATER = fileOf('Later', 'platforms: [profnet]\nat: 2099-01-01T09:00:00Z');
const run = promisify(execFile);
const { stack } = useStack({ clock: true });
const { workspace, desk } = useDeskPerTest(stack, ['profnet']);

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

/** The files whose posts a run advises to cancel. */
function namedIn({ stderr }: { readonly stderr: string }): string[] {
  return [...stderr.matchAll(/ {2}social post cancel [\w-]+ {2}\(([^)]+)\)/g)].map(([, file = '']) => file);
}

describe('a scheduled post whose file is gone', () => {
  test('is named with the command that cancels it, and stays', async () => {
    await desk.write({ 'posts/a.md': LATER, 'posts/2026/b.md': LATER.replace('Later', 'Gone') });
    await apply();
    await remove('posts/2026/b.md');
    for (const args of [[], ['--dry-run'], ['--yes']]) {
      const named = await apply(...args);
      expect(named.code).toBe(0);
      expect(named.entries).toMatchObject([{ file: 'posts/a.md', action: 'skip' }]);
      expect(named.stderr).toContain('The file of 1 scheduled post is gone; cancel');
      expect(namedIn(named)).toEqual(['posts/2026/b.md']);
    }
    const [, id = ''] = /social post cancel ([\w-]+)/.exec((await apply()).stderr) ?? [];
    expect(await scheduled()).toEqual(['Gone', 'Later']);
    expect((await desk.social(['post', 'cancel', id])).code).toBe(0);
    expect(await scheduled()).toEqual(['Later']);
    expect((await apply()).stderr).toBe('');
  });

  test('is named where no file is left, and only where a directory is given', async () => {
    await desk.write({ 'posts/a.md': LATER, 'posts/b.md': LATER.replace('Later', 'Second') });
    await apply();
    await remove('posts/a.md');
    expect(namedIn(await desk.social(['apply', 'posts/b.md', '--yes']))).toEqual([]);
    await remove('posts/b.md');
    for (const args of [[], ['--dry-run']]) {
      const named = await apply(...args);
      expect([named.code, named.entries]).toEqual([0, []]);
      expect(named.stderr).toContain('The files of 2 scheduled posts are gone; cancel');
      expect(namedIn(named)).toEqual(['posts/a.md', 'posts/b.md']);
    }
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
    const named = await other.social(['apply', 'posts/2026', '--root', 'posts', '--yes']);
    expect([named.code, namedIn(named)]).toEqual([0, ['posts/2026/b.md']]);
    const { posts } = (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body;
    const sources = posts.map(({ source }: { source: string }) => source).toSorted();
    expect(sources).toEqual(['file:acme/site#posts/2026/a.md', 'file:acme/site#posts/2026/b.md']);
  });
});

describe('a renamed file', () => {
  const move = (from: string, to: string) => rename(join(desk.path, from), join(desk.path, to));

  test('is refused while its old post is scheduled, unless that is canceled or the file has a key', async () => {
    await desk.write({ 'posts/a.md': LATER, 'posts/other.md': LATER.replace('Later', 'Other') });
    await apply();
    await move('posts/a.md', 'posts/b.md');
    for (const args of [['--yes'], ['--dry-run']]) {
      const refused = await apply(...args);
      expect([refused.code, refused.entries]).toEqual([2, []]);
      expect(refused.stderr).toMatch(
        /posts\/b\.md:1: it is already scheduled as post [\w-]+, from a file that is gone \(posts\/a\.md\); cancel that one first \(social post cancel [\w-]+\), or give the file a key/,
      );
    }
    expect(await scheduled()).toEqual(['Later', 'Other']);
    const [, id = ''] = /social post cancel ([\w-]+)/.exec((await apply()).stderr) ?? [];
    await desk.social(['post', 'cancel', id]);
    expect((await apply('--yes')).entries).toMatchObject([
      { file: 'posts/b.md', action: 'create', status: 'scheduled' },
      { file: 'posts/other.md', action: 'skip' },
    ]);
    expect(await scheduled()).toEqual(['Later', 'Other']);

    await remove('posts/b.md');
    await desk.write({ 'posts/c.md': LATER.replace('---\n', '---\nkey: again\n') });
    expect((await apply('--yes')).code).toBe(0);
    expect(await scheduled()).toEqual(['Later', 'Later', 'Other']);
  });

  test('makes a new post where its text changed', async () => {
    await desk.write({ 'posts/a.md': LATER });
    await apply();
    await move('posts/a.md', 'posts/b.md');
    await desk.write({ 'posts/b.md': LATER.replace('Later', 'Something else') });
    const created = await apply('--yes');
    expect([created.code, namedIn(created)]).toEqual([0, ['posts/a.md']]);
    expect(await scheduled()).toEqual(['Later', 'Something else']);
  });

  test('keeps its post where it has a key, and is named where its key changed', async () => {
    await desk.write({ 'posts/a.md': LATER.replace('---\n', '---\nkey: launch\n') });
    await apply();
    await move('posts/a.md', 'posts/b.md');
    const kept = await apply('--yes');
    expect([kept.stderr, kept.entries]).toMatchObject(['', [{ file: 'posts/b.md', action: 'skip' }]]);
    await move('posts/b.md', 'posts/a.md');
    await desk.write({ 'posts/a.md': LATER.replace('---\n', '---\nkey: other\n') });
    const named = await apply('--dry-run');
    expect(named.stderr).toContain('1 scheduled post of files that are there came from another key or profile; cancel');
    expect(namedIn(named)).toEqual(['posts/a.md']);
  });
});

describe('a run names no scheduled post', () => {
  test('that was made by hand, or from files of another directory, repository or profile', async () => {
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
    expect(await scheduled()).toEqual(['Brand', 'By hand', 'Later', 'News', 'Other', 'Repository']);
    for (const name of ['posts/brand.md', 'news/n.md']) await remove(name);
    const run = await apply('--yes');
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(namedIn(await apply('--profile', 'brand', '--dry-run'))).toEqual(['posts/brand.md']);
  });
});
