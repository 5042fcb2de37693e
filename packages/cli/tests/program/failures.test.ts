import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCEPT, failed, listOf, PUBLISHED, postWith } from '../support/posts.ts';
import { API_KEY, social } from '../support/social.ts';
import { failure, htmlPage, json, loseAnswer, type Replies, startStandIn, USAGE } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PUBLISH = ['post', 'v1.4.0 is out', '--to', 'profnet,microblog'];
const unknown = failed('outcome_unknown', { state: 'unknown' });

interface FailureCase {
  readonly id: string;
  readonly code: number;
  readonly says: readonly string[];
  readonly replies?: Replies;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const CASES: readonly FailureCase[] = [
  {
    id: 'no key',
    code: 4,
    env: { SOCIAL_API_KEY: undefined },
    says: ['You are not signed in', 'Nothing was sent', 'social login'],
  },
  {
    id: 'an empty key',
    code: 4,
    env: { SOCIAL_API_KEY: '' },
    says: ['You are not signed in', 'Nothing was sent', 'social login'],
  },
  {
    id: 'a key that is not accepted',
    code: 4,
    replies: { 'POST /api/v1/posts': failure(401, 'unauthorized') },
    says: ['The key in SOCIAL_API_KEY (…lkey) is unknown to', 'Nothing was sent', 'social keys create'],
  },
  {
    id: 'an account that is not connected',
    code: 4,
    args: ['microblog', 'like', '1'],
    replies: { 'POST /api/v1/microblog/like': failure(404, 'not_connected') },
    says: ['about not_connected', 'Nothing was sent', 'social connect'],
  },
  {
    id: 'not enough credits',
    code: 5,
    replies: { 'POST /api/v1/posts': failure(402, 'insufficient_credits') },
    says: ['Nothing was sent', 'social usage'],
  },
  {
    id: 'a plan that does not allow it',
    code: 5,
    args: ['microblog', 'timeline'],
    replies: { 'GET /api/v1/microblog/timeline': failure(403, 'paid_plan_required') },
    says: ['about paid_plan_required', 'social usage'],
  },
  {
    id: 'input the server refuses',
    code: 2,
    replies: { 'POST /api/v1/posts': failure(400, 'invalid_request', 'text: 412 of 280 characters for microblog') },
    says: ['text: 412 of 280 characters for microblog', 'Nothing was sent'],
  },
  {
    id: 'an unknown profile',
    code: 2,
    args: ['connect', 'status', '--profile', 'nope'],
    says: ['default, acme-blog'],
  },
  {
    id: 'a key that was used for something else',
    code: 2,
    args: [...PUBLISH, '--key', 'v1'],
    replies: { 'POST /api/v1/posts': failure(422, 'idempotency_key_reused') },
    says: ['about idempotency_key_reused', 'Nothing was sent'],
  },
  {
    id: 'a mistake of the server',
    code: 1,
    args: [...PUBLISH, '--key', 'v1.4.0'],
    replies: { 'POST /api/v1/posts': failure(500, 'internal_error') },
    says: ["social post 'v1.4.0 is out' --to profnet,microblog --key v1.4.0", 'nothing is done twice', 'req-1'],
  },
  {
    id: 'nothing listens',
    code: 1,
    env: { SOCIAL_BASE_URL: 'http://127.0.0.1:2' },
    says: ['nothing was sent', 'ECONNREFUSED'],
  },
  {
    id: 'a name that is not known',
    code: 1,
    env: { SOCIAL_BASE_URL: 'https://nowhere.invalid' },
    says: ['nothing was sent', 'host name'],
  },
  {
    id: 'no TLS there',
    code: 1,
    env: { SOCIAL_BASE_URL: 'https://{host}' },
    says: ['nothing was sent', 'no secure connection'],
  },
  {
    id: 'a wait that is too long',
    code: 6,
    replies: { 'POST /api/v1/posts': failure(429, 'rate_limited', 'Too many requests', { 'retry-after': '120' }) },
    says: ['Too many requests', 'Nothing was sent', 'in 120 s'],
  },
  {
    id: 'a page of a proxy',
    code: 1,
    replies: { 'GET /api/usage': htmlPage(502) },
    args: ['usage'],
    says: ['HTML page', 'HTTP 502'],
  },
  {
    id: 'a redirect to another address',
    code: 1,
    args: ['usage'],
    replies: { 'GET /api/usage': (response) => response.writeHead(308, { location: 'https://social.example/' }).end() },
    says: ['redirects to https://social.example/'],
  },
  {
    id: 'an answer lost for good',
    code: 7,
    args: [...PUBLISH, '--key', 'v1.4.0'],
    replies: { 'POST /api/v1/posts': loseAnswer },
    says: ['is not known', "social post 'v1.4.0 is out' --to profnet,microblog --key v1.4.0"],
  },
  {
    id: 'an outcome that the network does not tell',
    code: 7,
    args: ['microblog', 'dm', '2244994945', 'Thank you!', '--key', 'dm-1'],
    replies: { 'POST /api/v1/microblog/dm': failure(502, 'outcome_unknown') },
    says: ['about outcome_unknown', "social microblog dm 2244994945 'Thank you!' --key dm-1"],
  },
  {
    id: 'a success in another form than JSON',
    code: 7,
    args: [...PUBLISH, '--key', 'v1.4.0'],
    replies: { 'POST /api/v1/posts': htmlPage(201) },
    says: ['HTML page', 'The request may have been carried out', '--key v1.4.0'],
  },
  {
    id: 'a check that a proxy answered',
    code: 1,
    args: [...PUBLISH, '--key', 'v1.4.0'],
    replies: { 'POST /api/v1/posts?dryRun=true': htmlPage(502) },
    says: ['HTML page', 'Nothing was sent. Run it again.'],
  },
  {
    id: 'an answer lost by a call without a key',
    code: 7,
    args: ['keys', 'create', 'ci'],
    replies: { 'POST /api/keys': loseAnswer },
    says: ['is not known', 'Check whether it was carried out'],
  },
];

describe('a failure ends with its exit code, on stderr, saying what was sent and what to do', () => {
  it.each(CASES)('$id', async ({ code, says, replies, args = PUBLISH, env = {} }) => {
    await using server = await startStandIn(replies);
    const { host } = new URL(server.url);
    const placed = Object.entries(env).map(([name, value]) => [name, value?.replace('{host}', host)]);
    const result = await server.social(args, { env: Object.fromEntries(placed) });
    expect(result).toMatchObject({ code, stdout: '' });
    for (const text of says) expect(result.stderr).toContain(text);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    expect(result.stderr).not.toContain(API_KEY);
  });

  it.each<[string, number, Record<string, object>]>([
    ['one failed', 3, { profnet: PUBLISHED, microblog: failed('network_refused') }],
    ['all failed for different reasons', 1, { profnet: failed('network_refused'), microblog: failed('not_connected') }],
    ['none is connected', 4, { profnet: failed('not_connected'), microblog: failed('reconnect_required') }],
    ['all need a paid plan', 5, { microblog: failed('paid_plan_required') }],
    ['all are rate limited', 6, { profnet: failed('network_rate_limited') }],
    ['one outcome is unknown', 7, { profnet: PUBLISHED, microblog: unknown }],
    ['all are published', 0, { profnet: PUBLISHED }],
  ])('a post of which %s ends with %i', async (_title, code, platformResults) => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, postWith(platformResults)) });
    const result = await server.program(PUBLISH);
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout).platformResults).toEqual(platformResults);
  });

  it.each([
    [402, 'insufficient_credits', 'This needs 4 credits and 1 are available; nothing was sent'],
    [403, 'paid_plan_required', 'This needs a paid plan; nothing was sent'],
  ])('says once that nothing was sent where the server says so with %i', async (status, code, said) => {
    await using server = await startStandIn({ 'POST /api/v1/posts': failure(status, code, said) });
    const result = await server.program(PUBLISH);
    expect(result).toMatchObject({ code: 5, stdout: '' });
    expect(result.stderr.match(/nothing was sent/gi)).toHaveLength(1);
    expect(result.stderr).toContain('See plan and credits with: social usage');
  });

  it('warns once of a key that others can read, and works', async () => {
    await using server = await startStandIn(ACCEPT);
    const config = JSON.stringify({ version: 1, baseUrl: server.url, apiKey: API_KEY });
    await using home = await temporaryDirectory({ 'social/config.json': config });
    const file = join(home.path, 'social', 'config.json');
    await chmod(file, 0o644);
    for (const args of [['usage'], ['post', 'hi', '--to', 'profnet', '--profile', 'acme-blog']]) {
      const result = await social(args, { env: { XDG_CONFIG_HOME: home.path } });
      expect(result.code).toBe(0);
      expect(result.stderr).toBe(`Warning: others can read your API key in ${file}. Run: chmod 600 ${file}\n`);
    }
  });

  it('prints key and command on Ctrl-C while it publishes', async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await startStandIn({ 'POST /api/v1/posts': () => arrived.resolve() });
    const result = await server.program(PUBLISH, { interruptAfter: arrived.promise });
    const [{ key } = {}] = server.posts();
    expect(result).toMatchObject({ code: 130, stdout: '' });
    expect(result.stderr).toContain('Interrupted while sending');
    expect(result.stderr).toContain(`social post 'v1.4.0 is out' --to profnet,microblog --key ${key}`);
  });

  it('ends at once on Ctrl-C while it waits for the text', async () => {
    await using server = await startStandIn();
    // Nothing tells that it listens already: long enough for a start on a busy machine.
    const interruptAfter = new Promise((resolve) => setTimeout(resolve, 3_000));
    const result = await server.program(['post', '-', '--to', 'profnet'], { stdin: null, interruptAfter });
    expect(result).toEqual({ code: 130, stdout: '', stderr: 'Error: Interrupted\n' });
    expect(server.seen).toEqual([]);
  });

  it('speaks JSON on stderr when asked to', async () => {
    await using server = await startStandIn({ 'GET /api/usage': failure(401, 'unauthorized') });
    const result = await server.program(['usage', '--json']);
    expect(result.code).toBe(4);
    expect(JSON.parse(result.stderr)).toEqual({
      error: {
        code: 'unauthorized',
        message: expect.stringContaining('The key in SOCIAL_API_KEY (…lkey) is unknown to'),
        requestId: 'req-1',
      },
    });
  });

  it('prints nothing of the server that a terminal would obey', async () => {
    const evil = 'a\u001b[2Jb\u009b31mc\u202ed\u0007';
    const results = { [evil]: { ok: false, state: evil, credits: 0, error: evil, account: evil } };
    const post = postWith(results, { id: evil, status: evil, text: evil });
    await using server = await startStandIn({
      'GET /api/usage': json(200, { ...USAGE, plan: { id: 'free', label: evil, price: 0 } }),
      'GET /api/logs': failure(404, 'not_found', evil),
      'GET /api/keys': json(200, {
        keys: [
          {
            ...{ id: evil, name: evil, keyPreview: evil, createdAt: evil, lastUsedAt: evil, expiresAt: evil },
            ...{ scopes: [evil], profiles: [evil], platforms: [evil], creditLimit: evil, creditsUsed: evil },
          },
        ],
      }),
      'GET /api/v1/posts': listOf(post),
      'POST /api/v1/posts': json(201, post),
      'GET /api/connect/status': json(200, { [evil]: { state: evil, missingScopes: [], warning: evil } }),
    });
    for (const args of [
      ['usage', '--output', 'text'],
      ['usage'],
      ['logs'],
      ['logs', '--json'],
      ['keys', 'list', '--output', 'text'],
      ['post', 'list', '--output', 'text'],
      ['post', 'hi', '--to', 'profnet', '--output', 'text'],
      ['connect', 'status', '--output', 'text'],
    ]) {
      const { stdout, stderr } = await server.program(args);
      expect(stdout + stderr).toMatch(/a.*b.*c.*d/);
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }
  });
});
