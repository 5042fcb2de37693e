import { createTestClock, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { startFileServer } from '../../src/servers/file-server.ts';
import { useResource } from '../../src/stack/use-stack.ts';
import { applyPosts, fileOf } from './post-files.ts';

const clock = createTestClock('2026-11-30T08:00:00.000Z');
const { stack } = useStack({ clock });
const { workspace, desk } = useDeskPerTest(stack, ['profnet']);
const files = useResource(startFileServer);

const MONDAY = '2026-11-30T09:00:00+00:00';
const TUESDAY = '2026-12-01T09:00:00+00:00';
const WEDNESDAY = '2026-12-02T09:00:00+00:00';

const setDaily = () => desk.social(['slots', 'set', 'daily', '09:00', '--zone', 'UTC']);
const post = async (text: string, ...args: string[]) => {
  const ended = await desk.social(['post', text, '--to', 'profnet', '--at', 'next', '--json', ...args]);
  return { ...ended, body: ended.stdout === '' ? undefined : JSON.parse(ended.stdout) };
};

describe('social slots', () => {
  test('sets the weekly times, and shows them as they can be given again', async () => {
    const set = ['slots', 'set', 'mon-fri', '9:00,17:30', 'sat 10:00', '--zone', 'Europe/Berlin', '--output', 'text'];
    expect(await desk.social(set)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('profile default has 11 slots a week, in the time zone Europe/Berlin'),
    });
    const shown = await desk.social(['slots', 'show', '--output', 'text']);
    expect(shown.stdout).toBe('mon-fri 09:00,17:30\nsat 10:00\nEurope/Berlin, profile default\n');
    // The zone stays when none is named.
    await desk.social(['slots', 'set', 'sun 12:00']);
    expect(JSON.parse((await desk.social(['slots', 'show', '--json'])).stdout)).toEqual({
      timeZone: 'Europe/Berlin',
      times: [{ weekday: 'sunday', time: '12:00' }],
    });
    await desk.social(['slots', 'set', '--none']);
    expect((await desk.social(['slots', 'show', '--output', 'text'])).stdout).toContain('has no slots');
  });

  test('lists the coming slots with the posts that have them', async () => {
    await setDaily();
    const { body } = await post('In the first one');
    const listed = JSON.parse((await desk.social(['slots', 'list', '--limit', '2', '--json'])).stdout);
    expect(listed).toMatchObject({ profile: 'default', timeZone: 'UTC' });
    expect(listed.slots).toEqual([
      { at: MONDAY, free: false, postId: body.id },
      { at: TUESDAY, free: true, postId: null },
    ]);
    const free = await desk.social(['slots', 'list', '--free', '--limit', '1', '--output', 'text']);
    expect(free.stdout).toMatch(/Tue +2026-12-01 +09:00 +free/);
  });

  test('refuses what it cannot read, and a zone that does not exist', async () => {
    expect(await desk.social(['slots', 'set'])).toMatchObject({ code: 2 });
    expect(await desk.social(['slots', 'set', 'mon', '--none'])).toMatchObject({ code: 2 });
    const zone = await desk.social(['slots', 'set', 'mon 09:00', '--zone', 'Europe/Atlantis']);
    expect(zone).toMatchObject({ code: 2, stderr: expect.stringContaining('--zone is not the name of a time zone') });
    const twice = await desk.social(['slots', 'set', 'mon 09:00 mon 09:00', '--zone', 'UTC']);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('monday 09:00 twice') });
  });
});

