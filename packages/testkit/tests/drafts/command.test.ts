import { uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';

const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack, ['profnet', 'microblog']);

const run = (...args: string[]) => desk.social(args);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const draftOf = (text: string, ...args: string[]) => json('post', text, '--to', 'profnet', '--draft', ...args);
const timesSent = async (text: string) => (await stack.sandbox.posts()).filter((post) => post.text === text).length;

describe('social post --draft', () => {
  test('prints the page on which it is approved, and sends nothing', async () => {
    const text = uniqueText('Draft');
    const { code, stdout, stderr } = await run('post', text, '--to', 'profnet', '--draft', '--output', 'text');
    const [{ id, url }] = (await workspace.api('GET', '/api/v1/drafts')).body.drafts;
    expect([code, stdout, url]).toEqual([0, `${url}\n`, `${stack.url}/drafts/${id}`]);
    expect(stderr).toContain(`nothing was sent; approved, it costs 1 credit`);
    expect(stderr).toContain(`social draft approve ${id.slice(0, 13)}`);
    expect(await timesSent(text)).toBe(0);
  });

  test('stores it once, and the same command without --draft publishes nothing before the approval', async () => {
    const text = uniqueText('Once');
    const { id, url } = await draftOf(text);
    const again = await run('post', text, '--to', 'profnet', '--draft', '--json');
    expect([again.code, JSON.parse(again.stdout).id]).toEqual([0, id]);
    expect(again.stderr).toContain('Already stored; nothing new was stored');
    const refused = await run('post', text, '--to', 'profnet', '--json');
    expect([refused.code, JSON.parse(refused.stderr.trim()).error.code]).toEqual([1, 'is_draft']);
    expect(refused.stderr).toContain(url);
    await run('draft', 'approve', id, '--yes');
    const published = await run('post', text, '--to', 'profnet', '--json');
    expect([published.code, JSON.parse(published.stdout).draft.id]).toEqual([0, id]);
    expect(published.stderr).toContain('nothing was sent again');
    const drafted = await run('post', text, '--to', 'profnet', '--draft', '--json');
    expect([drafted.code, JSON.parse(drafted.stdout).outcome]).toEqual([0, 'published']);
    expect(drafted.stderr).toContain('Already approved by');
    expect(await timesSent(text)).toBe(1);
  });

  test('stores the text of a draft that was edited only once', async () => {
    const text = uniqueText('Edited');
    const { id } = await draftOf(text);
    await run('draft', 'edit', id, uniqueText('Better'));
    expect(await draftOf(text)).toMatchObject({ id, text: expect.stringContaining('Better') });
  });

  test('stores a release once, also with other notes, and publishes it once', async () => {
    await desk.write({ 'CHANGELOG.md': '# Changelog\n\n## 2.0.0\n\n- New\n' });
    const env = { GITHUB_REPOSITORY: 'acme/drafted' };
    const post = (...args: string[]) =>
      desk.social(['post', '--from-changelog', '--to', 'profnet', ...args, '--json'], env);
    const first = await post('--draft');
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('Stored as draft')]);
    await desk.write({ 'CHANGELOG.md': '# Changelog\n\n## 2.0.0\n\n- New, and mended\n' });
    const second = await post('--draft');
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id);
    expect(second.stderr).toContain('is a draft already, with other notes');
    const early = await post();
    expect([early.code, early.stderr.includes('is_draft')]).toEqual([1, true]);
    await run('draft', 'approve', JSON.parse(first.stdout).id, '--yes');
    for (const end of [await post(), await post('--draft')]) {
      expect([end.code, JSON.parse(end.stdout).outcome]).toEqual([0, 'published']);
    }
    expect(await timesSent('2.0.0\n\n• New')).toBe(1);
  });

  test('needs a key that may draft, and for a release one that may also read', async () => {
    const keyOf = async (scopes: readonly string[]) => {
      const made = await workspace.api('POST', '/api/keys', { body: { name: 'CI', scopes } });
      return { SOCIAL_API_KEY: made.body.rawKey };
    };
    const env = await keyOf(['draft']);
    await desk.write({ 'CHANGELOG.md': '# Changelog\n\n## 3.0.0\n\n- Newer\n' });
    const text = uniqueText('Job');
    for (const what of [[text], [text, '--profile', 'default'], ['--max-credits', '9', text]]) {
      const end = await desk.social(['post', ...what, '--to', 'profnet', '--draft', '--json'], env);
      expect([end.code, end.stderr]).toEqual([0, expect.any(String)]);
    }
    const release = ['post', '--from-changelog', '--to', 'profnet', '--draft', '--json'];
    expect((await desk.social(release, await keyOf(['draft', 'read']))).code).toBe(0);
    const refused = await desk.social(['post', uniqueText('No'), '--to', 'profnet'], env);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('"draft": true')]);
  });
});

