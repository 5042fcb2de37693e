import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS } from '@social/types';
import { describe, expect, it } from 'vitest';
import { CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import { API_KEY, social } from '../support/social.ts';
import { failure, htmlPage, json, type Replies, startStandIn, USAGE } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const platform = (id: string, rest: object = {}) => ({
  ...{ id, label: id, networks: [id], configured: true, redirectUri: `https://social.example/api/auth/${id}/callback` },
  ...{ variables: [], connectWith: 'browser', ...rest },
});
const describing = (operations: readonly string[]) =>
  json(200, {
    info: { version: '1.0.0' },
    paths: Object.fromEntries(operations.map((operationId) => [`/${operationId}`, { get: { operationId } }])),
  });
const known = Object.keys(OPERATIONS);
const unset = platform('video', {
  configured: false,
  variables: ['SOCIAL_VIDEO_CLIENT_ID', 'SOCIAL_VIDEO_CLIENT_SECRET'],
});
const HEALTHY: Replies = {
  'GET /healthz': json(200, { status: 'ok' }),
  'GET /readyz': json(200, { status: 'ready' }),
  'GET /openapi.json': describing(known),
  'GET /api/connect/status': json(200, { microblog: CONNECTED, profnet: NOT_CONNECTED, video: NOT_CONNECTED }),
  'GET /api/v1/platforms': json(200, { platforms: [platform('microblog'), platform('profnet'), unset] }),
};
const connections = (microblog: object): Replies => ({
  'GET /api/connect/status': json(200, { microblog: { ...CONNECTED, ...microblog } }),
});

interface Answer {
  readonly ok: boolean;
  readonly checks: { check: string; state: string; message: string; fix: string | null }[];
}

async function examine(replies: Replies, options: { args?: string[]; env?: Record<string, string> } = {}) {
  await using server = await startStandIn({ ...HEALTHY, ...replies });
  const env = { TZ: 'UTC', ...options.env };
  const { code, stdout, stderr } = await server.social(['doctor', ...(options.args ?? [])], { env });
  return { code, stderr, url: server.url, ...(JSON.parse(stdout) as Answer) };
}

const YEAR_MS = 365 * 86_400_000;

describe('social doctor', () => {
  it('ends with 0 when all is well, and names what is not in use with its fix', async () => {
    const { code, ok, checks, stderr } = await examine({});
    expect({ code, ok, stderr }).toEqual({ code: 0, ok: true, stderr: '' });
    expect(checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
      ...['server ok', 'versions ok', 'clock ok', 'key ok', 'credits ok', 'profile ok', 'microblog ok'],
      ...['profnet off', 'video off'],
    ]);
    expect(checks.at(-2)?.fix).toBe('social connect profnet');
    expect(checks.at(-1)?.fix).toBe(
      'register https://social.example/api/auth/video/callback at the network as redirect URI, then set for the server: SOCIAL_VIDEO_CLIENT_ID, SOCIAL_VIDEO_CLIENT_SECRET',
    );
  });

  it.each<[string, Replies, string, number, RegExp, RegExp]>([
    [
      'a network that refuses',
      connections({ state: 'needs_reconnect', connected: false }),
      'microblog',
      4,
      /no longer accepts/,
      /^social connect microblog$/,
    ],
    [
      'a refused key',
      { 'GET /api/usage': failure(401, 'unauthorized') },
      'key',
      4,
      /does not accept the key …lkey \(environment\)/,
      /set SOCIAL_API_KEY/,
    ],
    [
      'a server that is not ready',
      { 'GET /readyz': failure(503, 'unavailable') },
      'server',
      1,
      /is not ready: about unavailable/,
      /social-server doctor/,
    ],
    [
      'a proxy in between',
      { 'GET /healthz': htmlPage(502) },
      'server',
      1,
      /does not answer as a social server does: HTTP 502/,
      /SOCIAL_BASE_URL=URL$/,
    ],
    [
      'a server that fails',
      { 'GET /api/connect/status': failure(500, 'internal_error') },
      'server',
      1,
      /about internal_error/,
      /log of the server/,
    ],
  ])('fails for %s, and says how to mend it', async (_title, replies, check, exitCode, says, fix) => {
    const { code, ok, checks } = await examine(replies);
    expect({ code, ok }).toEqual({ code: exitCode, ok: false });
    const found = checks.find(({ state }) => state === 'failed');
    expect(found).toMatchObject({ check, message: expect.stringMatching(says), fix: expect.stringMatching(fix) });
  });

  it.each<[string, Replies, string, RegExp, RegExp]>([
    [
      'an older server',
      { 'GET /openapi.json': describing(known.filter((name) => name !== 'listSpending')) },
      'versions',
      /lacks 1 operation of this command: listSpending/,
      /update the server/,
    ],
    [
      'a server of another version',
      { 'GET /healthz': json(200, { status: 'ok' }, { 'social-version': '99.0.0' }) },
      'versions',
      /this command is older than the server \(social is [\d.]+, the server 99\.0\.0\)/,
      /^update social to 99\.0\.0$/,
    ],
    [
      'a clock that is wrong',
      { 'GET /healthz': json(200, { status: 'ok' }, { date: new Date(Date.now() - YEAR_MS).toUTCString() }) },
      'clock',
      /this machine is 315\d{5} seconds ahead of the server/,
      /timedatectl set-ntp true/,
    ],
    [
      'no credits',
      { 'GET /api/usage': json(200, { ...USAGE, credits: { ...USAGE.credits, available: 0 } }) },
      'credits',
      /plan Free, 0 credits of 500 available/,
      /reset on 20 Dec 2026 14:00/,
    ],
    [
      'a connection that ends soon',
      connections({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() }),
      'microblog',
      /connected as @ada only until/,
      /^social connect microblog$/,
    ],
    [
      'permissions that were not granted',
      connections({ missingScopes: ['tweet.write'] }),
      'microblog',
      /not granted: tweet.write/,
      /approve everything/,
    ],
  ])('warns of %s', async (_title, replies, check, says, fix) => {
    const { code, checks } = await examine(replies);
    expect(code).toBe(0);
    const found = checks.filter(({ state }) => state === 'warning');
    expect(found).toEqual([
      { check, state: 'warning', message: expect.stringMatching(says), fix: expect.stringMatching(fix) },
    ]);
  });

  it('examines the given profile, and reports one that does not exist', async () => {
    const other = await examine(connections({ state: 'needs_reconnect' }), { args: ['--profile', 'acme-blog'] });
    expect(other.checks.at(-1)?.fix).toBe('social connect microblog --profile acme-blog');
    const missing = await examine({}, { args: ['--profile', 'acme-blgo'] });
    expect(missing.code).toBe(1);
    expect(missing.checks.at(-1)).toMatchObject({
      check: 'profile',
      message: 'There is no profile "acme-blgo": did you mean acme-blog? (flag)',
    });
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['a flag', ['--base-url', 'ftp://x'], {}, '--base-url URL'],
    ['the environment', [], { SOCIAL_BASE_URL: 'ftp://x' }, 'SOCIAL_BASE_URL=URL'],
    ['a flag', ['--profile', 'nope'], {}, '--profile SLUG'],
    ['the environment', [], { SOCIAL_PROFILE: 'nope' }, 'SOCIAL_PROFILE=SLUG'],
  ])('names a fix where the value comes from: %s', async (_title, args, env, fix) => {
    const { checks } = await examine({}, { args, env });
    expect(checks.at(-1)?.fix).toContain(fix);
    expect(checks.at(-1)?.fix).not.toContain('config set');
  });

  it('ends with 1 when nothing listens there, and with 4 without a key', async () => {
    const away = await startStandIn();
    await away[Symbol.asyncDispose]();
    const unreachable = await away.social(['doctor', '--output', 'text']);
    expect(unreachable.code).toBe(1);
    expect(unreachable.stdout).toMatch(/✖ server .*\n {10}fix: start it there \(social-server start\)/);
    const noKey = await examine({}, { env: { SOCIAL_API_KEY: '' } });
    expect(noKey.code).toBe(4);
    expect(noKey.checks.at(-1)).toMatchObject({
      check: 'key',
      state: 'failed',
      fix: expect.stringMatching(/^social login/),
    });
  });

  it('warns of a key that others can read', async () => {
    await using server = await startStandIn(HEALTHY);
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path };
    await social(['login', '--with-key', '--base-url', server.url], { env, stdin: API_KEY });
    const path = join(home.path, 'social', 'config.json');
    await chmod(path, 0o644);
    const { stdout, code } = await social(['doctor', '--output', 'text'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain(`fix: chmod 600 ${path}`);
    expect(stdout).toContain('0 failed, 1 to look at');
  });
});
