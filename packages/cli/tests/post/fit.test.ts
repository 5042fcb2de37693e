import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ACCEPT,
  checkedWith,
  failed,
  listOf,
  madeBefore,
  NO_POSTS,
  PUBLISHED,
  postWith,
  READY,
  replayed,
} from '../support/posts.ts';
import { signedIn, social } from '../support/social.ts';
import { json, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const LONG = 'A sentence of some words. '.repeat(30).trim();

const sentBodies = (server: StandInServer) => server.posts().map(({ body }) => body);

describe('--fit', () => {
  it('thread splits a text where the platform has replies, and shortens it elsewhere', async () => {
    await using server = await startStandIn(ACCEPT);
    const text = LONG.repeat(5);
    const args = ['post', text, '--to', 'profnet,microblog', '--fit', 'thread'];
    const result = await server.social(args);
    expect(result).toMatchObject({ code: 0, stderr: 'Shortened for LinkedIn\nSplit into 16 parts for X\n' });
    const [body] = sentBodies(server);
    expect(body?.text).toBe(text);
    expect(body?.overrides?.['profnet']).toEqual({ text: expect.stringMatching(/…$/) });
    expect(body?.overrides?.['microblog']?.text).toMatch(/^A sentence .* \(1\/16\)$/);
    expect(body?.overrides?.['microblog']?.thread).toHaveLength(15);
  });

  it('shows in a dry run what it makes of the text, in words and in JSON', async () => {
    await using server = await startStandIn(ACCEPT);
    const args = ['post', `${LONG}\n\n${LONG}`, '--to', 'profnet,microblog', '--fit', 'shorten', '--dry-run'];
    const { stdout } = await server.social([...args, '--output', 'text']);
    expect(stdout).toMatch(/The text for microblog:\n {2}A sentence of some words\. .*…\n/);
    const { fitted } = JSON.parse((await server.social([...args, '--json'])).stdout) as { fitted: object };
    expect(fitted).toEqual({ microblog: [expect.stringMatching(/^A sentence of some words\. .*…$/)] });
  });

  it('thread changes nothing that fits', async () => {
    await using server = await startStandIn(ACCEPT);
    const args = ['post', 'short', '--to', 'profnet,microblog', '--fit', 'thread'];
    expect(await server.social(args)).toMatchObject({ code: 0, stderr: '' });
    expect(sentBodies(server)[0]).not.toHaveProperty('overrides');
  });

  it('error sends what was given, for the server to refuse', async () => {
    await using server = await startStandIn(ACCEPT);
    await server.social(['post', LONG, '--to', 'microblog', '--fit', 'error']);
    expect(sentBodies(server)).toEqual([{ text: LONG, platforms: ['microblog'], profile: 'default' }]);
  });

  it('shorten shortens each part of a thread, and elsewhere the joined text', async () => {
    await using server = await startStandIn(ACCEPT);
    const parts = ['post', 'One', '--thread', LONG, '--thread', 'Three'];
    await server.social([...parts, '--to', 'profnet,microblog', '--fit', 'shorten']);
    expect(sentBodies(server)[0]).toMatchObject({
      text: 'One',
      thread: [LONG, 'Three'],
      overrides: { microblog: { text: 'One', thread: [expect.stringMatching(/…$/), 'Three'] } },
    });
    expect(Object.keys(sentBodies(server)[0]?.overrides ?? {})).toEqual(['microblog']);
  });
});

describe('a thread', () => {
  it('is sent in the parts that were given, and other parts are another post', async () => {
    await using server = await startStandIn(ACCEPT);
    const content = '---\nOne\n\nstill one\n---\n\n---\r\n  Two\n---  \nThree --- not\n';
    await using directory = await temporaryDirectory({ 'thread.md': content });
    const file = join(directory.path, 'thread.md');
    await server.social(['post', 'One', '--thread', 'Two', '--to', 'microblog']);
    await server.social(['post', 'One', '--thread', 'Other', '--to', 'microblog']);
    await server.social(['post', '--thread-file', file, '--to', 'microblog']);
    await server.social(['post', '--file', file, '--to', 'microblog']);
    const [one, other, fromFile, whole] = sentBodies(server);
    expect([one?.text, one?.thread, other?.thread]).toEqual(['One', ['Two'], ['Other']]);
    expect([fromFile?.text, fromFile?.thread]).toEqual(['One\n\nstill one', ['  Two', 'Three --- not']]);
    expect([whole?.text.startsWith('---\nOne'), whole?.thread]).toEqual([true, undefined]);
    const keys = server.posts().map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });

  it.each<[string, readonly string[], string]>([
    ['two texts', ['One', '--thread-file', 'thread.md'], 'Give the text once'],
    ['parts and a split', ['One', '--thread', 'Two', '--fit', 'thread'], '--fit thread makes the parts:'],
    ['more parts than there may be', [LONG.repeat(12), '--fit', 'thread'], 'a thread has at most 25'],
    ['no such file', ['--thread-file', '/nonexistent/thread.md'], 'there is no such file'],
  ])('ends with 2 for %s', async (_what, args, said) => {
    await using server = await startStandIn(ACCEPT);
    const result = await server.social(['post', '--to', 'microblog', ...args]);
    expect({ code: result.code, sent: server.posts() }).toEqual({ code: 2, sent: [] });
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
    const { stdout } = await server.social(args);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '✖ microblog  @ada  failed  0 credits  the network is busy',
      '             1/2  published  https://example.com/1',
      '             2/2  failed  the network is busy',
    ]);
  });
});

describe('--max-credits', () => {
  const checked = checkedWith({ profnet: READY, microblog: { ...READY, credits: 3 } });
  const published = json(201, postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, credits: 3 } }));
  const args = ['post', 'hi', '--to', 'profnet,microblog', '--max-credits'];

  it('sends nothing that would cost more', async () => {
    await using server = await startStandIn({
      ...NO_POSTS,
      'POST /api/v1/posts?dryRun=true': json(200, checked),
      'POST /api/v1/posts': published,
    });
    const result = await server.social([...args, '3']);
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr).toBe('Error: It would cost 4 credits, more than --max-credits 3\nNothing was sent.\n');
    const sent = server.seen.filter(({ call }) => call.startsWith('POST'));
    expect(sent.map(({ call, query }) => call + query)).toEqual(['POST /api/v1/posts?dryRun=true']);
    expect(await server.social([...args, '3', '--dry-run'])).toMatchObject({ code: 5 });
    expect(await server.social([...args, '4'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('accepts a post that was published before', async () => {
    const post = postWith({ profnet: PUBLISHED, microblog: PUBLISHED });
    await using server = await startStandIn({
      ...madeBefore(post),
      'POST /api/v1/posts?dryRun=true': json(200, checked),
      'POST /api/v1/posts': replayed(post),
      'GET /api/v1/posts': listOf(post),
    });
    const result = await server.social([...args, '0']);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('nothing was sent again');
  });

  it.each(['-1', '1.5', 'x', ''])('refuses %j', async (given) => {
    const result = await social([...args, given], { env: signedIn('http://127.0.0.1:9') });
    expect(result).toMatchObject({ code: 2, stdout: '' });
  });
});