describe('--at next', () => {
  test('schedules a post in the next free slot, and finds it there when it runs again', async () => {
    await setDaily();
    const first = await post('Once');
    expect([first.code, first.body.scheduledFor, first.body.slot]).toEqual([0, MONDAY, 'next']);
    const again = await post('Once');
    expect(again).toMatchObject({ code: 0, body: { id: first.body.id, scheduledFor: MONDAY } });
    expect(again.stderr).toContain('Already scheduled');
    expect((await post('Another')).body.scheduledFor).toBe(TUESDAY);
    await desk.social(['post', 'cancel', first.body.id]);
    const after = await post('Once');
    expect(after.body.id).not.toBe(first.body.id);
    expect(after.body.scheduledFor).toBe(MONDAY);
  });

  test('shows in a dry run which slot it would get, and takes none', async () => {
    await setDaily();
    expect((await post('Dry', '--dry-run')).body).toMatchObject({ slot: 'next', scheduledFor: MONDAY });
    const words = await desk.social([
      'post',
      'Dry',
      '--to',
      'profnet',
      '--at',
      'next',
      '--dry-run',
      '--output',
      'text',
    ]);
    expect(words.stdout).toMatch(/It would be scheduled .*, the next free slot\./);
    expect((await post('Real')).body.scheduledFor).toBe(MONDAY);
  });

  test('is refused without slots, with the command that sets them', async () => {
    const refused = await post('Nowhere');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('no_free_slot');
    expect(refused.stderr).toContain('social slots set');
    expect(refused.stderr.match(/nothing was/gi)).toHaveLength(1);
    expect(refused.stderr).not.toContain('/api/');
    await desk.social(['profiles', 'create', 'Brand']);
    const ofBrand = await desk.social(['post', 'Nowhere', '--to', 'profnet', '--at', 'next', '--profile', 'brand']);
    expect(ofBrand.stderr).toContain('social slots set "mon-fri 09:00" --profile brand');
  });

  test('moves a scheduled post, and a draft', async () => {
    await setDaily();
    const later = await desk.social(['post', 'Later', '--to', 'profnet', '--at', '2027-01-15T10:00:00Z', '--json']);
    const { id } = JSON.parse(later.stdout);
    const moved = await desk.social(['post', 'reschedule', id, '--at', 'next', '--json']);
    expect(JSON.parse(moved.stdout)).toMatchObject({ slot: 'next', scheduledFor: MONDAY });
    const draft = JSON.parse((await desk.social(['post', 'Draft', '--to', 'profnet', '--draft', '--json'])).stdout);
    const edited = await desk.social(['draft', 'edit', draft.id, '--at', 'next', '--json']);
    expect(JSON.parse(edited.stdout)).toMatchObject({ slot: 'next', preview: { scheduledFor: TUESDAY } });
    const approved = await desk.social(['draft', 'approve', draft.id, '--yes', '--json']);
    expect(JSON.parse(approved.stdout)).toMatchObject({ slot: 'next', scheduledFor: TUESDAY });
  });
});

describe('files with at: next', () => {
  const NEXT = 'platforms: [profnet]\nat: next';

  test('take slots in their order, once, and leave posts where they are', async () => {
    await setDaily();
    await desk.write({ 'posts/a.md': fileOf('First', NEXT), 'posts/b.md': fileOf('Second', NEXT) });
    const first = await applyPosts(desk, '--yes');
    expect(first).toMatchObject({ code: 0 });
    expect(first.entries).toMatchObject([
      { file: 'posts/a.md', action: 'create', slot: 'next', scheduledFor: MONDAY },
      { file: 'posts/b.md', action: 'create', slot: 'next', scheduledFor: TUESDAY },
    ]);
    expect((await applyPosts(desk, '--yes')).entries).toMatchObject([{ action: 'skip' }, { action: 'skip' }]);
  });

  test('take the next free slot again when their text changes, and when they had a time of their own', async () => {
    await setDaily();
    await desk.write({
      'posts/a.md': fileOf('First', NEXT),
      'posts/b.md': fileOf('Second', `platforms: [profnet]\nat: 2027-01-15T10:00:00Z`),
    });
    await applyPosts(desk, '--yes');
    await desk.write({ 'posts/a.md': fileOf('First, corrected', NEXT), 'posts/b.md': fileOf('Second', NEXT) });
    const { entries } = await applyPosts(desk, '--yes');
    expect(entries).toMatchObject([
      { action: 'change', changes: ['text'], scheduledFor: MONDAY },
      { action: 'change', changes: ['time'], scheduledFor: TUESDAY },
    ]);
    const { body } = await workspace.api('GET', '/api/v1/posts?status=scheduled');
    expect(body.posts).toHaveLength(2);
  });

  test('of a profile without slots are refused with the line of the file, before anything is sent', async () => {
    await desk.write({ 'posts/a.md': fileOf('First', NEXT), 'posts/b.md': fileOf('Now') });
    const refused = await applyPosts(desk, '--yes');
    expect(refused).toMatchObject({ code: 2, entries: [] });
    expect(refused.stderr).toContain('posts/a.md:3');
    expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  });
});

describe('a feed with --at next', () => {
  beforeAll(() => {
    const items = [3, 2, 1].map((n) => {
      const at = new Date(Date.now() - n * 60_000).toUTCString();
      return `<item><title>Note ${n}</title><link>/${n}</link><guid>${n}</guid><pubDate>${at}</pubDate></item>`;
    });
    files.serve('/notes.xml', {
      body: `<rss version="2.0"><channel><title>N</title>${items.join('')}</channel></rss>`,
    });
  });

  test('puts each new item into a slot, the oldest first, once', async () => {
    await setDaily();
    await desk.write({});
    const args = ['feed', `${files.url}/notes.xml`, '--to', 'profnet', '--at', 'next', '--yes', '--json'];
    const run = async () => JSON.parse((await desk.social(args)).stdout);
    expect(await run()).toMatchObject(
      [MONDAY, TUESDAY, WEDNESDAY].map((scheduledFor) => ({ action: 'create', status: 'scheduled', scheduledFor })),
    );
    const again = await run();
    expect(again.map(({ action }: { action: string }) => action)).not.toContain('create');
  });
});
