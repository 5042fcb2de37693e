import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { checkedWith, failed, listOf, NO_POSTS, POST_ID, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { signedIn, social } from '../support/social.ts';
import {
  failure,
  json,
  loseAnswer,
  type Replies,
  type Reply,
  type StandInServer,
  startStandIn,
  USAGE,
} from '../support/stand-in-server.ts';
import { type Files, temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

const CHECKED = checkedWith({ profnet: READY });
const repliesWith = (reply: Reply): Replies => ({
  ...NO_POSTS,
  'POST /api/v1/posts?dryRun=true': json(200, CHECKED),
  'POST /api/v1/posts': reply,
});
const PUBLISHES = repliesWith(json(201, postWith({ profnet: PUBLISHED })));
const SCHEDULED = postWith({}, { status: 'scheduled', scheduledFor: '2099-01-01T09:00:00Z', platforms: ['profnet'] });
/** Replies that find a scheduled post for each file, and cancel it. */
const FINDS_SCHEDULED: Replies = {
  'GET /api/v1/posts': listOf(SCHEDULED),
  [`DELETE /api/v1/posts/${POST_ID}`]: json(200, { ...SCHEDULED, status: 'canceled' }),
};

const fileOf = (text: string, fields = '') => `---\nplatforms: [profnet]${fields}\n---\n${text}\n`;
const postsDirectory = (files: Files = {}) => temporaryDirectory({ 'posts/a.md': fileOf('Hello'), ...files });

it('social apply stops at a file whose outcome is unknown because a gateway gave up', async () => {
  await using server = await startStandIn(repliesWith(failure(504, 'internal_error')));
  await using directory = await postsDirectory({ 'posts/b.md': fileOf('Hello again') });
  const { stderr } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
  expect(new Set(server.posts().map(({ key }) => key)).size).toBe(1);
  expect(stderr).toContain('Run the same command again: it publishes nothing twice.');
});

it('social apply names the platforms with an error on the page of a CI job, and no platform that is still being sent', async () => {
  const polled = Promise.withResolvers<void>();
  const post = postWith({ profnet: { ...PUBLISHED, ok: false, state: 'sending' }, microblog: failed('post_rejected') });
  await using server = await startStandIn({
    ...repliesWith(json(201, post)),
    [`GET /api/v1/posts/${post.id}`]: (response, request) => {
      polled.resolve();
      return json(200, post)(response, request);
    },
  });
  await using directory = await postsDirectory();
  const env = { GITHUB_STEP_SUMMARY: join(directory.path, 'summary') };
  await server.program(['apply', 'posts', '--yes'], { env, cwd: directory.path, interruptAfter: polled.promise });
  const row = (await directory.read('summary')).split('\n').find((line) => line.startsWith('| posts/a.md'));
  expect(row).toMatch(/ \| microblog: about post\\?_rejected \|$/);
});

describe('social apply on a terminal', () => {
  async function answer(keys: string) {
    await using server = await startStandIn(PUBLISHES);
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['apply', join(directory.path, 'posts')], terminal.io);
    await terminal.waitFor('Continue with 1 file for 1 credit?');
    terminal.type(keys);
    const code = await running;
    const sent = server.posts().length;
    return { code, sent, stdout: terminal.stdout(), stderr: terminal.stderr() };
  }

  it('shows the plan and sends after a yes', async () => {
    const { code, sent, stdout } = await answer('y\r');
    expect({ code, sent }).toEqual({ code: 0, sent: 1 });
    expect(stdout).toMatch(/a\.md +create +now +profnet +1 credit\n1 to create · it would cost 1 credit; 499 left\n/);
    expect(stdout).toMatch(/✔ .*a\.md +created +published\s+0192f3c1-7c1e\n1 file · 1 credit spent\n$/);
  });

  it('sends nothing when only Enter is pressed', async () => {
    const { code, sent, stderr } = await answer('\r');
    expect({ code, sent }).toEqual({ code: 130, sent: 0 });
    expect(stderr).toContain('Nothing was sent.');
  });

  it('does not ask with --yes', async () => {
    await using server = await startStandIn(PUBLISHES);
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['apply', '--yes', join(directory.path, 'posts')], terminal.io)).toBe(0);
    expect(terminal.stderr()).not.toContain('Continue with');
  });
});

