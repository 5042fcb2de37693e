import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { API_KEY, BIN, signedIn, social, temporaryDirectory } from './social.ts';
import { failure, json, PUBLISHED, postWith, startStandIn, USAGE } from './stand-in-server.ts';

const posts = (count: number) => ({
  posts: Array.from({ length: count }, () => postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, ok: false } })),
  nextCursor: null,
});

describe('the command', () => {
  it.each(['--version', '--help'])('L38 answers %s offline and without configuration', async (flag) => {
    const result = await social([flag], { env: { SOCIAL_BASE_URL: 'nonsense', XDG_CONFIG_HOME: '/dev/null' } });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(flag === '--help' ? /Usage: social/ : /^\d+\.\d+\.\d+\n$/);
  });

  it('L32 ends quietly when the reader has enough', async () => {
    await using server = await startStandIn({ 'GET /api/v1/posts': json(200, posts(100)) });
    const script = `"$0" "$1" post list --limit 100 | head -1; echo "\${PIPESTATUS[0]}"`;
    const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...signedIn(server.url) };
    const child = spawn('bash', ['-c', script, process.execPath, BIN], { env });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ stdout, stderr }).toEqual({ stdout: '{\n0\n', stderr: '' });
  });

  it.each([
    ['L34 a terminal of one column', { COLUMNS: '1' }, 'profnet ✔'],
    ['L35 a locale without Unicode', { LANG: 'C' }, 'profnet +'],
  ])('prints a table for %s', async (_title, more, says) => {
    await using server = await startStandIn({ 'GET /api/v1/posts': json(200, posts(1)) });
    const result = await social(['post', 'list', '--output', 'text'], { env: signedIn(server.url, more) });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('POST           OUTCOME  WHEN');
    expect(result.stdout).toContain(says);
  });

  it('L37 needs no configuration file when the environment says everything', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    await chmod(home.path, 0o555);
    const result = await social(['usage'], { env: signedIn(server.url, { XDG_CONFIG_HOME: home.path }) });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual(USAGE);
    expect(await readdir(home.path)).toEqual([]);
  });

  it('L40 takes a base URL with a trailing slash', async () => {
    await using server = await startStandIn();
    const result = await social(['usage'], { env: signedIn(`${server.url}//`) });
    expect(result.code).toBe(0);
    expect(server.seen.map((one) => one.call)).toEqual(['GET /api/usage']);
  });

  it('L41 lets a flag beat the environment, which beats what is stored, and says so', async () => {
    await using stored = await startStandIn();
    await using fromEnvironment = await startStandIn();
    await using home = await temporaryDirectory();
    const config = { version: 1, baseUrl: stored.url, apiKey: API_KEY, profile: 'acme-blog' };
    await mkdir(join(home.path, 'social'));
    await writeFile(join(home.path, 'social', 'config.json'), JSON.stringify(config), { mode: 0o600 });
    const base = { XDG_CONFIG_HOME: home.path };
    const env = {
      ...base,
      SOCIAL_BASE_URL: fromEnvironment.url,
      SOCIAL_API_KEY: 'sk_live_sp_other',
      SOCIAL_PROFILE: 'env',
    };
    const sourceOf = async (args: string[], variables: Record<string, string>) =>
      Object.values(JSON.parse((await social(['config', 'show', ...args], { env: variables })).stdout) as object)
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
    await social(['usage', ...flags], { env });
    expect([stored.seen.length, fromEnvironment.seen.length]).toEqual([1, 0]);
  });

  it('never shows a stored key to another server than the one it was stored for', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    await mkdir(join(home.path, 'social'));
    const config = { version: 1, baseUrl: 'https://social.example', apiKey: API_KEY };
    await writeFile(join(home.path, 'social', 'config.json'), JSON.stringify(config), { mode: 0o600 });
    const result = await social(['usage'], { env: { XDG_CONFIG_HOME: home.path, SOCIAL_BASE_URL: server.url } });
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
    const result = await social(login(`${server.url}/`), { env, stdin: `${API_KEY}\n` });
    const path = join(home.path, 'social', 'config.json');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({ context: 'default', baseUrl: server.url, config: path, plan: 'free' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 2,
      current: 'default',
      contexts: { default: { baseUrl: server.url, apiKey: API_KEY } },
    });
    expect((await social(['whoami'], { env })).code).toBe(0);
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect((await social(['logout'], { env })).code).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain(API_KEY);
    expect((await social(['whoami'], { env })).code).toBe(4);
  });

  it('stores nothing when the server does not take the key', async () => {
    await using server = await startStandIn({ 'GET /api/usage': failure(401, 'unauthorized') });
    await using home = await temporaryDirectory();
    const result = await social(login(server.url), { env: { XDG_CONFIG_HOME: home.path }, stdin: API_KEY });
    expect(result.code).toBe(4);
    expect(await readdir(home.path)).toEqual([]);
  });

  it('L43 leaves a whole file when two run at once', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const options = { env: { XDG_CONFIG_HOME: home.path }, stdin: API_KEY };
    const results = await Promise.all(Array.from({ length: 4 }, () => social(login(server.url), options)));
    expect(results.map((result) => result.code)).toEqual([0, 0, 0, 0]);
    const directory = join(home.path, 'social');
    expect(await readdir(directory)).toEqual(['config.json']);
    expect((await stat(join(directory, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')).contexts.default.apiKey).toBe(API_KEY);
  });

  it('L55 leaves the old file as it was when the new one cannot be written', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const path = join(home.path, 'social', 'config.json');
    await mkdir(join(home.path, 'social'));
    await writeFile(path, '{"version":1,"profile":"old"}', { mode: 0o600 });
    const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: home.path };
    // A file size limit of zero fails every write to a file, as a full disk does.
    const script = 'ulimit -f 0; exec "$@"';
    const child = spawn('bash', ['-c', script, 'bash', process.execPath, BIN, ...login(server.url)], { env });
    child.stdin.end(API_KEY);
    const [stderr, code] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.on('close', resolve)),
      text(child.stdout),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Cannot write ${path} (EFBIG); it is as it was before`);
    expect(await readFile(path, 'utf8')).toBe('{"version":1,"profile":"old"}');
    expect(await readdir(join(home.path, 'social'))).toEqual(['config.json']);
  });
});
