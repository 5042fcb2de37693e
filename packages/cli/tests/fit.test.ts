import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signedIn, social, temporaryDirectory } from './social.ts';
import { failed, json, PUBLISHED, postWith, type Reply, type StandInServer, startStandIn } from './stand-in-server.ts';

const accept = { 'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })) };
const LONG = 'A sentence of some words. '.repeat(30).trim();

interface Body {
  readonly text: string;
  readonly thread?: string[];
  readonly overrides?: Record<string, { text: string; thread?: string[] }>;
}

function sentBy(server: StandInServer): Body[] {
  const posts = server.seen.filter((one) => one.call === 'POST /api/v1/posts');
  return posts.map(({ body }) => JSON.parse(body) as Body);
}

describe('--fit', () => {
  it('thread splits a text where the platform has replies, and shortens it elsewhere', async () => {
    await using server = await startStandIn(accept);
    const text = LONG.repeat(5);
    const args = ['post', text, '--to', 'profnet,microblog', '--fit', 'thread'];
    const result = await social(args, { env: signedIn(server.url) });
    expect(result).toMatchObject({ code: 0, stderr: 'Shortened for profnet\nSplit into 16 parts for microblog\n' });
    const [{ overrides = {}, ...body } = { text: '' }] = sentBy(server);
    expect(body.text).toBe(text);
    expect(overrides['profnet']).toEqual({ text: expect.stringMatching(/…$/) });
    expect(overrides['microblog']?.text).toMatch(/^A sentence .* \(1\/16\)$/);
    expect(overrides['microblog']?.thread).toHaveLength(15);
  });

  it('thread changes nothing that fits', async () => {
    await using server = await startStandIn(accept);
    const args = ['post', 'short', '--to', 'profnet,microblog', '--fit', 'thread'];
    expect(await social(args, { env: signedIn(server.url) })).toMatchObject({ code: 0, stderr: '' });
    expect(sentBy(server)[0]).not.toHaveProperty('overrides');
  });

  it('error sends what was given, for the server to refuse', async () => {
    await using server = await startStandIn(accept);
    await social(['post', LONG, '--to', 'microblog', '--fit', 'error'], { env: signedIn(server.url) });
    expect(sentBy(server)).toEqual([{ text: LONG, platforms: ['microblog'] }]);
  });

  it('shorten shortens each part of a thread by itself, and their whole elsewhere', async () => {
    await using server = await startStandIn(accept);
    const args = [
      'post',
      'One',
      '--thread',
      LONG,
      '--thread',
      'Three',
      '--to',
      'profnet,microblog',
      '--fit',
      'shorten',
    ];
    await social(args, { env: signedIn(server.url) });
    expect(sentBy(server)[0]).toMatchObject({
      text: 'One',
      thread: [LONG, 'Three'],
      overrides: { microblog: { text: 'One', thread: [expect.stringMatching(/…$/), 'Three'] } },
    });
    expect(Object.keys(sentBy(server)[0]?.overrides ?? {})).toEqual(['microblog']);
  });
});

describe('a thread', () => {
  it('is sent in the parts that were given, and other parts are another post', async () => {
    await using server = await startStandIn(accept);
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'thread.md');
    await writeFile(file, '---\nOne\n\nstill one\n---\n\n---\r\n  Two\n---  \nThree --- not\n');
    const env = signedIn(server.url);
    await social(['post', 'One', '--thread', 'Two', '--to', 'microblog'], { env });
    await social(['post', 'One', '--thread', 'Other', '--to', 'microblog'], { env });
    await social(['post', '--thread-file', file, '--to', 'microblog'], { env });
    await social(['post', '--file', file, '--to', 'microblog'], { env });
    const [one, other, fromFile, whole] = sentBy(server);
    expect([one?.text, one?.thread, other?.thread]).toEqual(['One', ['Two'], ['Other']]);
    expect([fromFile?.text, fromFile?.thread]).toEqual(['One\n\nstill one', ['  Two', 'Three --- not']]);
    expect([whole?.text.startsWith('---\nOne'), whole?.thread]).toEqual([true, undefined]);
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(4);
  });

  it.each<[string, readonly string[], string]>([
    ['two texts', ['One', '--thread-file', 'thread.md'], 'Give the text once'],
    ['parts and a split', ['One', '--thread', 'Two', '--fit', 'thread'], '--fit thread makes the parts by itself'],
    ['more parts than there may be', [LONG.repeat(12), '--fit', 'thread'], 'a thread has at most 25'],
    ['no such file', ['--thread-file', '/nonexistent/thread.md'], 'there is no such file'],
  ])('ends with 2 for %s', async (_what, args, said) => {
    await using server = await startStandIn(accept);
    const result = await social(['post', '--to', 'microblog', ...args], { env: signedIn(server.url) });
    expect({ code: result.code, seen: server.seen }).toEqual({ code: 2, seen: [] });
    expect(result.stderr).toContain(said);
  });

  it('is shown with a line for each part', async () => {
    const parts = [
      { part: 1, ok: true, state: 'published', credits: 3, platformPostId: '1', url: 'https://example.com/1' },
      { part: 2, ok: false, state: 'failed', credits: 0, error: 'the network is busy' },
    ];
    const post = postWith({ microblog: failed('network_rate_limited', { error: 'the network is busy', parts }) });
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, post) });
    const args = ['post', 'One', '--thread', 'Two', '--to', 'microblog', '--output', 'text'];
    const { stdout } = await social(args, { env: signedIn(server.url) });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '✖ microblog  @ada  failed  0 credits  the network is busy',
      '             1/2  published  https://example.com/1',
      '             2/2  failed  the network is busy',
    ]);
  });
});

