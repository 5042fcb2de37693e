import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ACCEPT,
  checkedWith,
  failed,
  listOf,
  madeBefore,
  POST_ID,
  PUBLISHED,
  postWith,
  READY,
  shows,
} from '../support/posts.ts';
import { failure, json, loseAnswer, type Reply, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DONE = { profnet: PUBLISHED };
const HELLO = ['post', 'hello', '--to', 'profnet'];

/** A post that failed on one of its platforms, as a retry finds it. */
const PARTLY = postWith({ profnet: PUBLISHED, microblog: failed('network_rate_limited') });
const RETRY = `POST /api/v1/posts/${POST_ID}/retry`;

const sentBodies = (server: StandInServer) => server.posts().map(({ body }) => body);
const keysOf = (server: StandInServer) => server.posts().map(({ key }) => key);

describe('social post', () => {
  it('sends everything that was given', async () => {
    await using server = await startStandIn(ACCEPT);
    const args = [
      ...['post', 'hello', '--to', 'profnet, video', '--to', 'profnet', '--profile', 'acme-blog'],
      ...['--media', 'https://example.com/a.jpg', '--alt', 'Our stand', '--media', 'https://example.com/b.mp4'],
      ...['--meta', 'title=A=B', '--meta', 'tags=one, two', '--at', '2030-12-01T10:00:00+01:00'],
      ...['--no-fit-media', '--copy-media', '--allow-left-out'],
    ];
    const result = await server.social(args);
    expect(result).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^--at is 2030-12-01T09:00:00Z, in \d+ days\n$/),
    });
    expect(sentBodies(server)).toEqual([
      {
        text: 'hello',
        platforms: ['profnet', 'video'],
        profile: 'acme-blog',
        media: [{ url: 'https://example.com/a.jpg', alt: 'Our stand' }, { url: 'https://example.com/b.mp4' }],
        meta: { title: 'A=B', tags: ['one', 'two'] },
        fitMedia: false,
        copyMedia: true,
        scheduledFor: '2030-12-01T09:00:00Z',
        ifPast: 'refuse',
      },
    ]);
  });

  it.each<[string, readonly string[], string | undefined, string]>([
    ['a text that begins with a dash, after --', ['--', '-5 degrees'], undefined, '-5 degrees'],
    ['a text that is the name of a verb, after --', ['--', 'list'], undefined, 'list'],
    ['a piped stdin', [], 'from a pipe\n', 'from a pipe'],
    ['stdin asked for', ['-'], 'from a pipe\n\n', 'from a pipe'],
    ['stdin as a file', ['--file', '-'], 'from a pipe', 'from a pipe'],
    ['a BOM and CRLF', [], '\ufefffirst\r\nsecond\r\n', 'first\nsecond'],
  ])('takes the text from %s', async (_title, args, stdin, text) => {
    await using server = await startStandIn(ACCEPT);
    const result = await server.social(['post', '--to', 'profnet', ...args], { stdin });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(sentBodies(server)).toEqual([{ text, platforms: ['profnet'], profile: 'default' }]);
  });

  it('takes the text from a file with BOM and CRLF', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await temporaryDirectory({ 'notes.md': '\ufeff# Notes\r\n\r\nDone.\r\n' });
    const result = await server.social(['post', '--to', 'profnet', '--file', join(directory.path, 'notes.md')]);
    expect(result.code).toBe(0);
    expect(sentBodies(server)).toEqual([{ text: '# Notes\n\nDone.', platforms: ['profnet'], profile: 'default' }]);
  });

  it('derives the same key from the same post, and another key from any other post', async () => {
    await using server = await startStandIn(ACCEPT);
    const variants = [
      ['post', 'hello', '--to', 'profnet,video'],
      ['post', 'hello', '--to', 'video,profnet'],
      ['post', 'hello!', '--to', 'profnet,video'],
      HELLO,
      ['post', 'hello', '--to', 'profnet,video', '--profile', 'acme-blog'],
      ['post', 'hello', '--to', 'profnet,video', '--at', '2030-01-01T00:00:00Z'],
      ['post', 'hello', '--to', 'profnet,video', '--at', '2030-01-01T01:00:00+01:00'],
      ['post', 'hello', '--to', 'profnet,video', '--meta', 'title=x'],
      ['post', 'hello', '--to', 'profnet,video', '--media', 'https://example.com/a.jpg'],
      ['post', 'hello', '--to', 'profnet,video', '--media', 'https://example.com/a.jpg', '--no-fit-media'],
      ['post', 'hello', '--to', 'profnet,video', '--again'],
      ['post', 'hello', '--to', 'profnet,video', '--again'],
      ['post', 'hello', '--to', 'profnet,video', '--key', 'v1.4.0'],
    ];
    for (const args of variants) await server.social([...args, '--allow-left-out']);
    const keys = keysOf(server);
    expect(keys[0]).toMatch(/^cli-[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(sentBodies(server)[1]).toEqual(sentBodies(server)[0]);
    expect(keys[6]).toBe(keys[5]);
    expect(keys.at(-1)).toBe('v1.4.0');
    expect(new Set(keys).size).toBe(variants.length - 2);
  });

  it('sends the same request again, with the same key, when the answer was lost', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': [loseAnswer, json(201, postWith(DONE))] });
    const result = await server.social(HELLO);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(keysOf(server)).size).toBe(1);
    expect(keysOf(server)).toHaveLength(2);
  });

  it('says that a post was published before and shows how it stands', async () => {
    await using server = await startStandIn(madeBefore(postWith(DONE)));
    const result = await server.social(HELLO, { env: { TZ: 'UTC' } });
    expect(result.code).toBe(0);
    expect(result.stderr).toBe(
      'Already published 20 Nov 2026 14:02 (post 0192f3c1-7c1e), nothing was sent again; --again publishes it again\n',
    );
    expect(JSON.parse(result.stdout)).toEqual(postWith(DONE));
  });

  it('retries only what definitely failed when a post was published before', async () => {
    const after = postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, credits: 3 } });
    await using server = await startStandIn({ ...madeBefore(PARTLY), [RETRY]: json(200, after) });
    const result = await server.social(['post', 'hello', '--to', 'profnet,microblog', '--output', 'text']);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('sending again only what failed: microblog');
    expect(result.stdout).toContain('2 of 2 published · 3 credits spent, 499 left · post 0192f3c1-7c1e');
    expect(server.calls()).toEqual(['POST /api/v1/posts', `GET /api/v1/posts/${POST_ID}`, RETRY]);
  });

  it.each<[string, Reply, number]>([
    ['lost', loseAnswer, 7],
    ['an error', failure(500, 'internal_error'), 1],
  ])('advises the same command without a key when the answer to its retry was %s', async (_what, answer, code) => {
    await using server = await startStandIn({ ...madeBefore(PARTLY), [RETRY]: answer });
    const result = await server.social(['post', 'hello', '--to', 'profnet,microblog']);
    expect(result.code).toBe(code);
    expect(result.stderr).not.toContain('--key');
    expect(result.stderr).toContain('Run the same command again');
  });

  it.each<[string, Reply, readonly string[]]>([
    ['lost', loseAnswer, ['--dry-run']],
    ['an error', failure(500, 'internal_error'), ['--dry-run']],
    ['lost before it may send', loseAnswer, []],
    ['an error before it may send', failure(503, 'unavailable'), ['--max-credits', '5']],
  ])('says that nothing was sent when the answer to a check was %s', async (_what, answer, args) => {
    await using server = await startStandIn({ 'POST /api/v1/posts?dryRun=true': answer });
    const result = await server.social([...HELLO, ...args]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('Nothing was sent. Run it again.');
    expect(result.stderr).not.toMatch(/--key|may have been/);
  });

  it.each<[string, Reply]>([
    ['is away', loseAnswer],
    ['restarts', failure(503, 'unavailable')],
  ])('goes on waiting for a result while the server %s', async (_what, away) => {
    const sending = { ok: false, state: 'sending', code: 'still_sending', error: 'not yet', credits: 0 };
    await using server = await startStandIn({
      'POST /api/v1/posts': json(201, postWith({ profnet: sending }, { status: 'publishing' })),
      // More often than the client asks again.
      [`GET /api/v1/posts/${POST_ID}`]: [away, away, away, away, json(200, postWith(DONE))],
    });
    const result = await server.social(HELLO);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ id: POST_ID, platformResults: { profnet: { ok: true } } });
  });

  it('never retries what is unknown when a post was published before', async () => {
    const post = postWith({ microblog: failed('outcome_unknown', { state: 'unknown' }) });
    await using server = await startStandIn(madeBefore(post));
    const result = await server.social(['post', 'hello', '--to', 'microblog', '--output', 'text']);
    expect(result.code).toBe(7);
    expect(result.stdout).toMatch(/^… microblog .*unknown +3 credits if published/);
    expect(result.stdout).toContain('social post resolve 0192f3c1-7c1e microblog --published ID, or --not-published');
    // A second run could publish it twice.
    expect(result.stderr).not.toContain('--again');
    expect(server.calls()).toEqual(['POST /api/v1/posts', `GET /api/v1/posts/${POST_ID}`]);
  });

  it('says when a scheduled post that was refused for now is sent again', async () => {
    const waiting = failed('network_rate_limited', { state: 'pending', nextAttemptAt: '2030-12-01T10:05:00.000Z' });
    const post = { ...postWith({ microblog: waiting }), status: 'publishing' };
    await using server = await startStandIn(shows(post));
    const result = await server.social(['post', 'show', POST_ID, '--output', 'text'], { env: { TZ: 'UTC' } });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('it is sent again automatically at 1 Dec 2030 10:05');
  });

  it('shows a line per platform and the next step', async () => {
    const limited = failed('network_rate_limited', {
      retryable: true,
      error: 'the network is rate limiting this account',
    });
    await using server = await startStandIn({
      'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED, microblog: limited })),
    });
    const result = await server.social(['post', 'v1.4.0 is out', '--to', 'profnet,microblog', '--output', 'text']);
    expect(result).toMatchObject({ code: 3, stderr: '' });
    expect(result.stdout.split('\n')).toEqual([
      `✔ profnet    Ada Example  published  1 credit   ${PUBLISHED.url}`,
      '✖ microblog  @ada         failed     0 credits  the network is rate limiting this account',
      '             retry then with: social post retry 0192f3c1-7c1e',
      '1 of 2 published · 1 credit spent, 499 left · post 0192f3c1-7c1e',
      '',
    ]);
  });

  it('marks a canceled platform differently from a failed one', async () => {
    const canceled = failed('canceled', { state: 'canceled' });
    const post = { ...postWith({ profnet: canceled }), status: 'canceled', outcome: 'canceled' };
    await using server = await startStandIn({ ...shows(post), 'GET /api/v1/posts': listOf(post) });
    const shown = await server.social(['post', 'show', POST_ID, '--output', 'text']);
    expect(shown.stdout).toMatch(/– profnet .*canceled/);
    expect((await server.social(['post', 'list', '--output', 'text'])).stdout).toMatch(/profnet –/);
  });

  it('sends nothing with --dry-run, and shows lengths and costs', async () => {
    const tooLong = failed('invalid_request', { state: 'problem', credits: 3, characters: { count: 412, max: 280 } });
    const checked = checkedWith(
      { profnet: { ...READY, characters: { count: 412, max: 3000 } }, microblog: tooLong },
      500,
    );
    await using server = await startStandIn({ 'POST /api/v1/posts?dryRun=true': json(200, checked) });
    const args = ['post', 'hello', '--to', 'profnet,microblog', '--dry-run', '--output', 'text'];
    const result = await server.social(args);
    expect(server.seen.map((one) => one.call + one.query)).toEqual([
      'GET /api/profiles',
      'POST /api/v1/posts?dryRun=true',
    ]);
    expect(result).toMatchObject({ code: 2, stderr: '' });
    expect(result.stdout.split('\n')).toEqual([
      'profnet    ready    412 of 3000 characters           1 credit',
      'microblog  problem  412 of 280 characters, 132 over  3 credits',
      '           shorten the text, or add --fit shorten or --fit thread',
      'Nothing was sent. It would cost 4 credits; 500 left.',
      '',
    ]);
  });

  it('says bytes where these are too many', async () => {
    const characters = { count: 3025, max: 3000, unit: 'bytes' } as const;
    const checked = checkedWith({ bluesky: failed('invalid_request', { state: 'problem', characters }) });
    await using server = await startStandIn({ 'POST /api/v1/posts?dryRun=true': json(200, checked) });
    const { stdout } = await server.social(['post', 'hello', '--to', 'bluesky', '--dry-run', '--output', 'text']);
    expect(stdout).toContain('3025 of 3000 bytes, 25 over');
    expect(stdout).toContain('shorten the text');
  });

  it('shows the card of a link with --dry-run', async () => {
    const card = { url: 'https://example.com/notes', title: 'Version 1.4', description: '', picture: true };
    const checked = checkedWith({ bluesky: { ...READY, characters: { count: 30, max: 300 }, card } });
    await using server = await startStandIn({ 'POST /api/v1/posts?dryRun=true': json(200, checked) });
    const args = ['post', 'hello', '--to', 'bluesky', '--dry-run', '--output', 'text'];
    const { stdout } = await server.social(args);
    expect(stdout).toContain('card: Version 1.4 (https://example.com/notes), with a picture\n');
  });

  it('shortens the text where it is too long with --fit shorten', async () => {
    await using server = await startStandIn(ACCEPT);
    const text = 'many words '.repeat(40).trim();
    const result = await server.social(['post', text, '--to', 'profnet,microblog', '--fit', 'shorten']);
    expect(result).toMatchObject({ code: 0, stderr: 'Shortened for X\n' });
    const [body] = sentBodies(server);
    expect(body?.text).toBe(text);
    expect(Object.keys(body?.overrides ?? {})).toEqual(['microblog']);
    expect(body?.overrides?.['microblog']?.text).toMatch(/^many words .*…$/);
    expect(body?.overrides?.['microblog']?.text.length).toBeLessThanOrEqual(280);
  });
});
