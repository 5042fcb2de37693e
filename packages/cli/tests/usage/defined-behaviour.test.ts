import { constants } from 'node:fs';
import { chmod, lstat, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { socialHere } from '../support/in-process.ts';
import { listOf, PUBLISHED, postWith } from '../support/posts.ts';
import { API_KEY, signedIn, social, socialInBash } from '../support/social.ts';
import { failure, type Replies, startStandIn, USAGE } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const posts = (count: number): Replies => {
  const post = postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, ok: false } });
  return { 'GET /api/v1/posts': listOf(...Array<object>(count).fill(post)) };
};

/** A home directory with a stored configuration. */
const homeWith = (config: object) => temporaryDirectory({ 'social/config.json': JSON.stringify(config) });

describe('the command', () => {
  it.each(['--version', '--help'])('answers %s offline and without configuration', async (flag) => {
    const result = await socialHere([flag], { env: { SOCIAL_BASE_URL: 'nonsense', XDG_CONFIG_HOME: '/dev/null' } });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(flag === '--help' ? /Usage: social/ : /^\d+\.\d+\.\d+\n$/);
  });

  it('ends with 0 and without an error when the reader closes the pipe', async () => {
    await using server = await startStandIn(posts(100));
    const script = `"$@" | head -1; echo "\${PIPESTATUS[0]}"`;
    const args = ['post', 'list', '--limit', '100'];
    const { stdout, stderr } = await socialInBash(script, args, { env: signedIn(server.url) });
    expect({ stdout, stderr }).toEqual({ stdout: '{\n0\n', stderr: '' });
  });

  it.each([
    ['a terminal of one column', { COLUMNS: '1' }, 'profnet ✔'],
    ['a locale without Unicode', { LANG: 'C' }, 'profnet +'],
  ])('prints a table for %s', async (_title, more, says) => {
    await using server = await startStandIn(posts(1));
    const result = await server.social(['post', 'list', '--output', 'text'], { env: more });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('POST           OUTCOME  WHEN');
    expect(result.stdout).toContain(says);
  });

  it('needs no configuration file when the environment says everything', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    await chmod(home.path, 0o555);
    const result = await server.social(['usage'], { env: { XDG_CONFIG_HOME: home.path } });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual(USAGE);
    expect(await readdir(home.path)).toEqual([]);
  });

  it('takes a base URL with a trailing slash', async () => {
    await using server = await startStandIn();
    const result = await socialHere(['usage'], { env: signedIn(`${server.url}//`) });
    expect(result.code).toBe(0);
    expect(server.seen.map((one) => one.call)).toEqual(['GET /api/usage']);
  });

  it('prefers a flag to the environment, and that to the stored value, and names the source', async () => {
    await using stored = await startStandIn();
    await using fromEnvironment = await startStandIn();
    await using home = await homeWith({ version: 1, baseUrl: stored.url, apiKey: API_KEY, profile: 'acme-blog' });
    const base = { XDG_CONFIG_HOME: home.path };
    const given = { SOCIAL_BASE_URL: fromEnvironment.url, SOCIAL_API_KEY: 'sk_live_sp_other', SOCIAL_PROFILE: 'env' };
    const env = { ...base, ...given };
    const sourceOf = async (args: string[], variables: Record<string, string>) =>
      Object.values(JSON.parse((await socialHere(['config', 'show', ...args], { env: variables })).stdout) as object)
        .slice(1, 4)
        .map(({ source, value }: { source: string; value: string }) => `${source} ${value}`);
    expect(await sourceOf([], base)).toEqual([`file ${stored.url}`, 'file …lkey', 'file acme-blog']);
    expect(await sourceOf([], env)).toEqual([
      `environment ${fromEnvironment.url}`,
      'environment …ther',
      'environment env',
    ]);
    const flags = ['--base-url', stored.url, '--profile', 'flag'];
    expect(await sourceOf(flags, env)).toEqual([`flag ${stored.url}`, 'environment …ther', 'flag flag']);
    await socialHere(['usage', ...flags], { env });
    expect([stored.seen.length, fromEnvironment.seen.length]).toEqual([1, 0]);
  });

  it('sends a stored key only to the server for which it was stored', async () => {
    await using server = await startStandIn();
    await using home = await homeWith({ version: 1, baseUrl: 'https://social.example', apiKey: API_KEY });
    const result = await socialHere(['usage'], { env: { XDG_CONFIG_HOME: home.path, SOCIAL_BASE_URL: server.url } });
    expect(result.code).toBe(4);
    expect(server.seen).toEqual([]);
  });
});

