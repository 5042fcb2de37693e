import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedTexts, samplePng, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { useDeskPerTest, useEmptySandbox } from '../../src/programs/use-desk.ts';
import { actionsOf, applyPosts, fileOf } from './post-files.ts';

const { stack, clock } = useStack({ clock: true });
useEmptySandbox(stack);
const { workspace, desk } = useDeskPerTest(stack, ['profnet', 'microblog', 'video']);

const LATER = '2099-01-01T09:00:00Z';
const apply = (...args: string[]) => applyPosts(desk, ...args);
const readPost = (id: string | null | undefined) => workspace.readPost(String(id));

describe('files', () => {
  test('become posts with all their fields, once', async () => {
    await desk.write({
      'pictures/stand.png': samplePng(40, 30),
      'posts/2026/launch.md': fileOf(
        'We have launched.\n\nCome and see.',
        [
          'platforms: [profnet, microblog]',
          'media:\n  - path: ../../pictures/stand.png\n    alt: Our stand',
          'text:\n  microblog: "Launched!"',
        ].join('\n'),
      ),
      'posts/later.md': fileOf('See you then', `platforms: profnet, video\nat: ${LATER}\nmeta:\n  title: A title\n`),
      'posts/thread.md': fileOf('One', 'platforms: [microblog]\nthread:\n  - Two\n  - Three'),
      'posts/README.md': 'About the posts',
      'posts/.hidden.md': 'nothing',
      'posts/notes.txt': 'nothing',
    });
    const first = await apply();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.entries).toMatchObject([
      { file: 'posts/2026/launch.md', action: 'create', status: 'published', credits: 4 },
      { file: 'posts/later.md', action: 'create', status: 'scheduled', scheduledFor: LATER, credits: 0 },
      { file: 'posts/thread.md', action: 'create', status: 'published', credits: 9 },
    ]);
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['We have launched.\n\nCome and see.']);
    expect((await publishedTexts(stack, 'x')).toSorted()).toEqual(['Launched!', 'One', 'Three', 'Two']);
    const [picture] = (await stack.sandbox.posts('linkedin'))[0]?.media ?? [];
    expect(picture?.type).toMatch(/image/);

    const second = await apply();
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(second.entries.map(({ action }) => action))).toEqual(new Set(['skip']));
    expect(second.entries.map(({ changes }) => changes)).toEqual([undefined, undefined, undefined]);
    expect(second.entries.map(({ postId }) => postId)).toEqual(first.entries.map(({ postId }) => postId));
    expect(await publishedTexts(stack, 'x')).toHaveLength(4);
  });

  test('have settings and labels, whose change replaces a post that waits', async () => {
    const write = (fields: string) =>
      desk.write({ 'posts/later.md': fileOf('Later', `platforms: [youtube, profnet]\nat: ${LATER}\n${fields}`) });
    await write('settings:\n  youtube: {madeForKids: false, categoryId: 22}\naiGenerated: true');
    const first = await apply();
    expect(first).toMatchObject({ code: 0, entries: [{ action: 'create', status: 'scheduled' }] });
    const settings = { video: { madeForKids: false, categoryId: '22' } };
    expect(await readPost(first.entries[0]?.postId)).toMatchObject({ settings, aiGenerated: true });
    expect((await apply()).entries).toMatchObject([{ action: 'skip' }]);
    await write('settings:\n  youtube: {madeForKids: true, categoryId: 22}\naiGenerated: true');
    const second = await apply();
    expect(second.entries).toMatchObject([{ changes: ['settings'] }]);
    const [waiting] = (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body.posts;
    expect(waiting.settings).toEqual({ video: { madeForKids: true, categoryId: '22' } });
  });

  test('ask for copies of their files, and change that without replacing their post', async () => {
    const media = 'media:\n  - url: https://example.com/stand.png';
    const write = (fields: string) =>
      desk.write({ 'posts/later.md': fileOf('Later', `platforms: [profnet]\nat: ${LATER}\n${media}${fields}`) });
    await write('');
    const first = await apply();
    const id = first.entries[0]?.postId;
    expect(await readPost(id)).not.toHaveProperty('copyMedia');
    await write('\ncopyMedia: true');
    const second = await apply();
    expect(second.entries).toMatchObject([{ action: 'change', postId: id, changes: ['copyMedia'] }]);
    expect(await readPost(id)).toMatchObject({ status: 'scheduled', copyMedia: true });
    expect((await apply()).entries).toMatchObject([{ action: 'skip', postId: id }]);
    await write('\ncopyMedia: sometimes');
    const wrong = await apply();
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('copyMedia is true or false');
  });

  test('that changed change their post while it is scheduled, and nothing that was sent', async () => {
    const write = (text: string, at: string, fields = '') =>
      desk.write({
        'posts/now.md': fileOf(`Now ${text}`),
        'posts/later.md': fileOf(`Later ${text}`, `platforms: [profnet, video]\nat: ${at}${fields}`),
      });
    await write('as it was', LATER);
    const first = await apply();
    await write('as it is', LATER);
    const second = await apply();
    expect(second.code).toBe(0);
    const note = 'already published; differs from the file: text';
    expect(second.entries).toMatchObject([
      { file: 'posts/later.md', action: 'change', status: 'scheduled', changes: ['text'] },
      { file: 'posts/now.md', action: 'skip', changes: ['text'], note },
    ]);
    expect(await readPost(first.entries[0]?.postId)).toMatchObject({ status: 'canceled' });
    const replaced = second.entries[0]?.postId;
    expect(await readPost(replaced)).toMatchObject({ status: 'scheduled', text: 'Later as it is' });

    await write('as it is', '2099-02-01T10:00:00+01:00');
    const third = await apply();
    expect(third.entries[0]).toMatchObject({ action: 'change', postId: replaced, changes: ['time'] });
    expect(await readPost(replaced)).toMatchObject({ status: 'scheduled', scheduledFor: '2099-02-01T09:00:00Z' });
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['Now as it was']);
  });

  test('are published again where they failed, and only there', async () => {
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
    await desk.write({
      'posts/a.md': fileOf('Partly', 'platforms: [profnet, microblog]'),
      'posts/b.md': fileOf('Whole'),
    });
    const first = await apply();
    expect(first.code).toBe(3);
    const second = await apply();
    expect(second.code).toBe(0);
    expect(actionsOf(second.entries)).toEqual({ 'posts/a.md': 'retry', 'posts/b.md': 'skip' });
    expect(second.entries[0]?.credits).toBe(3);
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['Partly', 'Whole']);
    expect(await publishedTexts(stack, 'x')).toEqual(['Partly']);
  });

  test('are the same posts by their path and profile, or by their key wherever they are', async () => {
    await workspace.api('POST', '/api/profiles', { body: { name: 'Second' } });
    const at = `platforms: [profnet]\nat: ${LATER}`;
    await desk.write({ 'posts/a.md': fileOf('A', at), 'posts/deep/b.md': fileOf('B', `${at}\nkey: the-b`) });
    const first = await apply();
    const inDefault = await apply('--profile', 'default');
    expect(actionsOf(inDefault.entries)).toEqual({ 'posts/a.md': 'skip', 'posts/deep/b.md': 'skip' });
    const inSecond = await apply('--profile', 'second', '--dry-run');
    expect(actionsOf(inSecond.entries)).toEqual({ 'posts/a.md': 'create', 'posts/deep/b.md': 'create' });
    await rm(join(desk.path, 'posts/deep'), { recursive: true });
    await desk.write({ 'posts/moved.md': fileOf('B', `${at}\nkey: the-b`), 'posts/in/a.md': fileOf('A', at) });
    const moved = await apply('--dry-run');
    const actions = { 'posts/a.md': 'skip', 'posts/in/a.md': 'create', 'posts/moved.md': 'skip' };
    expect(actionsOf(moved.entries)).toEqual(actions);
    expect(moved.entries.at(-1)?.postId).toBe(first.entries.at(-1)?.postId);
    const single = await desk.social(['apply', 'posts/a.md', '--json', '--dry-run']);
    expect(JSON.parse(single.stdout)).toMatchObject([{ action: 'skip' }]);
    const rooted = await desk.social(['apply', 'posts/in/a.md', '--root', 'posts', '--json']);
    expect(JSON.parse(rooted.stdout)).toMatchObject([{ action: 'create' }]);
    expect(actionsOf((await apply('--dry-run')).entries)['posts/in/a.md']).toBe('skip');
  });

  test('are not published again when a part of their directory is named', async () => {
    await desk.write({
      'posts/in/a.md': fileOf('A'),
      'posts/in/b.md': fileOf('B', 'platforms: [profnet]\nkey: the-b'),
    });
    expect((await apply()).code).toBe(0);
    for (const path of ['posts/in', 'posts/in/a.md']) {
      const ended = await desk.social(['apply', path]);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(
        'posts/in/a.md:1: it was published already, with its path counted from posts: add --root posts, or, if it is another post, give it a key',
      );
      expect(ended.stderr).not.toContain('posts/in/b.md');
    }
    const rooted = await desk.social(['apply', 'posts/in', '--root', 'posts', '--json']);
    expect(actionsOf(JSON.parse(rooted.stdout))).toEqual({ 'posts/in/a.md': 'skip', 'posts/in/b.md': 'skip' });
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['A', 'B']);
  });

  test('whose time has passed long ago are never published by surprise', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await desk.write({
      'posts/late.md': fileOf('Late', `platforms: [profnet]\nat: ${hoursAgo(2)}`),
      'posts/recent.md': fileOf('Recent', `platforms: [profnet]\nat: ${hoursAgo(0.02)}`),
    });
    const { code, entries } = await apply();
    expect(code).toBe(1);
    expect(entries).toMatchObject([
      { action: 'skip', status: 'missed', note: 'its time has passed, so it is not published; set another time' },
      { action: 'create', status: 'published' },
    ]);
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['Recent']);
  });

  test('are skipped once their post was sent at its time', async () => {
    const at = new Date(clock.now() + 3_600_000).toISOString();
    await desk.write({ 'posts/a.md': fileOf('On time', `platforms: [profnet]\nat: ${at}`) });
    const first = await apply();
    clock.advance(3_700_000);
    await workspace.untilPost(String(first.entries[0]?.postId), { status: 'published' });
    const second = await apply();
    expect(second).toMatchObject({ code: 0, entries: [{ action: 'skip', status: 'published' }] });
    expect(await publishedTexts(stack, 'linkedin')).toEqual(['On time']);
  });
});

