import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedWith, failed, KEY_REUSED, listOf, madeBefore, PUBLISHED, postWith, READY } from '../support/posts.ts';
import {
  failure,
  json,
  loseAnswer,
  type Replies,
  type Reply,
  type StandInServer,
  startStandIn,
} from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DRY_RUN = 'POST /api/v1/posts?dryRun=true';
const NOT_CONNECTED = { ...failed('not_connected', { error: 'connect an account first' }), state: 'problem' };
const TOO_LONG = { ...failed('invalid_request', { error: 'text: is too long' }), state: 'problem' };
const REFUSED = { ...failed('media_refused', { error: 'a.jpg is damaged' }), state: 'problem' };
const POST = ['post', 'hello', '--to', 'profnet,microblog', '--output', 'text'];
const PICTURE = join(import.meta.dirname, '../../../rules/tests/look/files/plain.jpg');

/** Runs the post as a job of a CI, and reads what the job shows. */
async function inCi(server: StandInServer, directory: string, args: readonly string[]) {
  const env = { GITHUB_OUTPUT: join(directory, 'output'), GITHUB_STEP_SUMMARY: join(directory, 'summary') };
  const ended = await server.social([...POST, ...args], { env });
  const lines = readFileSync(env.GITHUB_OUTPUT, 'utf8').matchAll(/^([\w-]+)<<(.+)\n([\s\S]*?)\n\2$/gm);
  const outputs = Object.fromEntries([...lines].map(([, name = '', , value = '']) => [name, value]));
  return { ...ended, outputs, summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8') };
}

const checks = (results: Record<string, object>, more: Replies = {}): Replies => ({
  [DRY_RUN]: json(200, checkedWith(results)),
  'POST /api/v1/posts': (response, request) => {
    const { platforms } = JSON.parse(request.body) as { platforms: string[] };
    const sent = platforms.map((id) => [id, id === 'profnet' ? PUBLISHED : failed('not_connected')]);
    json(201, postWith(Object.fromEntries(sent)))(response, request);
  },
  ...more,
});

describe('social post with a problem on one platform', () => {
  it.each([
    ['no account', NOT_CONNECTED, 4],
    ['a file that the network refuses', REFUSED, 2],
    ['a reason without a code of its own', { ...NOT_CONNECTED, code: 'forbidden' }, 1],
    ['a text that is too long', TOO_LONG, 2],
  ])('sends nothing, and ends as a dry run does, for %s', async (_what, problem, exitCode) => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: problem }));
    const dry = await server.social([...POST, '--dry-run']);
    const real = await server.social(POST);
    expect([dry.code, real.code]).toEqual([exitCode, exitCode]);
    expect(real.stdout).toBe(dry.stdout);
    expect(real.stderr).toBe(
      'Nothing was sent, because there is a problem with X: fix it and run again, or publish to the others with --continue-on-partial\n',
    );
    expect(server.posts()).toEqual([]);
  });

  it('prints the findings as JSON', async () => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: NOT_CONNECTED }));
    const { code, stdout } = await server.social([...POST.slice(0, 4), '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { id: null, outcome: 'problem' }]);
  });

  it('uploads nothing', async () => {
    await using server = await startStandIn(checks({ photonet: NOT_CONNECTED }));
    const { code, stderr } = await server.social(['post', 'hello', '--to', 'photonet', '--media', PICTURE]);
    expect(code).toBe(4);
    expect(stderr).toContain('a problem with Instagram: fix it and run again\n');
    expect(server.calls()).not.toContain('POST /api/v1/media');
  });

  it.each([NOT_CONNECTED, REFUSED])(
    'sends all with --continue-on-partial where only that platform fails, so that it can be tried again: $code',
    async (problem) => {
      await using server = await startStandIn(checks({ profnet: READY, microblog: problem }));
      expect(await server.social([...POST, '--continue-on-partial'])).toMatchObject({ code: 0 });
      expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet', 'microblog'] } }]);
    },
  );

  it('leaves a platform out with --continue-on-partial where the server would refuse the whole post', async () => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: TOO_LONG }));
    await using directory = await temporaryDirectory();
    const { code, stderr, stdout, outputs, summary } = await inCi(server, directory.path, [
      '--continue-on-partial',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stderr.split('\n')[0] ?? '')).toEqual({ note: 'Leaving out X: text: is too long' });
    expect(stderr).toContain('To post there too, fix it and run again with --to microblog"');
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet'] } }]);
    const shown = {
      platforms: ['profnet'],
      outcome: 'partial',
      leftOut: { microblog: { error: 'text: is too long' } },
    };
    expect(JSON.parse(stdout)).toMatchObject(shown);
    expect(JSON.parse(outputs['json'] ?? '')).toMatchObject(shown);
    expect(outputs).toMatchObject({ status: 'partial', published: 'profnet', failed: 'microblog' });
    expect(summary).toContain('### 1 of 2 published');
    expect(summary).toMatch(/^\| microblog \|.*\| problem \|/m);
    expect(summary).toContain('- **microblog**: text: is too long\n');
  });

  it('uploads no file that only a platform takes which is left out', async () => {
    const results = { video: READY, profnet: TOO_LONG };
    const published = { 'POST /api/v1/posts': json(201, postWith({ video: PUBLISHED })) };
    await using server = await startStandIn(checks(results, published));
    const args = ['--to', 'video,profnet', '--media', PICTURE, '--allow-left-out', '--continue-on-partial'];
    expect(await server.social(['post', 'hello', ...args])).toMatchObject({ code: 0 });
    expect(server.calls()).not.toContain('POST /api/v1/media');
    expect(server.posts().map(({ body }) => [body.platforms, body.media])).toEqual([[['video'], undefined]]);
  });

  it('sends nothing with --continue-on-partial when every platform has a problem', async () => {
    await using server = await startStandIn(checks({ profnet: NOT_CONNECTED, microblog: NOT_CONNECTED }));
    expect(await server.social([...POST, '--continue-on-partial'])).toMatchObject({ code: 4 });
    expect(server.posts()).toEqual([]);
  });

  it('stores a draft whatever its problems are', async () => {
    const replies = checks({ profnet: READY, microblog: TOO_LONG }, { 'POST /api/v1/posts': failure(409, 'conflict') });
    await using server = await startStandIn(replies);
    await server.social([...POST, '--draft']);
    expect(server.posts()).toMatchObject([{ body: { draft: true } }]);
    expect(server.dryRuns()).toEqual([]);
  });
});

