import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../src/run.ts';
import { signedIn, social, temporaryDirectory } from './social.ts';
import {
  failure,
  json,
  loseAnswer,
  PUBLISHED,
  postWith,
  type Reply,
  type StandInServer,
  startStandIn,
  USAGE,
} from './stand-in-server.ts';
import { createTerminal } from './terminal.ts';

const checked = postWith({ profnet: { ok: true, state: 'ready', credits: 1 } }, { id: null, available: 499 });
const replies = (published: Reply) => ({
  'GET /api/v1/posts': json(200, { posts: [], nextCursor: null }),
  'POST /api/v1/posts': ((response, request) =>
    (request.query === '?dryRun=true' ? json(200, checked) : published)(response, request)) satisfies Reply,
});
const accept = replies(json(201, postWith({ profnet: PUBLISHED })));

async function postsDirectory() {
  const directory = await temporaryDirectory();
  await mkdir(join(directory.path, 'posts'));
  await writeFile(join(directory.path, 'posts/a.md'), '---\nplatforms: [profnet]\n---\nHello\n');
  return directory;
}

it('social apply stops at a file of which nobody knows whether it was published, as a gateway that gives up', async () => {
  await using server = await startStandIn(replies(failure(504, 'internal_error')));
  await using directory = await postsDirectory();
  await writeFile(join(directory.path, 'posts/b.md'), '---\nplatforms: [profnet]\n---\nHello again\n');
  const { stderr } = await social(['apply', 'posts', '--yes'], { env: signedIn(server.url), cwd: directory.path });
  const sent = server.seen.filter(({ call, query }) => call === 'POST /api/v1/posts' && query === '');
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(stderr).toContain('Run the same command again: what was published is not published twice.');
});

describe('social apply on a terminal', () => {
  async function answer(keys: string) {
    const server = await startStandIn(accept);
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['apply', join(directory.path, 'posts')], terminal.io);
    await terminal.waitFor('Go on with 1 file for 1 credit?');
    terminal.type(keys);
    const code = await running;
    const sent = server.seen.filter(({ call, query }) => call === 'POST /api/v1/posts' && query === '').length;
    await server[Symbol.asyncDispose]();
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
    await using server = await startStandIn(accept);
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['apply', '--yes', join(directory.path, 'posts')], terminal.io)).toBe(0);
    expect(terminal.stderr()).not.toContain('Go on');
  });
});

it('social apply says how to go on when an answer was lost, and does not try the others', async () => {
  await using server = await startStandIn(replies(loseAnswer));
  await using directory = await postsDirectory();
  await writeFile(join(directory.path, 'posts/b.md'), '---\nplatforms: [profnet]\n---\nSecond\n');
  const { code, stdout, stderr } = await social(['apply', 'posts'], { env: signedIn(server.url), cwd: directory.path });
  expect(code).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: 'posts/a.md', action: 'create', status: 'error', error: { code: 'outcome_unknown' } },
    { file: 'posts/b.md', action: 'stopped' },
  ]);
  expect(stderr).toContain('Run the same command again: what was published is not published twice.');
});

it('social apply says that a post was canceled when the one in its place could not be made', async () => {
  const scheduled = postWith({}, { status: 'scheduled', scheduledFor: '2099-01-01T09:00:00Z', platforms: ['profnet'] });
  await using server = await startStandIn({
    ...replies(failure(402, 'insufficient_credits')),
    'GET /api/v1/posts': json(200, { posts: [scheduled], nextCursor: null }),
    [`DELETE /api/v1/posts/${scheduled.id}`]: json(200, { ...scheduled, status: 'canceled' }),
  });
  await using directory = await postsDirectory();
  const { code, stdout } = await social(['apply', 'posts', '--yes'], {
    env: signedIn(server.url),
    cwd: directory.path,
  });
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject([
    { action: 'change', changes: ['text', 'time'], status: 'error', note: expect.stringContaining('was canceled') },
  ]);
});

