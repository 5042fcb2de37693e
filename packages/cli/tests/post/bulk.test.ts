import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { checkedWith, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { signedIn } from '../support/social.ts';
import { failure, json, type Replies, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { type Files, temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

interface Checks {
  readonly posts?: { readonly text: string }[];
  readonly keys?: string[];
}

const fileOf = (text: string) => `---\nplatforms: [profnet]\n---\n${text}\n`;
const filesOf = (count: number, text = (at: number) => `Post ${at}`): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`posts/${at}.md`, fileOf(text(at))]));

/** A server that answers checks as given, and keeps the posts that are made. */
function keepingServer(
  check: (checks: Checks) => { readonly state: string }[] = ({ posts = [] }) => posts.map(checked),
) {
  const made = new Map<string, object>();
  const calls: Checks[] = [];
  const replies: Replies = {
    'POST /api/v1/posts/check': (response, request) => {
      const checks = JSON.parse(request.body) as Checks;
      calls.push(checks);
      const found = (checks.keys ?? []).flatMap((key) => (made.has(key) ? [{ key, post: made.get(key) }] : []));
      json(200, { results: check(checks), found })(response, request);
    },
    'POST /api/v1/posts': (response, request) => {
      const post = { ...postWith({ profnet: PUBLISHED }), ...JSON.parse(request.body) };
      made.set(String(request.headers['idempotency-key']), post);
      json(201, post)(response, request);
    },
  };
  return { made, calls, replies };
}

const checked = () => ({ state: 'checked', preview: checkedWith({ profnet: READY }) });
const waitASecond = (code: number): Reply =>
  failure(code, code === 429 ? 'rate_limited' : 'unavailable', 'busy', { 'retry-after': '1' });
/** Uses these replies first, one for each call. */
const firstOf = (first: readonly Reply[], then: Reply): Reply[] => [...first, then];

describe('social apply with many files', () => {
  it('asks for a hundred at once, and waits as the server says', async () => {
    const { replies, calls, made } = keepingServer();
    const check = replies['POST /api/v1/posts/check'] as Reply;
    const publish = replies['POST /api/v1/posts'] as Reply;
    await using server = await startStandIn({
      'POST /api/v1/posts/check': firstOf([waitASecond(429)], check),
      'POST /api/v1/posts': firstOf([waitASecond(503), waitASecond(429)], publish),
    });
    await using directory = await temporaryDirectory(filesOf(120));
    expect(await server.social(['apply', 'posts', '--yes'], { cwd: directory.path })).toMatchObject({ code: 0 });
    expect(made.size).toBe(120);
    const sizes = (of: (checks: Checks) => readonly unknown[] = () => []) => calls.map((one) => of(one).length);
    expect(sizes(({ keys }) => keys ?? []).slice(0, 2)).toEqual([100, 20]);
    expect(sizes(({ posts }) => posts ?? []).slice(-2)).toEqual([100, 20]);

    calls.length = 0;
    const second = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect(second.code).toBe(0);
    expect(second.stdout.match(/already published/g)).toHaveLength(120);
    expect([calls.length, made.size]).toEqual([2, 120]);
  });

  it('sends at most 256 KiB at once, and checks again what was not checked in time', async () => {
    const late = ({ posts = [] }: Checks) => posts.map((_post, at) => (at === 0 ? checked() : { state: 'unchecked' }));
    const { replies, calls } = keepingServer(late);
    await using server = await startStandIn(replies);
    await using directory = await temporaryDirectory(filesOf(5, (at) => `${at}${'x'.repeat(90_000)}`));
    expect(await server.social(['apply', 'posts', '--dry-run'], { cwd: directory.path })).toMatchObject({ code: 0 });
    const sent = calls.flatMap(({ posts }) => (posts ? [posts.map(({ text }) => text[0]).join('')] : []));
    expect(sent).toEqual(['01', '12', '23', '34', '4']);
  });

  it('names each file that the server refuses, also one for which it refuses a whole call', async () => {
    const { replies } = keepingServer(({ posts = [] }) =>
      posts.map(({ text }) =>
        text === 'Post 1'
          ? { state: 'refused', refusal: { code: 'invalid_request', error: 'text: is bad' } }
          : checked(),
      ),
    );
    const check = replies['POST /api/v1/posts/check'] as Reply;
    const refuses: Reply = (response, request) => {
      const { posts = [] } = JSON.parse(request.body) as Checks;
      const index = posts.findIndex(({ text }) => text === 'Post 2');
      if (index === -1) return check(response, request);
      const details = { field: `posts[${index}].text` };
      return json(400, { error: `posts[${index}].text: is worse`, code: 'invalid_request', requestId: 'r', details })(
        response,
        request,
      );
    };
    await using server = await startStandIn({ ...replies, 'POST /api/v1/posts/check': refuses });
    await using directory = await temporaryDirectory(filesOf(4));
    const { code, stderr } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain('posts/1.md:4: text: is bad\n  posts/2.md:4: text: is worse\n');
  });

  it('goes on where Ctrl-C ended it', async () => {
    const { replies, made } = keepingServer();
    const publish = replies['POST /api/v1/posts'] as Reply;
    const interrupted = Promise.withResolvers<void>();
    const hangs: Reply = () => interrupted.resolve();
    await using server = await startStandIn({
      ...replies,
      'POST /api/v1/posts': firstOf([publish, publish, hangs], publish),
    });
    await using directory = await temporaryDirectory(filesOf(4));
    const options = { cwd: directory.path, interruptAfter: interrupted.promise };
    const first = await server.program(['apply', 'posts', '--yes'], options);
    expect([first.code, made.size]).toEqual([130, 2]);
    const second = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    const actions = (JSON.parse(second.stdout) as { action: string }[]).map(({ action }) => action);
    expect([second.code, actions, made.size]).toEqual([0, ['skip', 'skip', 'create', 'create'], 4]);
  });

  it('shows a bar on a terminal, also while it waits', async () => {
    const { replies } = keepingServer();
    const publish = replies['POST /api/v1/posts'] as Reply;
    const busy = failure(429, 'rate_limited', 'busy', { 'retry-after': '2' });
    await using server = await startStandIn({ ...replies, 'POST /api/v1/posts': firstOf([publish, busy], publish) });
    await using directory = await temporaryDirectory(filesOf(4));
    const { NO_COLOR: _, ...env } = signedIn(server.url);
    const terminal = createTerminal({ ...env, NO_COLOR: '' }, { columns: 200 });
    expect(await run(['apply', '--yes', join(directory.path, 'posts')], terminal.io)).toBe(0);
    expect(terminal.stderr()).toMatch(/publishing █{5}░{15} 1 of 4: the server takes more requests in 2 s/);
  });
});
