import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedWith, failed, listOf, madeBefore, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { failure, json, loseAnswer, type Replies, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DRY_RUN = 'POST /api/v1/posts?dryRun=true';
const NOT_CONNECTED = { ...failed('not_connected', { error: 'connect an account first' }), state: 'problem' };
const TOO_LONG = { ...failed('invalid_request', { error: 'text: is too long' }), state: 'problem' };
const POST = ['post', 'hello', '--to', 'profnet,microblog', '--output', 'text'];
const PICTURE = join(import.meta.dirname, '../../../rules/tests/look/files/plain.jpg');

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
    ['no account', NOT_CONNECTED, 3],
    ['a text that is too long', TOO_LONG, 2],
  ])('sends nothing, and ends as a dry run does, for %s', async (_what, problem, exitCode) => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: problem }));
    const dry = await server.social([...POST, '--dry-run']);
    const real = await server.social(POST);
    expect([dry.code, real.code]).toEqual([exitCode, exitCode]);
    expect(real.stdout).toBe(dry.stdout);
    expect(real.stderr).toBe(
      'Nothing was sent, because there is a problem with microblog: mend it and run it again, or publish to the others with --continue-on-partial\n',
    );
    expect(server.posts()).toEqual([]);
  });

  it('prints the findings as JSON', async () => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: NOT_CONNECTED }));
    const { code, stdout } = await server.social([...POST.slice(0, 4), '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { id: null, outcome: 'problem' }]);
  });

  it('uploads nothing', async () => {
    await using server = await startStandIn(checks({ photonet: NOT_CONNECTED }));
    const { code, stderr } = await server.social(['post', 'hello', '--to', 'photonet', '--media', PICTURE]);
    expect(code).toBe(4);
    expect(stderr).toContain('a problem with photonet: mend it and run it again\n');
    expect(server.calls()).not.toContain('POST /api/v1/media');
  });

  it('sends all with --continue-on-partial where only that platform fails, so that it can be tried again', async () => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: NOT_CONNECTED }));
    expect(await server.social([...POST, '--continue-on-partial'])).toMatchObject({ code: 0 });
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet', 'microblog'] } }]);
  });

  it('leaves a platform out with --continue-on-partial where the server would refuse the whole post', async () => {
    await using server = await startStandIn(checks({ profnet: READY, microblog: TOO_LONG }));
    await using directory = await temporaryDirectory();
    const env = { GITHUB_OUTPUT: join(directory.path, 'output') };
    const { code, stderr } = await server.social([...POST, '--continue-on-partial'], { env });
    expect(code).toBe(0);
    expect(stderr).toContain('Leaving out microblog: text: is too long\n');
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet'] } }]);
    const outputs = readFileSync(env.GITHUB_OUTPUT, 'utf8');
    expect(outputs).toMatch(/^status<<(.+)\npartial\n\1$/m);
    expect(outputs).toMatch(/^failed<<(.+)\nmicroblog\n\1$/m);
  });

  it('finds a post that has left a platform out when it runs again', async () => {
    const made = postWith({ profnet: PUBLISHED });
    await using server = await startStandIn({ 'GET /api/v1/posts': listOf(made), ...madeBefore(made) });
    const { code, stderr } = await server.social([...POST, '--continue-on-partial']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Already published')]);
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet'] } }]);
    expect(server.dryRuns()).toEqual([]);
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
