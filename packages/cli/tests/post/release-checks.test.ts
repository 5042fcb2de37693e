import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ACCEPT,
  checkedWith,
  failed,
  POST_ID,
  PUBLISHED,
  postWith,
  READY,
  replayed,
  underFirstKey,
} from '../support/posts.ts';
import { CHANGELOG, post, repository } from '../support/repository.ts';
import { failure, json, type Replies, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('looks a release up in few requests, however many platforms a profile has', async () => {
  const all = ['profnet', 'microblog', 'video', 'shortvideo', 'socialnet', 'photonet', 'chatbot'];
  const posts = Array.from({ length: 100 }, (_, index) =>
    postWith(Object.fromEntries(all.slice(index % 7).map((id) => [id, PUBLISHED])), {
      text: index < 20 ? '1.4.0 - 2026-11-01, in other words' : `Post ${index}`,
    }),
  );
  const page = (query: URLSearchParams) => {
    if (query.has('key')) return { posts: [], nextCursor: null };
    return { posts, nextCursor: query.has('cursor') ? null : 'more' };
  };
  await using server = await startStandIn({
    'GET /api/v1/posts': (response, request) => json(200, page(new URLSearchParams(request.query)))(response, request),
    'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })),
  });
  await using directory = await repository();
  const args = ['--from-changelog', '--to', all.join(','), '--max-credits', '50'];
  expect(await post(server, directory.path, args)).toMatchObject({ code: 0 });
  expect(server.seen.length).toBeLessThanOrEqual(40);
});

it.each([
  ['a post', ['New']],
  ['a release', ['--from-changelog']],
])('%s whose time is over by now is found with --max-credits too, and not checked again', async (_what, args) => {
  const before = postWith({ profnet: PUBLISHED });
  await using server = await startStandIn({
    'GET /api/v1/posts': underFirstKey(before),
    'POST /api/v1/posts?dryRun=true': failure(400, 'past_time'),
    'POST /api/v1/posts': replayed(before),
    [`GET /api/v1/posts/${POST_ID}`]: json(200, before),
  });
  await using directory = await repository();
  const result = await post(server, directory.path, [...args, '--at', '2026-01-01T00:00:00Z', '--max-credits', '5']);
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was sent again') });
});

it('what failed of a post whose time is over by now is checked without its time being refused', async () => {
  const before = postWith({ profnet: failed('network_rate_limited') });
  const ready = checkedWith({ profnet: READY });
  await using server = await startStandIn({
    'GET /api/v1/posts': underFirstKey(before),
    'POST /api/v1/posts?dryRun=true': (response, request) => {
      const { ifPast } = JSON.parse(request.body);
      (ifPast === 'refuse' ? failure(400, 'past_time') : json(200, ready))(response, request);
    },
    'POST /api/v1/posts': replayed(before),
    [`GET /api/v1/posts/${POST_ID}`]: json(200, before),
    [`POST /api/v1/posts/${POST_ID}/retry`]: json(200, postWith({ profnet: PUBLISHED })),
  });
  await using directory = await repository();
  const result = await post(server, directory.path, ['New', '--at', '2026-01-01T00:00:00Z', '--max-credits', '5']);
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('sending again only what failed') });
});

it('takes a changelog with a link for each of 500 releases at its end', async () => {
  await using server = await startStandIn(ACCEPT);
  const links = Array.from({ length: 500 }, (_, index) => `[1.${index}.0]: https://example.com/my_tool/v1.${index}.0`);
  await using directory = await temporaryDirectory({ 'CHANGELOG.md': `${CHANGELOG}\n${links.join('\n')}\n` });
  expect(await post(server, directory.path, ['--from-changelog'])).toMatchObject({ code: 0, stderr: '' });
});

describe('a release with a post, and a problem with a platform that is added', () => {
  const TOO_LONG = { ...failed('invalid_request', { error: 'text: is too long' }), state: 'problem' };
  const before = postWith({ profnet: PUBLISHED, photonet: failed('network_rate_limited', { retryable: true }) });
  const retried = postWith({ profnet: PUBLISHED, photonet: PUBLISHED });

  async function run(to: string, checked: Record<string, object>, args: readonly string[]) {
    const replies: Replies = {
      'GET /api/v1/posts': underFirstKey(before),
      'POST /api/v1/posts?dryRun=true': json(200, checkedWith(checked)),
      [`POST /api/v1/posts/${POST_ID}/retry`]: json(200, retried),
    };
    await using server = await startStandIn(replies);
    await using directory = await repository();
    const env = { GITHUB_OUTPUT: join(directory.path, 'output') };
    const ended = await post(server, directory.path, ['--from-changelog', '--to', to, ...args], env);
    return { ...ended, sent: server.posts(), outputs: readFileSync(env.GITHUB_OUTPUT, 'utf8') };
  }

  it.each([
    [[], 3],
    [['--continue-on-partial'], 0],
  ])('stays published, and what failed is sent again, with %j', async (args, exitCode) => {
    const { code, stderr, sent, outputs } = await run('photonet,microblog', { microblog: TOO_LONG }, args);
    expect([code, sent]).toEqual([exitCode, []]);
    expect(stderr).toContain('Leaving out X: text: is too long\nTo post there too, fix it and run again\n');
    expect(stderr).toContain('sending again only what failed: photonet');
    expect(outputs).toMatch(/^post-id<<(.+)\n0192f3c1-.+\n\1$/m);
    expect(outputs).toMatch(/^status<<(.+)\npartial\n\1$/m);
    expect(outputs).toMatch(/^published<<(.+)\nprofnet,photonet\n\1$/m);
    expect(outputs).toMatch(/^failed<<(.+)\nmicroblog\n\1$/m);
  });

  it('is sent to no other added platform either, without --continue-on-partial', async () => {
    const { code, stderr, sent, outputs } = await run('microblog,chatbot', { microblog: TOO_LONG, chatbot: READY }, []);
    expect([code, sent]).toEqual([3, []]);
    expect(stderr).toContain('Leaving out Telegram or Discord: it waits, because another platform has a problem\n');
    expect(stderr).toContain('run again, or publish to the others with --continue-on-partial\n');
    expect(outputs).toMatch(/^failed<<(.+)\nmicroblog,chatbot\n\1$/m);
  });
});