describe('social login', () => {
  const login = (url: string) => ['login', '--with-key', '--base-url', url];

  it('stores address and key for the owner alone, after the server took the key', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path };
    const result = await socialHere(login(`${server.url}/`), { env, stdin: `${API_KEY}\n` });
    const path = join(home.path, 'social', 'config.json');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({ context: 'default', baseUrl: server.url, config: path, plan: 'free' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await home.read('social/config.json'))).toEqual({
      version: 2,
      current: 'default',
      contexts: { default: { baseUrl: server.url, apiKey: API_KEY } },
    });
    expect((await socialHere(['whoami'], { env })).code).toBe(0);
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect((await socialHere(['logout'], { env })).code).toBe(0);
    expect(await home.read('social/config.json')).not.toContain(API_KEY);
    expect((await socialHere(['whoami'], { env })).code).toBe(4);
  });

  it('stores nothing when the server does not take the key', async () => {
    await using server = await startStandIn({ 'GET /api/usage': failure(401, 'unauthorized') });
    await using home = await temporaryDirectory();
    const result = await socialHere(login(server.url), { env: { XDG_CONFIG_HOME: home.path }, stdin: API_KEY });
    expect(result.code).toBe(4);
    expect(await readdir(home.path)).toEqual([]);
  });

  it('leaves a complete file when several run at once', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const options = { env: { XDG_CONFIG_HOME: home.path }, stdin: API_KEY };
    const results = await Promise.all(Array.from({ length: 4 }, () => social(login(server.url), options)));
    expect(results.map((result) => result.code)).toEqual([0, 0, 0, 0]);
    const directory = join(home.path, 'social');
    expect(await readdir(directory)).toEqual(['config.json']);
    expect((await stat(join(directory, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await home.read('social/config.json')).contexts.default.apiKey).toBe(API_KEY);
  });

  // A limit on the size of files fails a write as a full disk does: at its first byte, or after 1024.
  it.each([
    ['cannot be written', 0, {}],
    ['is cut off on the way', 1, {}],
    ['is cut off in a snap', 1, { SNAP: '/snap/social/1' }],
  ])('keeps the old file unchanged when the new one %s', async (_title, limit, more) => {
    await using server = await startStandIn();
    const names = Array.from({ length: 20 }, (_, number) => `server-${number}`);
    const contexts = Object.fromEntries(names.map((name) => [name, { baseUrl: server.url, apiKey: API_KEY }]));
    const old = { version: 2, current: 'server-1', contexts };
    await using home = await homeWith(old);
    const path = join(home.path, 'social', 'config.json');
    const script = `ulimit -f ${limit}; exec "$@"`;
    // Without the compile cache of Node, which the limit would cut too.
    const env = { NODE_COMPILE_CACHE: undefined, XDG_CONFIG_HOME: home.path, ...more };
    const { code, stderr } = await socialInBash(script, login(server.url), { env, stdin: API_KEY });
    expect(await home.read('social/config.json')).toBe(JSON.stringify(old));
    expect(code).toBe(1);
    expect(stderr).toContain(`Cannot write ${path} (EFBIG); it is as it was before`);
    expect(await readdir(join(home.path, 'social'))).toEqual(['config.json']);
  });

  it('replaces a link at the path of the file, and leaves its target unchanged', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory({ 'elsewhere.json': '{"version":1,"profile":"old"}' });
    const path = join(home.path, 'social', 'config.json');
    await mkdir(join(home.path, 'social'));
    await symlink(join(home.path, 'elsewhere.json'), path);
    const { code } = await socialHere(login(server.url), { env: { XDG_CONFIG_HOME: home.path }, stdin: API_KEY });
    expect(code).toBe(0);
    expect((await lstat(path)).mode).toBe(constants.S_IFREG | 0o600);
    expect(await home.read('elsewhere.json')).toBe('{"version":1,"profile":"old"}');
  });
});