it('social apply says how to go on when an answer was lost, and does not try the others', async () => {
  await using server = await startStandIn(repliesWith(loseAnswer));
  await using directory = await postsDirectory({ 'posts/b.md': fileOf('Second') });
  const { code, stdout, stderr } = await server.social(['apply', 'posts'], { cwd: directory.path });
  expect(code).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: 'posts/a.md', action: 'create', status: 'error', error: { code: 'outcome_unknown' } },
    { file: 'posts/b.md', action: 'stopped' },
  ]);
  expect(stderr).toContain('Run the same command again: it publishes nothing twice.');
});

it('social apply says that a post was canceled when the one in its place could not be made', async () => {
  await using server = await startStandIn({
    ...repliesWith(failure(402, 'insufficient_credits')),
    ...FINDS_SCHEDULED,
  });
  await using directory = await postsDirectory();
  const { code, stdout } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject([
    { action: 'change', changes: ['text', 'time'], status: 'error', note: expect.stringContaining('was canceled') },
  ]);
});

describe('a file with the name of a scheduled post whose text and time are both different', () => {
  const SAID = "another post has this file's name; both its text and its time are different";
  const startServer = () => startStandIn({ ...PUBLISHES, ...FINDS_SCHEDULED });
  const changes = ({ seen }: StandInServer) =>
    seen
      .filter(({ call, query }) => !call.startsWith('GET') && !call.endsWith('/check') && query === '')
      .map(({ call }) => call);

  it('takes the place of that post only with --yes where nobody can be asked', async () => {
    await using server = await startServer();
    await using directory = await postsDirectory();
    const options = { cwd: directory.path };
    const refused = await server.social(['apply', 'posts'], options);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      `posts/a.md:1: ${SAID}; if the file was edited, confirm with --yes; if not, give it a \`key\` or use --root (post 0192f3c1-7c1e)\nNothing was sent.`,
    );
    const dryRun = await server.social(['apply', 'posts', '--dry-run'], options);
    expect(dryRun.code).toBe(2);
    expect(JSON.parse(dryRun.stdout)).toMatchObject([{ action: 'change', note: SAID }]);
    expect(changes(server)).toEqual([]);
    expect(await server.social(['apply', 'posts', '--yes'], options)).toMatchObject({ code: 0 });
    expect(changes(server)).toEqual([`DELETE /api/v1/posts/${POST_ID}`, 'POST /api/v1/posts']);
  });

  it('is an edit of its post where it has a key', async () => {
    await using server = await startServer();
    await using directory = await postsDirectory({ 'posts/a.md': fileOf('Hello', '\nkey: launch') });
    const result = await server.social(['apply', 'posts'], { cwd: directory.path });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(changes(server)).toHaveLength(2);
  });

  it('is announced on a terminal before the question', async () => {
    await using server = await startServer();
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['apply', join(directory.path, 'posts')], terminal.io);
    await terminal.waitFor('Continue with 1 file for 1 credit?');
    expect(terminal.stdout()).toContain('text, time; another');
    expect(terminal.stderr().replace(/\s+/g, ' ')).toMatch(new RegExp(`a\\.md: ${SAID} .*Continue with`));
    terminal.type('\r');
    expect(await running).toBe(130);
    expect(changes(server)).toEqual([]);
  });
});

describe('social apply with fewer credits than it needs', () => {
  const usage = { ...USAGE, credits: { ...USAGE.credits, available: 1 } };

  async function apply(fields: string, ...args: string[]) {
    await using server = await startStandIn({ ...PUBLISHES, 'GET /api/usage': json(200, usage) });
    await using directory = await postsDirectory({ 'posts/b.md': fileOf('Second', fields) });
    const result = await server.social(['apply', 'posts', ...args], { cwd: directory.path });
    return { ...result, sent: server.posts().length };
  }

  it('ends with 5 before anything is sent', async () => {
    const refused = await apply('');
    expect(refused).toMatchObject({ code: 5, sent: 0, stdout: '' });
    expect(refused.stderr).toBe(
      'Error: The posts that are sent now need 2 credits; 1 credit left\nNothing was sent.\nSee plan and credits with: social usage\n',
    );
    const dryRun = await apply('', '--dry-run');
    expect(dryRun).toMatchObject({ code: 5, sent: 0 });
    expect(JSON.parse(dryRun.stdout)).toHaveLength(2);
  });

  it('does not count what is sent later', async () => {
    expect(await apply('\nat: 2099-01-01T09:00:00Z')).toMatchObject({ code: 0, sent: 2 });
  });
});

it.each([
  ['no path', []],
  ['a path that is not there', ['nowhere']],
])('social apply ends with 2 for %s', async (_what, args) => {
  expect(await social(['apply', ...args], { env: signedIn('http://127.0.0.1:9') })).toMatchObject({
    code: 2,
    stdout: '',
  });
});