describe('a file that has the name of another scheduled post, of which text and time are both other', () => {
  const scheduled = postWith({}, { status: 'scheduled', scheduledFor: '2099-01-01T09:00:00Z', platforms: ['profnet'] });
  const SAID = "another post has this file's name: its text and time are both other";
  const server = () =>
    startStandIn({
      ...accept,
      'GET /api/v1/posts': json(200, { posts: [scheduled], nextCursor: null }),
      [`DELETE /api/v1/posts/${scheduled.id}`]: json(200, { ...scheduled, status: 'canceled' }),
    });
  const changes = ({ seen }: StandInServer) =>
    seen.filter(({ call, query }) => !call.startsWith('GET') && query === '').map(({ call }) => call);

  it('takes the place of that post only with --yes where nobody can be asked', async () => {
    await using one = await server();
    await using directory = await postsDirectory();
    const options = { env: signedIn(one.url), cwd: directory.path };
    const refused = await social(['apply', 'posts'], options);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      `posts/a.md:1: ${SAID}; if the file was edited, confirm with --yes; if not, give it a \`key\` or use --root (post 0192f3c1-7c1e)\nNothing was sent.`,
    );
    const dryRun = await social(['apply', 'posts', '--dry-run'], options);
    expect(dryRun.code).toBe(2);
    expect(JSON.parse(dryRun.stdout)).toMatchObject([{ action: 'change', note: SAID }]);
    expect(changes(one)).toEqual([]);
    expect(await social(['apply', 'posts', '--yes'], options)).toMatchObject({ code: 0 });
    expect(changes(one)).toEqual([`DELETE /api/v1/posts/${scheduled.id}`, 'POST /api/v1/posts']);
  });

  it('is an edit of its post where it has a key', async () => {
    await using one = await server();
    await using directory = await postsDirectory();
    await writeFile(join(directory.path, 'posts/a.md'), '---\nplatforms: [profnet]\nkey: launch\n---\nHello\n');
    const result = await social(['apply', 'posts'], { env: signedIn(one.url), cwd: directory.path });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(changes(one)).toHaveLength(2);
  });

  it('is told so on a terminal before the question', async () => {
    await using one = await server();
    await using directory = await postsDirectory();
    const terminal = createTerminal(signedIn(one.url));
    const running = run(['apply', join(directory.path, 'posts')], terminal.io);
    await terminal.waitFor('Go on with 1 file for 1 credit?');
    expect(terminal.stdout()).toContain('text, time; another');
    expect(terminal.stderr().replace(/\s+/g, ' ')).toMatch(new RegExp(`a\\.md: ${SAID} .*Go on with`));
    terminal.type('\r');
    expect(await running).toBe(130);
    expect(changes(one)).toEqual([]);
  });
});

describe('social apply with fewer credits than it needs', () => {
  const usage = { ...USAGE, credits: { ...USAGE.credits, available: 1 } };

  async function apply(second: string, ...args: string[]) {
    await using server = await startStandIn({ ...accept, 'GET /api/usage': json(200, usage) });
    await using directory = await postsDirectory();
    await writeFile(join(directory.path, 'posts/b.md'), `---\nplatforms: [profnet]${second}\n---\nSecond\n`);
    const env = signedIn(server.url);
    const result = await social(['apply', 'posts', ...args], { env, cwd: directory.path });
    const sent = server.seen.filter(({ call, query }) => call === 'POST /api/v1/posts' && query === '').length;
    return { ...result, sent };
  }

  it('ends with 5 before anything is sent', async () => {
    const refused = await apply('');
    expect(refused).toMatchObject({ code: 5, sent: 0, stdout: '' });
    expect(refused.stderr).toBe(
      'Error: What is sent at once needs 2 credits; 1 credit left\nNothing was sent.\nSee plan and credits with: social usage\n',
    );
    const dryRun = await apply('', '--dry-run');
    expect(dryRun).toMatchObject({ code: 5, sent: 0 });
    expect(JSON.parse(dryRun.stdout)).toHaveLength(2);
  });

  it('leaves out what is sent later: there may be more by then', async () => {
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