describe('labels', () => {
  const write = (text: string, labels: string) =>
    desk.write({ 'posts/a.md': fileOf(text, `platforms: [profnet]\nat: ${LATER}\nlabels: ${labels}`) });
  const label = async (...args: string[]) => {
    const ended = await desk.social(['post', 'label', ...args]);
    return { ...ended, labels: ended.code === 0 && args.includes('--json') ? JSON.parse(ended.stdout).labels : null };
  };

  test('of a file are those of its post, and a change of them alone changes nothing', async () => {
    await write('With labels', '[Launch, "#Press  release"]');
    const { entries } = await apply();
    expect(entries).toMatchObject([{ action: 'create', status: 'scheduled' }]);
    expect((await readPost(entries[0]?.postId)).labels).toEqual(['launch', 'press release']);
    await write('With labels', 'later, fair');
    expect((await apply()).entries).toMatchObject([{ action: 'skip', postId: entries[0]?.postId }]);
    expect((await readPost(entries[0]?.postId)).labels).toEqual(['launch', 'press release']);
    await write('With other words', 'later, fair');
    const changed = (await apply()).entries;
    expect(changed).toMatchObject([{ action: 'change', changes: ['text'] }]);
    expect((await readPost(changed[0]?.postId)).labels).toEqual(['later', 'fair']);
  });

  test('are given, listed and taken away by the command, and asked for again with the same key', async () => {
    const { id } = (await workspace.publish({ text: 'Labelled', platforms: ['profnet'] })).body;
    const other = (await workspace.publish({ text: 'Not labelled', platforms: ['profnet'] })).body;
    const given = await label(id.slice(0, 13), '#Launch', 'press  release', '--json');
    expect(given).toMatchObject({ code: 0, labels: ['launch', 'press release'] });
    expect(await label(id, 'fair', '--output', 'text')).toMatchObject({
      code: 0,
      stdout: `✔ post ${id.slice(0, 13)} has now: fair\n`,
    });
    const listed = async (name: string) => (await desk.social(['post', 'list', '--label', name, '--json'])).stdout;
    expect(JSON.parse(await listed('#FAIR')).posts).toMatchObject([{ id, labels: ['fair'] }]);
    expect(JSON.parse(await listed('launch')).posts).toEqual([]);
    expect(await label(id, '--output', 'text')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/has now: no label\n$/),
    });
    expect((await readPost(id)).labels).toBeUndefined();
    expect(await label(id, 'once', '--key', 'label-1')).toMatchObject({ code: 0 });
    expect(await label(id, 'once', '--key', 'label-1')).toMatchObject({ code: 0 });
    expect(await label(other.id, 'twice', '--key', 'label-1')).toMatchObject({ code: 2 });
  });

  test('that cannot be labels, and posts that are not there, are refused', async () => {
    const { id } = (await workspace.publish({ text: 'Labelled', platforms: ['profnet'], labels: ['kept'] })).body;
    for (const labels of [['##'], ['x'.repeat(51)], Array.from({ length: 21 }, (_, at) => `l${at}`)])
      expect(await label(id, ...labels)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('label'),
      });
    expect((await readPost(id)).labels).toEqual(['kept']);
    expect(await label('01999999-9999', 'launch')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('01999999'),
    });
    expect(await label()).toMatchObject({ code: 2, stderr: expect.stringContaining("argument 'id'") });
  });
});