describe('social draft', () => {
  test('unsets settings, labels, poll and comments of a draft', async () => {
    const options = [
      '--set',
      'linkedin.visibility=CONNECTIONS',
      '--ai-generated',
      '--comment',
      'One',
      '--to',
      'profnet',
    ];
    const { id } = await json('post', uniqueText('Unset'), '--draft', ...options, '--poll', 'Dark', '--poll', 'Light');
    const unset = ['--set', 'linkedin.visibility=', '--no-ai-generated', '--no-poll', '--no-comments'];
    const edited = await json('draft', 'edit', id, ...unset);
    for (const name of ['settings', 'aiGenerated', 'poll', 'comments']) expect(edited).not.toHaveProperty(name);
  });

  test('lists and shows drafts, edits, approves and deletes them', async () => {
    const text = uniqueText('Shown');
    const { id } = await draftOf(text);
    const short = id.slice(0, 13);
    expect((await run('draft', 'list', '--output', 'text')).stdout).toMatch(
      new RegExp(`${short} .* at once .* profnet .*${text}`),
    );
    const shown = await run('draft', 'show', id, '--output', 'text');
    expect(shown.stdout).toMatch(
      new RegExp(`^${text}\n\nfor profnet, at once, profile default, 1 credit\nwritten by `),
    );
    const edited = await json('draft', 'edit', id, '--to', 'profnet,microblog', '--at', '2099-01-01T00:00:00Z');
    expect(edited).toMatchObject({ text, platforms: ['profnet', 'microblog'], scheduledFor: '2099-01-01T00:00:00Z' });
    const { scheduledFor } = await json('draft', 'edit', id, '--at', 'now');
    expect(scheduledFor).toBeUndefined();
    const approved = await run('draft', 'approve', id, '--yes', '--output', 'text');
    expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining('2 of 2 published')]);
    expect((await run('draft', 'list', '--output', 'text')).stdout).toContain('No drafts. Store one with');
    expect((await json('draft', 'list', '--approved')).drafts).toMatchObject([{ id, status: 'approved' }]);
    expect((await run('draft', 'show', id, '--output', 'text')).stdout).toMatch(/approved by .*, post \w+/);
    const other = await draftOf(uniqueText('Deleted'));
    const deleted = await run('draft', 'delete', other.id, '--yes', '--output', 'text');
    expect([deleted.code, deleted.stdout]).toEqual([0, `✔ draft ${other.id.slice(0, 13)} is deleted\n`]);
  });

  test('finds a draft by the beginning of its id', async () => {
    const { id } = await draftOf(uniqueText('Short'));
    // Drafts of the same millisecond share the beginning.
    expect((await json('draft', 'show', id.slice(0, 23))).id).toBe(id);
  });

  test('approves what was looked at, once', async () => {
    const { id, updatedAt } = await draftOf(uniqueText('Seen'));
    const { updatedAt: later } = await json('draft', 'edit', id, uniqueText('Changed'));
    const late = await run('draft', 'approve', id, '--if-updated-at', updatedAt, '--json');
    expect([late.code, JSON.parse(late.stderr.trim()).error.code]).toEqual([1, 'conflict']);
    const approve = () => run('draft', 'approve', id, '--if-updated-at', later, '--json');
    const [first, second] = [await approve(), await approve()];
    expect([first.code, second.code, JSON.parse(second.stdout).id]).toEqual([0, 0, JSON.parse(first.stdout).id]);
    expect(second.stderr).toContain('already done; nothing was sent again');
    const again = await run('draft', 'approve', id, '--yes', '--json');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(JSON.parse(first.stdout).id)]);
  });
});