describe('a post of an earlier run that has left a platform out', () => {
  const made = postWith({ profnet: PUBLISHED });
  const rerun = (more: Replies = {}) =>
    startStandIn({
      ...{ 'GET /api/v1/posts': listOf(made), ...madeBefore(made) },
      ...{ [DRY_RUN]: json(200, checkedWith({ microblog: TOO_LONG })), ...more },
    });

  it.each([
    [[], 3],
    [['--continue-on-partial'], 0],
    [['--fit', 'shorten'], 3],
  ])('is found, and that platform is left out again, with %j', async (args, exitCode) => {
    await using server = await rerun();
    await using directory = await temporaryDirectory();
    const { code, stderr, stdout, outputs } = await inCi(server, directory.path, args);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining('Leaving out X: text: is too long\n')]);
    expect(stderr).toContain('Already published');
    expect(stderr).not.toContain('cut differently');
    expect(stdout).toContain('1 of 2 published');
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet'] } }]);
    expect(outputs).toMatchObject({ status: 'partial', published: 'profnet', failed: 'microblog' });
  });

  it('lacks that platform also when its problem is gone', async () => {
    await using server = await rerun({ [DRY_RUN]: json(200, checkedWith({ microblog: READY })) });
    const { code, stderr } = await server.social([...POST, '--key', 'mine']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('Leaving out X: the earlier post 0192f3c1-7c1e was made'),
    ]);
    expect(stderr).toContain('run again with --to microblog and another --key\n');
  });

  it('is found after its time, for which no new slot is needed', async () => {
    await using server = await rerun({
      [DRY_RUN]: (response, request) => {
        const { ifPast, slot } = JSON.parse(request.body) as { ifPast?: string; slot?: string };
        const isTimed = ifPast !== undefined || slot !== undefined;
        const answer = isTimed ? failure(400, 'past_time') : json(200, checkedWith({ microblog: TOO_LONG }));
        answer(response, request);
      },
    });
    for (const at of ['2026-11-01T09:00:00Z', 'next']) {
      expect(await server.social([...POST, '--at', at, '--meta', 'a=b', '--continue-on-partial'])).toMatchObject({
        code: 0,
      });
    }
    expect(server.posts().map(({ body: { ifPast, slot } }) => ifPast ?? slot)).toEqual(['refuse', 'next']);
  });

  it('does not hide the findings of a dry run', async () => {
    const checked = json(200, checkedWith({ profnet: READY, microblog: TOO_LONG }));
    await using server = await rerun({ [DRY_RUN]: [KEY_REUSED, checked] });
    const { code, stdout } = await server.social([...POST, '--dry-run']);
    expect([code, stdout]).toEqual([2, expect.stringContaining('text: is too long')]);
    const [first, second] = server.dryRuns().map(({ key }) => key);
    expect(second).not.toBe(first);
  });
});

it('publishes in three calls: a look-up of the key, a check, the post', async () => {
  await using server = await startStandIn(checks({ profnet: READY }));
  await server.social(['post', 'hello', '--to', 'profnet', '--max-credits', '5', '--json']);
  const calls = server.seen.map(({ call, query }) => `${call}${query.replace(/key=.*/, 'key')}`);
  expect(calls).toEqual(['GET /api/profiles', 'GET /api/v1/posts?key', DRY_RUN, 'POST /api/v1/posts']);
});

it('does not check a post of an earlier run again, and sends again what failed', async () => {
  const before = postWith({ profnet: PUBLISHED, microblog: failed('network_rate_limited') });
  const retried = postWith({ profnet: PUBLISHED, microblog: PUBLISHED });
  await using server = await startStandIn({
    ...{ 'GET /api/v1/posts': listOf(before), [DRY_RUN]: json(200, checkedWith({ microblog: NOT_CONNECTED })) },
    ...madeBefore(before),
    [`POST /api/v1/posts/${before.id}/retry`]: json(200, retried),
  });
  const { code, stderr } = await server.social(POST);
  expect([code, stderr]).toEqual([0, expect.stringContaining('sending again only what failed: microblog')]);
  expect(server.dryRuns()).toEqual([]);
});

it.each<[string, string, Reply]>([
  ['look-up', 'GET /api/v1/posts', loseAnswer],
  ['look-up', 'GET /api/v1/posts', failure(503, 'unavailable')],
  ['check', DRY_RUN, loseAnswer],
  ['check', DRY_RUN, failure(500, 'internal_error')],
])('says that nothing was sent when its %s fails', async (_what, call, answer) => {
  await using server = await startStandIn({ [call]: answer });
  const { code, stderr } = await server.social(POST);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was sent. Run it again.')]);
  expect(server.posts()).toEqual([]);
});
