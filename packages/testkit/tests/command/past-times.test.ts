import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDesk } from '../../src/programs/use-desk.ts';

const { stack, workspace, clock } = useStack({ clock: true, connect: ['profnet', 'video'] });
const desk = useDesk(stack, workspace);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const published = async (text: string) =>
  (await stack.sandbox.posts()).filter((post) => post.text.includes(text)).length;

test('a time that has passed is refused by the command, by files and in a dry run', async () => {
  const at = minutesAgo(20);
  const late = await desk.social(['post', 'Too late', '--to', 'profnet', '--at', at]);
  expect(late).toMatchObject({ code: 2, stdout: '' });
  expect(late.stderr).toMatch(
    /Error: --at is \d+ minutes in the past\. Nothing was sent; .* leave it out to publish now/,
  );
  const checked = await desk.social(['post', 'Too late', '--to', 'profnet', '--at', at, '--dry-run']);
  expect(checked).toMatchObject({ code: 2 });
  await desk.write({ 'posts/late.md': `---\nplatforms: [profnet]\nat: ${at}\n---\nToo late\n` });
  const applied = await desk.social(['apply', 'posts', '--yes']);
  expect(applied).toMatchObject({ code: 1, stdout: expect.stringContaining('its time has passed') });
  expect(await published('Too late')).toBe(0);
});

test('a job that was late by a minute publishes, and runs again a day later without a second post', async () => {
  const args = ['post', 'Just now', '--to', 'profnet', '--at', minutesAgo(1)];
  expect(await desk.social(args)).toMatchObject({ code: 0 });
  clock.advance(24 * 3_600_000);
  expect(await desk.social(args)).toMatchObject({ code: 0, stderr: expect.stringContaining('Already published') });
  expect(await published('Just now')).toBe(1);
});

test('a post that was made under the same key is found, although the request says more now', async () => {
  const args = ['post', 'Scheduled before', '--to', 'profnet', '--at', '2090-01-01T00:00:00Z', '--key', 'mine'];
  const body = { text: 'Scheduled before', platforms: ['profnet'], scheduledFor: '2090-01-01T00:00:00Z' };
  expect(await workspace.publish(body, { 'Idempotency-Key': 'mine' })).toMatchObject({ status: 201 });
  expect(await desk.social(args)).toMatchObject({ code: 0, stderr: expect.stringContaining('Already scheduled') });
});

test('posts are listed by their outcome, and the answer to a status that is an outcome names it', async () => {
  const { stdout } = await desk.social(['post', 'list', '--outcome', 'scheduled,failed', '--json']);
  expect(JSON.parse(stdout).posts).toMatchObject([{ text: 'Scheduled before', outcome: 'scheduled' }]);
  const wrong = await desk.social(['post', 'list', '--status', 'failed']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('That is an outcome: --outcome failed.') });
  expect((await desk.social(['post', 'list', '--outcome', 'faild'])).stderr).toContain('Outcomes are scheduled,');
  const table = await desk.social(['post', 'list', '--output', 'text']);
  expect(table.stdout.split('\n')[0]).toMatch(/^POST +OUTCOME +WHEN/);
});
