import { describe, expect, it } from 'vitest';
import { failed, POST_ID, PUBLISHED, postWith } from '../support/posts.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';

const PATH = `/api/v1/posts/${POST_ID}`;
const AT = '2026-11-20T15:10:02.512Z';
const DELETED = { ok: true, state: 'deleted', removedAt: AT, credits: 1 };
const IMPOSSIBLE = {
  ...{ ok: false, state: 'impossible', code: 'not_deletable', retryable: false, credits: 0 },
  ...{ error: 'photonet offers programs no way to delete a post: delete it there', url: 'https://example.com/p/1' },
};
const refused = (code: string, state = 'failed') => ({ ok: false, state, code, error: `about ${code}`, credits: 0 });

function serverFor(results: Record<string, object>, outcome = 'published') {
  const all = Object.values(results) as { ok: boolean; credits: number }[];
  const credits = all.reduce((sum, result) => sum + result.credits, 0);
  const published = Object.fromEntries(Object.keys(results).map((platform) => [platform, PUBLISHED]));
  return startStandIn({
    [`GET ${PATH}`]: json(200, postWith(published)),
    [`POST ${PATH}/unpublish`]: json(200, { ok: all.every(({ ok }) => ok), id: POST_ID, outcome, credits, results }),
  });
}

describe('social post unpublish', () => {
  it('deletes and prints a result for each platform', async () => {
    await using server = await serverFor({ profnet: DELETED, photonet: IMPOSSIBLE });
    const { code, stdout } = await server.social(['post', 'unpublish', POST_ID, '--yes', '--output', 'text']);
    expect(code).toBe(3);
    expect(stdout).toContain('✔ profnet   deleted     1 credit');
    expect(stdout).toContain('✖ photonet  impossible  0 credits');
    expect(stdout).toContain('delete it there');
    expect(stdout).toContain('https://example.com/p/1');
    expect(stdout).toContain('gone from 1 of 2 · 1 credit spent');
  });

  it.each<[string, Record<string, object>, number]>([
    ['everything is gone', { profnet: DELETED, mastodon: { ok: true, state: 'gone', removedAt: AT, credits: 0 } }, 0],
    ['no network lets programs delete', { photonet: IMPOSSIBLE }, 1],
    ['one is not connected', { profnet: refused('not_connected') }, 4],
    ['the plan has it not', { microblog: refused('paid_plan_required'), profnet: DELETED }, 3],
    ['the plan has none of it', { microblog: refused('paid_plan_required') }, 5],
    ['the network is rate limiting', { profnet: refused('network_rate_limited') }, 6],
    ['an answer was lost', { profnet: refused('outcome_unknown', 'unknown'), microblog: DELETED }, 7],
    ['one is on its way', { profnet: refused('still_sending', 'removing') }, 7],
  ])('ends with its code when %s', async (_what, results, expected) => {
    await using server = await serverFor(results);
    const { code, stdout } = await server.social(['post', 'unpublish', POST_ID, '--yes']);
    expect(code).toBe(expected);
    expect(JSON.parse(stdout).results).toEqual(results);
  });

  it('asks first, and deletes nothing where it cannot ask', async () => {
    await using server = await serverFor({ profnet: DELETED });
    const { code, stderr } = await server.social(['post', 'unpublish', POST_ID]);
    expect(code).toBe(2);
    expect(stderr).toContain('from profnet? There is no terminal to ask on: add --yes');
    expect(server.calls().some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('names the platforms, and refuses one that is not of the post', async () => {
    await using server = await serverFor({ profnet: DELETED });
    await server.social(['post', 'unpublish', POST_ID, '--platform', 'linkedin', '--yes']);
    expect(JSON.parse(server.seen.at(-1)?.body ?? '{}')).toEqual({ platforms: ['profnet'] });
    const { code, stderr } = await server.social(['post', 'unpublish', POST_ID, '--platform', 'video', '--yes']);
    expect([code, stderr.includes('was made for profnet')]).toEqual([2, true]);
  });
});

it('a post that was taken back is not sent again by the same command, nor what failed of it', async () => {
  const results = { profnet: { ...PUBLISHED, removedAt: AT }, microblog: failed('network_refused') };
  const post = json(200, postWith(results, { outcome: 'unpublished' }));
  await using server = await startStandIn({
    'POST /api/v1/posts': json(201, postWith(results), { 'idempotent-replayed': 'true' }),
    [`GET ${PATH}`]: post,
  });
  const { stderr } = await server.social(['post', 'v1.4.0 is out', '--to', 'profnet,microblog']);
  expect(stderr).toContain(
    'and taken back since (post 0192f3c1-7c1e), nothing was sent again; --again publishes it again',
  );
  expect(server.calls().some((call) => call.includes('/retry'))).toBe(false);
});