test('a file whose media a network leaves out is left out and named, and the others go out', async () => {
  const media = 'platforms: [video]\nmedia: [{url: "https://example.com/picture.png"}]';
  await desk.write({
    'posts/allowed.md': fileOf('Allowed', `${media}\nallowLeftOut: true`),
    'posts/film.md': fileOf('Film', media),
    'posts/words.md': fileOf('Words', 'platforms: [video]'),
  });
  const { code, entries, stderr } = await apply();
  expect({ code, actions: actionsOf(entries) }).toEqual({
    code: 2,
    actions: { 'posts/allowed.md': 'create', 'posts/film.md': 'skip', 'posts/words.md': 'create' },
  });
  expect(stderr).toContain('posts/film.md: Left out on YouTube: 1 image. To publish it like that: allowLeftOut: true');
  expect((await publishedTexts(stack, 'youtube')).toSorted()).toEqual(['Allowed', 'Words']);
  const { platformResults } = await readPost(entries[0]?.postId);
  expect(platformResults.video).toMatchObject({ ok: true, note: 'Left out on YouTube: 1 image.' });
});

describe('a dry run', () => {
  test('shows what would be done and what it costs, and changes nothing', async () => {
    await desk.write({
      'posts/a.md': fileOf('A', 'platforms: [profnet, microblog]'),
      'posts/b.md': fileOf('B', `platforms: [profnet]\nat: ${LATER}`),
      'posts/c.md': fileOf('C', 'platforms: [photonet]\nmedia: [{url: "https://example.com/a.jpg"}]'),
    });
    const { code, entries } = await apply('--dry-run');
    expect(code).toBe(0);
    expect(entries).toMatchObject([
      { file: 'posts/a.md', action: 'create', postId: null, credits: 4 },
      { file: 'posts/b.md', action: 'create', credits: 1 },
      { file: 'posts/c.md', action: 'create', note: expect.stringMatching(/^photonet: .*not connected/i) },
    ]);
    const shown = await desk.social(['apply', 'posts', '--dry-run', '--output', 'text']);
    expect(shown.stdout).toMatch(
      /^FILE +ACTION +WHEN +PLATFORMS +COST +NOTE\nposts\/a\.md +create +now +profnet,microblog +4 credits/,
    );
    expect(shown.stdout).toMatch(/3 to create · it would cost 5 credits; \d+ left\n$/);
    expect(await desk.social(['apply', 'posts', '--max-credits', '4'])).toMatchObject({ code: 5, stdout: '' });
    expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  });

  test('of an empty directory finds nothing to do', async () => {
    await mkdir(join(desk.path, 'posts'));
    expect(await apply()).toMatchObject({ code: 0, entries: [], stderr: expect.stringContaining('No posts in posts') });
  });
});

test('a server that is not there ends the run, and the next run does the rest', async () => {
  await desk.write({ 'posts/a.md': fileOf('A'), 'posts/b.md': fileOf('B') });
  const gone = await desk.social(['apply', 'posts', '--base-url', 'http://127.0.0.1:9']);
  expect(gone.code).toBe(1);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const first = await apply();
  expect([0, 7]).toContain(first.code);
  const second = await apply();
  expect(new Set(second.entries.map(({ action }) => action))).toEqual(new Set(['skip']));
  expect((await publishedTexts(stack, 'linkedin')).toSorted()).toEqual(['A', 'B']);
});
