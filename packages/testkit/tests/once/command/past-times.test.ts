import { createTestClock, type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from './social.ts';

let stack: Stack;
let workspace: Workspace;
let desk: Desk;
const clock = createTestClock(new Date().toISOString());

beforeAll(async () => {
  stack = await startStack({ clock });
  workspace = await stack.createWorkspace({ connect: ['profnet', 'video'] });
  desk = await openDesk(stack.url, workspace.apiKey);
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await stack.close();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const published = async (text: string) =>
  (await stack.sandbox.posts()).filter((post) => post.text.includes(text)).length;

test('a time that has passed is refused by the command, by files and in a dry run; now is what no time means', async () => {
  const at = minutesAgo(20);
  const late = await desk.social(['post', 'Too late', '--to', 'profnet', '--at', at]);
  expect(late).toMatchObject({ code: 2, stdout: '' });
  expect(late.stderr).toMatch(
    /Error: --at is \d+ minutes in the past\. Nothing was sent; .* leave it out to publish now/,
  );
  expect(await desk.social(['post', 'Too late', '--to', 'profnet', '--at', at, '--dry-run'])).toMatchObject({
    code: 2,
  });
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

test('a post that an earlier version made of the same words is found, although the request says more now', async () => {
  const args = ['post', 'Scheduled before', '--to', 'profnet', '--at', '2090-01-01T00:00:00Z', '--key', 'mine'];
  const body = { text: 'Scheduled before', platforms: ['profnet'], scheduledFor: '2090-01-01T00:00:00Z' };
  const headers = { Authorization: `Bearer ${workspace.apiKey}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${stack.url}/api/v1/posts`, {
    ...{ method: 'POST', headers: { ...headers, 'Idempotency-Key': 'mine' }, body: JSON.stringify(body) },
  });
  expect(made.status).toBe(201);
  expect(await desk.social(args)).toMatchObject({ code: 0, stderr: expect.stringContaining('Already scheduled') });
});

test('posts are listed by what became of them, and a status that is an outcome is answered with it', async () => {
  const { stdout } = await desk.social(['post', 'list', '--outcome', 'scheduled,failed', '--json']);
  expect(JSON.parse(stdout).posts).toMatchObject([{ text: 'Scheduled before', outcome: 'scheduled' }]);
  const wrong = await desk.social(['post', 'list', '--status', 'failed']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('That is an outcome: --outcome failed.') });
  expect((await desk.social(['post', 'list', '--outcome', 'faild'])).stderr).toContain('Outcomes are scheduled,');
  const table = await desk.social(['post', 'list', '--output', 'text']);
  expect(table.stdout.split('\n')[0]).toMatch(/^POST +OUTCOME +WHEN/);
});