describe('--max-credits', () => {
  const ready = (credits: number) => ({ ok: true, state: 'ready', credits });
  const checked = postWith({ profnet: ready(1), microblog: ready(3) }, { id: null, available: 500 });
  const dryRunThen =
    (then: Reply): Reply =>
    (response, request) =>
      (request.query === '?dryRun=true' ? json(200, checked) : then)(response, request);
  const published = json(201, postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, credits: 3 } }));
  const none = json(200, { posts: [], nextCursor: null });
  const args = ['post', 'hi', '--to', 'profnet,microblog', '--max-credits'];

  it('sends nothing that would cost more', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': dryRunThen(published), 'GET /api/v1/posts': none });
    const result = await social([...args, '3'], { env: signedIn(server.url) });
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toBe('Error: It would cost 4 credits, more than --max-credits 3\nNothing was sent.\n');
    expect(server.seen.map(({ call, query }) => call + query).slice(1)).toEqual(['POST /api/v1/posts?dryRun=true']);
    expect(await social([...args, '3', '--dry-run'], { env: signedIn(server.url) })).toMatchObject({ code: 5 });
    expect(await social([...args, '4'], { env: signedIn(server.url) })).toMatchObject({ code: 0, stderr: '' });
  });

  it('lets a post pass that was published before', async () => {
    const post = postWith({ profnet: PUBLISHED, microblog: PUBLISHED });
    await using server = await startStandIn({
      'POST /api/v1/posts': dryRunThen(json(201, post, { 'idempotent-replayed': 'true' })),
      'GET /api/v1/posts': json(200, { posts: [post], nextCursor: null }),
      [`GET /api/v1/posts/${post.id}`]: json(200, post),
    });
    const result = await social([...args, '0'], { env: signedIn(server.url) });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('nothing was sent again');
  });

  it.each(['-1', '1.5', 'x', ''])('takes no %j', async (given) => {
    const result = await social([...args, given], { env: signedIn('http://127.0.0.1:9') });
    expect(result).toMatchObject({ code: 2, stdout: '' });
  });
});
