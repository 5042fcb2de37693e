import { samplePng, uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDesk } from '../../src/programs/use-desk.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const desk = useDesk(stack, workspace);

const NOTES = (version: string, text: string) => `## ${version}\n\n- ${text}\n`;
const published = async (text: string) =>
  (await stack.sandbox.posts()).filter((post) => post.text.includes(text)).map(({ network }) => network);

test('a release is published once, also when its notes were edited, and the job that runs again succeeds', async () => {
  await desk.write({ 'CHANGELOG.md': NOTES('1.0.0', 'The first of all') });
  const args = ['post', '--from-changelog', '--to', 'profnet,microblog', '--json'];
  const first = await desk.social(args, { GITHUB_REPOSITORY: 'acme/tool' });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  await desk.write({ 'CHANGELOG.md': NOTES('1.0.0', 'The first of all, better described') });
  const second = await desk.social(args, { GITHUB_REPOSITORY: 'acme/tool' });
  expect(second.code).toBe(0);
  expect(second.stderr).toMatch(/1\.0\.0 was already published .* with other notes/);
  expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id);
  expect((await published('The first of all')).toSorted()).toEqual(['linkedin', 'x']);

  const other = await desk.social(args, { GITHUB_REPOSITORY: 'acme/other' });
  expect(other).toMatchObject({ code: 0, stderr: '' });
  const again = await desk.social([...args, '--again'], { GITHUB_REPOSITORY: 'acme/tool' });
  expect(JSON.parse(again.stdout).id).not.toBe(JSON.parse(first.stdout).id);
});

test('what failed of a release is sent by the next run, and only that', async () => {
  await desk.write({ 'CHANGELOG.md': NOTES('2.0.0', 'The second of all') });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const args = ['post', '--from-changelog', '--to', 'profnet,microblog', '--continue-on-partial'];
  const first = await desk.social(args);
  expect(first.code).toBe(0);
  expect(await published('The second of all')).toEqual(['linkedin']);
  await desk.write({ 'CHANGELOG.md': NOTES('2.0.0', 'Other words') });
  const second = await desk.social(args);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain('sending again only what failed: microblog');
  expect((await published('The second of all')).toSorted()).toEqual(['linkedin', 'x']);
  expect(await published('Other words')).toEqual([]);
});

test('notes that are too long for a platform are sent to the others with --continue-on-partial, run after run', async () => {
  await desk.write({ 'CHANGELOG.md': NOTES('4.0.0', `The fourth ${'word '.repeat(70)}`) });
  const args = ['post', '--from-changelog', '--to', 'profnet,microblog'];
  expect(await desk.social(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was sent') });
  expect(await published('The fourth')).toEqual([]);
  for (const _run of [1, 2]) {
    const { code, stderr } = await desk.social([...args, '--continue-on-partial']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Leaving out X: text: is too long')]);
    expect(await published('The fourth')).toEqual(['linkedin']);
  }
});

test.each([
  ['a post for now', [], 'partial'],
  ['a post for later', ['--at', '2126-12-01T09:00:00Z'], 'scheduled'],
  ['a picture', ['--media', 'picture.png'], 'partial'],
])(
  '%s that has left a platform out is found by every later run, which names that platform',
  async (name, more, outcome) => {
    await desk.write({ 'picture.png': samplePng(9) });
    const text = `${uniqueText('Left')} ${'word '.repeat(70)}`;
    const args = ['post', text, '--to', 'profnet,microblog', ...more, '--json'];
    const first = await desk.social([...args, '--continue-on-partial']);
    expect([name, first.code, JSON.parse(first.stdout)]).toMatchObject([name, 0, { outcome, platforms: ['profnet'] }]);
    for (const [again, code] of [
      [[], 3],
      [['--continue-on-partial'], 0],
      [['--max-credits', '9'], 3],
    ] as const) {
      const run = await desk.social([...args, ...again]);
      expect([run.code, run.stderr]).toEqual([code, expect.stringContaining('Leaving out X: text: is too long')]);
      const { id, leftOut } = JSON.parse(run.stdout);
      expect([id, leftOut.microblog.code]).toEqual([JSON.parse(first.stdout).id, 'invalid_request']);
    }
    const dry = await desk.social([...args, '--dry-run']);
    expect([dry.code, JSON.parse(dry.stdout).platformResults.microblog.state]).toEqual([2, 'problem']);
  },
);

test('long notes become a thread where the network has replies, shown part by part', async () => {
  const changes = Array.from({ length: 14 }, (_, at) => `- Change number ${at + 1} is described in these words`);
  await desk.write({ 'CHANGELOG.md': `## 3.0.0\n\n${changes.join('\n')}\n` });
  const args = ['post', '--section', '3.0.0', '--to', 'profnet,microblog', '--fit', 'thread', '--output', 'text'];
  const dry = await desk.social([...args, '--dry-run', '--max-credits', '20']);
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Split into 3 parts for X') });
  const { code, stdout } = await desk.social(args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n +1\/3 {2}published {2}http.*\n +2\/3 {2}published {2}http.*\n +3\/3 {2}published {2}http/);
  const parts = (await stack.sandbox.posts('x')).filter(({ text }) => text.includes('Change number'));
  expect(parts.map(({ text }) => text.slice(-5)).toSorted()).toEqual(['(1/3)', '(2/3)', '(3/3)']);
  expect(await desk.social([...args, '--again', '--max-credits', '9'])).toMatchObject({ code: 5 });
});
