import { setTimeout as delay } from 'node:timers/promises';
import { Browserless, createApi, createTestClock, openWorkspace, type Stack, startStack } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  makeWorkspace,
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';
import { interruptStarts } from './interrupted-starts.ts';

const EMAIL = 'a@example.org';
const PASSWORD = 'correct horse battery';

const startSandboxed = (dataDir: string) =>
  startServer({ SOCIAL_DATA_DIR: dataDir }, ['--sandbox'], { hashesQuickly: true });

/** Makes a workspace whose default profile is connected to profnet, and returns its key. */
async function connectPublisher(server: ServerProcess, dataDir: string): Promise<string> {
  const workspace = openWorkspace(server.url, await makeWorkspace({ SOCIAL_DATA_DIR: dataDir }, EMAIL));
  await server.sandbox.settings({ autoApprove: true });
  await workspace.connect('profnet');
  return workspace.apiKey;
}

const POST = { body: { text: 'on its way', platforms: ['profnet'] } };

describe.concurrent('a start', () => {
  test('prints exactly one line on stdout with --json, and its log on stderr', async () => {
    using directory = temporaryDirectory();
    const server = await startServer({ SOCIAL_DATA_DIR: directory.path });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const { code, stdout, stderr } = await server.stop('SIGINT');
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify({ url: server.url, sandboxUrl: null })}\n`);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const line of stderr.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  });

  test('prints where it listens in addition to its public address, which several servers may share', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0', SOCIAL_BASE_URL: 'https://social.example.org' };
    const { child, stdout, ended } = spawnServer(['start'], env);
    await vi.waitFor(() => expect(stdout()).toContain('ready'), { timeout: 20_000 });
    child.kill('SIGTERM');
    await ended;
    expect(stdout()).toMatch(
      /^social-server is ready at https:\/\/social\.example\.org, listening on http:\/\/127\.0\.0\.1:\d+$/m,
    );
  });

  test('says what to type next while a server with simulated networks has no account', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
    const said = async (more: Record<string, string> = {}) => {
      const { child, stdout, ended } = spawnServer(['start', '--sandbox'], { ...env, ...more });
      await vi.waitFor(() => expect(stdout()).toContain('simulated at'), { timeout: 20_000 });
      child.kill('SIGTERM');
      await ended;
      return stdout();
    };
    const steps = await said();
    expect(steps).toContain(
      `  echo 'choose-a-password' | social-server workspace create --email you@example.com --password-stdin`,
    );
    expect(steps).toContain(`--data-dir '${directory.path}'\n  social connect profnet --base-url http://127.0.0.1:`);
    expect(await said({ npm_command: 'exec' })).toContain(
      '\n  npx -y @social/cli post "Hello" --to profnet --base-url http://127.0.0.1:',
    );
    await makeWorkspace(env, EMAIL);
    expect(await said()).not.toContain('Next');
  });

  test('K59: starts and answers with few file descriptors', async () => {
    using directory = temporaryDirectory();
    const few = ['sh', '-c', 'ulimit -n 64; exec "$0" "$@"'];
    await using server = await startServer({ SOCIAL_DATA_DIR: directory.path }, [], { command: few });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/healthz`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test('K64, K65: is killed or stopped at any point, and the next one resumes', () => interruptStarts([120, 300, 450]));
});

describe.concurrent('a stop', () => {
  test('waits for the answers under way, and ends with status 0', async () => {
    using directory = temporaryDirectory();
    await using running = await startSandboxed(directory.path);
    const api = createApi(running.url, await connectPublisher(running, directory.path));
    await running.sandbox.fault({
      network: 'linkedin',
      operation: 'publish',
      kind: 'slow',
      delayMs: 4_000,
      times: 1,
    });
    const answer = api('POST', '/api/v1/posts', POST);
    await vi.waitFor(async () => expect((await api('GET', '/api/v1/posts')).body.posts).toHaveLength(1), 30_000);
    running.child.kill('SIGTERM');
    await delay(200);
    expect(await api('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'draining' } });
    const ready = await api('GET', '/readyz');
    expect([ready.status, ready.body.code]).toEqual([503, 'unavailable']);
    expect(ready.body.error).toContain('The server is stopping');
    const late = await api('POST', '/api/v1/posts', { body: { ...POST.body, text: 'Too late' } });
    expect([late.status, late.body.code]).toEqual([503, 'unavailable']);
    expect(late.headers.get('retry-after')).toBe('1');
    expect((await answer).body).toMatchObject({ status: 'published', platformResults: { profnet: { ok: true } } });
    expect(await running.ended).toMatchObject({ code: 0, signal: null });
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow();
  });

  test('ends at once on a second signal, and the next start knows the outcome is not known', async ({ expect }) => {
    using directory = temporaryDirectory();
    await using server = await startSandboxed(directory.path);
    const apiKey = await connectPublisher(server, directory.path);
    const api = createApi(server.url, apiKey);
    await server.sandbox.fault({
      network: 'linkedin',
      operation: 'publish',
      kind: 'accept-then-hang',
      times: 1,
    });
    const answer = api('POST', '/api/v1/posts', POST).catch(() => 'cut');
    await expect.poll(async () => (await api('GET', '/api/v1/posts')).body.posts.length).toBe(1);
    await expect.poll(() => server.sandbox.posts()).toHaveLength(1);
    server.child.kill('SIGINT');
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(server.child.exitCode).toBeNull();
    const { code } = await server.stop();
    expect(code).not.toBe(0);
    expect(await answer).toBe('cut');
    await using again = await startSandboxed(directory.path);
    const result = async () =>
      (await createApi(again.url, apiKey)('GET', '/api/v1/posts')).body.posts[0].platformResults.profnet;
    await expect.poll(result).toMatchObject({ ok: false, state: 'unknown', credits: 0 });
  });

  test('is not held up by a log that has lost its reader', async () => {
    using directory = temporaryDirectory();
    await using server = await startServer({ SOCIAL_DATA_DIR: directory.path, SOCIAL_LOG_LEVEL: 'debug' });
    server.child.stderr?.destroy();
    expect(await server.stop()).toMatchObject({ code: 0, signal: null });
  });

  test('is not held up by a connection that is kept open', async () => {
    using directory = temporaryDirectory();
    await using server = await startServer({ SOCIAL_DATA_DIR: directory.path });
    for (let call = 0; call < 3; call += 1) await (await fetch(`${server.url}/healthz`)).text();
    const ended = await server.stop();
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).not.toContain('stopped before everything had ended');
  });
});

describe.concurrent('commands while a server runs', () => {
  test('make, change and delete workspaces, whatever sign-up says', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_SIGN_UP: 'closed' };
    await using server = await startServer(env);
    const create = ['workspace', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'pro', '--json'];
    const created = await runServer(create, env);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { apiKey, workspaceId, profileId } = JSON.parse(created.stdout);
    const run = (...args: string[]) => runServer(['workspace', ...args, '--email', 'a@example.org'], env);
    const api = createApi(server.url, apiKey);
    expect((await api('GET', '/api/profiles')).body.profiles).toMatchObject([{ id: profileId, isDefault: true }]);
    expect((await api('GET', '/api/usage')).body).toMatchObject({ plan: { id: 'pro' }, credits: { balance: 10_000 } });

    expect(await run('plan', '--plan', 'free')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('credits', '--grant', '7')).toMatchObject({ code: 0, stderr: '' });
    expect((await api('GET', '/api/usage')).body).toMatchObject({ plan: { id: 'free' }, credits: { balance: 10_007 } });

    const { stdout: listed } = await runServer(['workspace', 'list', '--json'], env);
    expect(JSON.parse(listed).workspaces).toMatchObject([
      { workspaceId, email: 'a@example.org', plan: 'free', balance: 10_007 },
    ]);

    const { stdout: secondKey } = await run('key', '--json');
    expect((await createApi(server.url, JSON.parse(secondKey).apiKey)('GET', '/api/usage')).status).toBe(200);

    const changed = await runServer(['workspace', 'password', '--email', 'a@example.org', '--password-stdin'], env, {
      input: 'another password\n',
    });
    expect(changed).toMatchObject({ code: 0, stderr: '' });
    await new Browserless(server.url).signIn('a@example.org', 'another password');
    await expect(new Browserless(server.url).signIn('a@example.org', PASSWORD)).rejects.toThrow('401');

    expect(await runServer(['workspace', 'delete', 'a@example.org', '--yes'], env)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await api('GET', '/api/usage')).status).toBe(401);
    await expect(new Browserless(server.url).signIn('a@example.org', 'another password')).rejects.toThrow('401');
  });

  const refusing = temporaryDirectory();
  beforeAll(() => makeWorkspace({ SOCIAL_DATA_DIR: refusing.path }, EMAIL));
  afterAll(() => refusing[Symbol.dispose]());

  test.for([
    [
      'an account that does not exist',
      ['plan', '--email', 'nobody@example.org', '--plan', 'free'],
      /no workspace of nobody@example\.org/,
    ],
    ['a plan that does not exist', ['plan', '--email', 'a@example.org', '--plan', 'gold'], /--plan: .*free/],
    ['a grant that is not a number', ['credits', '--email', 'a@example.org', '--grant', '1.5'], /--grant: /],
    ['a negative grant', ['credits', '--email', 'a@example.org', '--grant', '-5'], /--grant: /],
    ['a grant beyond all bounds', ['credits', '--email', 'a@example.org', '--grant', '9007199254740993'], /--grant: /],
    ['a short password', ['create', '--email', 'b@example.org', '--password', 'short'], /--password: /],
    ['no password', ['create', '--email', 'b@example.org'], /--password: /],
    ['no e-mail address', ['create', '--email', 'nobody', '--password', PASSWORD], /--email: /],
    [
      'an address that is taken',
      ['create', '--email', 'A@Example.org', '--password', PASSWORD],
      /already|taken|exists/,
    ],
  ] as const)('refuse %s in one line', async ([, args, message]) => {
    const { code, stdout, stderr } = await runServer(['workspace', ...args], { SOCIAL_DATA_DIR: refusing.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^social-server: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});

describe.concurrent('who is asking', () => {
  /** Fails to sign in 70 times, and says what the answers were. */
  async function fail(stack: Stack, forwardedFor: (attempt: number) => string): Promise<number[]> {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 70; attempt += 1) {
      const address = forwardedFor(attempt);
      const { status } = await stack.anonymous('GET', '/api/usage', {
        key: 'sk_live_wrong',
        headers: { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for="${address}"` },
      });
      statuses.add(status);
    }
    return [...statuses];
  }

  const warningsOf = ({ log }: Stack) => log.filter((line) => line.includes('SOCIAL_TRUST_PROXY'));

  test('K44: limits a client that fails to sign in however it names itself, and warns once of a proxy that is not named', async () => {
    await using stack = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000' } });
    expect(await fail(stack, (attempt) => `203.0.113.${attempt}`)).toEqual([401, 429]);
    expect(warningsOf(stack)).toHaveLength(1);
  });

  test('K44: tells the clients of a trusted proxy apart, and believes nothing that stands before them', async () => {
    await using stack = await startStack({ env: { SOCIAL_RATE_LIMIT: '1000', SOCIAL_TRUST_PROXY: '127.0.0.0/8' } });
    expect(await fail(stack, (attempt) => `203.0.113.${attempt}`)).toEqual([401]);
    expect(await fail(stack, (attempt) => `198.51.100.${attempt}, 192.0.2.1`)).toEqual([401, 429]);
    expect(warningsOf(stack)).toEqual([]);
  });

  test('K44: shows metrics to no client that comes through a proxy', async () => {
    await using stack = await startStack();
    const ask = async (headers: Record<string, string>) => (await fetch(`${stack.url}/metrics`, { headers })).status;
    expect(await ask({})).toBe(200);
    expect(await ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    expect(await ask({ forwarded: 'for=127.0.0.1' })).toBe(403);
  });

  test('K61: says that the clock cannot be right, and publishes nothing by it', async () => {
    await using stack = await startStack({ clock: createTestClock('1970-01-01T00:00:10Z') });
    expect(stack.log.filter((line) => JSON.parse(line).level >= 40 && /clock/i.test(line))).toHaveLength(1);
  });
});
