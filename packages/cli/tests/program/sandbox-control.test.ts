import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KINDS, NETWORKS, OPERATIONS } from '../../src/commands/sandbox/sandbox-words.ts';
import { run } from '../../src/run.ts';
import { offersFor } from '../support/completion.ts';
import { socialHere } from '../support/in-process.ts';
import { type Running, startSocial } from '../support/social.ts';
import { json, type StandInServer, startStandIn, USAGE } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

const BOT = '7000000001:sandbox-bot-token-known-to-everyone';

let sandboxUrl = '';
let server: StandInServer;
let program: Running;

beforeAll(async () => {
  program = startSocial(['sandbox', '--port', '0', '--json']);
  await vi.waitFor(() => expect(program.said.stdout).toContain('\n'), 15_000);
  sandboxUrl = JSON.parse(program.said.stdout).url;
  server = await startStandIn({ 'GET /healthz': json(200, { status: 'ok', sandboxUrl }) });
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await server[Symbol.asyncDispose]();
});
beforeEach(() => fetch(`${sandboxUrl}/_sandbox/reset`, { method: 'POST' }));

/** Runs `social sandbox` beside a server that runs with the sandbox; nobody is signed in. */
const sandbox = (args: readonly string[], baseUrl = server.url) =>
  socialHere(['sandbox', ...args], { env: { SOCIAL_BASE_URL: baseUrl } });

const post = (path: string, body: object) =>
  fetch(`${sandboxUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const read = async (path: string) => (await fetch(`${sandboxUrl}/_sandbox/${path}`)).json();

async function sendMessage(text: string): Promise<number> {
  return (await post(`telegram/bot${BOT}/sendMessage`, { chat_id: '@sandbox_channel', text })).status;
}

describe('social sandbox fault', () => {
  it('breaks the next calls of the network that the server uses, without a key', async () => {
    const { code, stdout, stderr } = await sandbox(['fault', 'telegram', 'publish', 'rate-limit', '--times', '2']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const fault = { network: 'telegram', operation: 'publish', kind: 'rate-limit', times: 2 };
    expect(JSON.parse(stdout)).toEqual(fault);
    expect(await read('faults')).toEqual({ faults: [fault] });
    expect([await sendMessage('a'), await sendMessage('b'), await sendMessage('c')]).toEqual([429, 429, 200]);
    expect(server.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('sets delays and numbers of faults, lists faults and clears them', async () => {
    await sandbox(['fault', 'x', 'upload', 'slow', '--delay', '2500']);
    const limited = ['fault', 'x', 'publish', 'rate-limit', '--retry-after', '90', '--url', sandboxUrl];
    await sandbox(limited, 'http://127.0.0.1:1');
    await sandbox(['fault', 'x', 'read', 'unauthorized']);
    expect(await read('faults')).toEqual({
      faults: [
        { network: 'x', operation: 'upload', kind: 'slow', times: 1, delayMs: 2500 },
        { network: 'x', operation: 'publish', kind: 'rate-limit', times: 1, retryAfterSeconds: 90 },
        { network: 'x', operation: 'read', kind: 'unauthorized', times: null },
      ],
    });
    expect((await sandbox(['fault', '--output', 'text'])).stdout).toBe(
      [
        'The next upload call on x gets: slow',
        'The next publish call on x gets: rate-limit',
        'Every read call on x gets: unauthorized, until social sandbox fault --clear',
        'To forget them: social sandbox fault --clear',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await sandbox(['fault', '--clear'])).stdout)).toEqual({ ok: true });
    expect(await read('faults')).toEqual({ faults: [] });
    expect((await sandbox(['fault', '--output', 'text'])).stdout).toBe('No faults are set\n');
  });

  it('knows every word that the sandbox accepts', async () => {
    const take = async (fault: object) => {
      const answer = await post('_sandbox/faults', { network: 'x', operation: 'read', kind: 'drop', ...fault });
      return ((await answer.json()) as { error: string }).error.split(': ')[1]?.split(', ');
    };
    expect(await take({ network: '' })).toEqual(NETWORKS);
    expect(await take({ operation: '' })).toEqual(OPERATIONS);
    expect(await take({ kind: '' })).toEqual(KINDS);
  });

  it.each([
    ['profnet', 'linkedin'],
    ['microblog', 'x'],
    ['twitter', 'x'],
    ['LinkedIn', 'linkedin'],
    ['photonet', 'instagram'],
  ])('takes %s for %s', async (given, network) => {
    expect(JSON.parse((await sandbox(['fault', given, 'publish', 'drop'])).stdout)).toMatchObject({ network });
  });

  it.each<[string[], RegExp]>([
    [['linkdin', 'publish', 'drop'], /"linkdin" is not a network of the sandbox: did you mean linkedin\?\n.*telegram/],
    [['profnt', 'publish', 'drop'], /did you mean profnet\?/],
    [['chatbot', 'publish', 'drop'], /chatbot is served by telegram and discord: name one of them/],
    [['x', 'publsh', 'drop'], /"publsh" is not an operation of the sandbox: did you mean publish\?/],
    [['x', 'publish', 'ratelimit'], /"ratelimit" is not a kind of fault of the sandbox: did you mean rate-limit\?/],
    [['x', 'publish'], /Say what is to break.*\n.*social sandbox fault x publish rate-limit/],
    [['--times', '2'], /Say what is to break/],
    [['x', 'publish', 'drop', '--clear'], /--clear forgets every fault and takes nothing else/],
    [['x', 'publish', 'drop', '--times', '0'], /whole number from 1/],
  ])('refuses %j and changes nothing', async (args, message) => {
    const { code, stdout, stderr } = await sandbox(['fault', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await read('faults')).toEqual({ faults: [] });
  });
});

describe('social sandbox posts, open and reset', () => {
  it('lists what the networks have accepted', async () => {
    expect((await sandbox(['posts', '--output', 'text'])).stdout).toBe('Nothing has been published there\n');
    await sendMessage('first\nline');
    await sendMessage('second');
    const { stdout } = await sandbox(['posts', '--output', 'text']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NETWORK', 'ACCOUNT', 'WHEN', 'TEXT'],
      ['telegram', expect.any(String), expect.any(String), 'first line'],
      ['telegram', expect.any(String), expect.any(String), 'second'],
      [''],
    ]);
    expect(JSON.parse((await sandbox(['posts', '--network', 'telegram'])).stdout)).toEqual(await read('posts'));
    expect(JSON.parse((await sandbox(['posts', '--network', 'profnet'])).stdout)).toEqual({ posts: [] });
  });

  it('resets the sandbox, and says that accounts have to be connected again', async () => {
    await sendMessage('gone');
    const { code, stdout, stderr } = await sandbox(['reset']);
    expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 0, answer: { ok: true } });
    expect(stderr).toBe('Connect the accounts again: the networks forgot them.\n');
    expect(await read('posts')).toEqual({ posts: [] });
  });

  it('opens the page of all networks or of one', async () => {
    expect(JSON.parse((await sandbox(['open'])).stdout)).toEqual({ url: `${sandboxUrl}/` });
    const terminal = createTerminal({ SOCIAL_BASE_URL: server.url });
    expect(await run(['sandbox', 'open', 'telegram'], terminal.io)).toBe(0);
    expect(terminal.opened).toEqual([`${sandboxUrl}/?network=telegram`]);
    expect(terminal.stdout()).toBe(`${sandboxUrl}/?network=telegram\n`);
    expect(await run(['sandbox', 'open', '--no-browser'], terminal.io)).toBe(0);
    expect(terminal.opened).toHaveLength(1);
  });
});

describe('where no sandbox can be reached', () => {
  it('says that the server runs without one', async () => {
    await using plain = await startStandIn({ 'GET /healthz': json(200, { status: 'ok' }) });
    const { code, stderr } = await sandbox(['posts'], plain.url);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Error: The server at ${plain.url} runs without a sandbox\nNothing was changed. Name a sandbox that runs without a server with --url http://127.0.0.1:PORT.\nA server with one: social-server start --sandbox\n`,
    );
  });

  it('calls no sandbox on another machine', async () => {
    await using lying = await startStandIn({ 'GET /healthz': json(200, { sandboxUrl: 'http://10.0.0.1/' }) });
    expect(await sandbox(['reset'], lying.url)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The server says that its sandbox is at "http://10.0.0.1/"'),
    });
    for (const url of ['http://example.com', 'https://127.0.0.1:1', 'nonsense']) {
      const { code, stderr } = await sandbox(['reset', '--url', url]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^Error: --url is for a sandbox/) });
    }
  });

  it('says that the sandbox of another machine listens there only, and sends no key', async () => {
    const terminal = createTerminal({ SOCIAL_BASE_URL: 'http://social.example' });
    const seen: Request[] = [];
    const elsewhere = async (request: Request) => {
      seen.push(request);
      return fetch(new URL(new URL(request.url).pathname, server.url));
    };
    expect(await run(['sandbox', 'posts'], { ...terminal.io, fetch: elsewhere })).toBe(1);
    expect(terminal.stderr()).toContain('The sandbox of social.example listens on that machine only');
    expect(seen.map(({ url, headers }) => [url, headers.has('authorization')])).toEqual([
      ['http://social.example/healthz', false],
    ]);
  });

  it('says that no sandbox, or another program, answers at its address', async () => {
    for (const command of ['fault', 'posts', 'open', 'reset']) {
      expect(await sandbox([command, '--url', 'http://127.0.0.1:1'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Error: No sandbox answers at http:\/\/127\.0\.0\.1:1\n/),
      });
    }
    await using page = await startStandIn({
      'GET /_sandbox/posts': (response) => void response.end('<h1>Hello</h1>'),
    });
    expect(await sandbox(['posts', '--url', page.url])).toMatchObject({
      code: 1,
      stderr: `Error: The program at ${page.url} is not a sandbox\n`,
    });
    expect(await sandbox(['posts'], 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: Cannot reach http:\/\/127\.0\.0\.1:1/),
    });
  });

  it('names the command that was meant, and starts nothing', async () => {
    expect(await sandbox(['falt', 'x', 'publish', 'drop'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean: social sandbox fault'),
    });
  });
});

describe('completion of social sandbox', () => {
  it.each([
    ['', 'fault posts open reset'],
    ['fault tel', 'telegram'],
    ['fault x re', 'refresh revoke read'],
    ['fault x publish accept-then-h', 'accept-then-hang accept-then-half'],
    ['open you', 'youtube'],
    ['posts --network d', 'discord'],
  ])('after %j', async (line, expected) => {
    expect(await offersFor(`sandbox ${line}`)).toBe(expected);
  });
});

describe('social connect chatbot', () => {
  const QUESTION = 'Token of the bot, or address of the webhook';

  /** Runs the command until it asks what to connect, interrupts it, and returns what it has said. */
  async function connect(platform: string, baseUrl: string, fetching = (request: Request) => fetch(request)) {
    const terminal = createTerminal({ SOCIAL_API_KEY: 'sk_live_sandbox_notarealkey', SOCIAL_BASE_URL: baseUrl });
    const running = run(['connect', platform], { ...terminal.io, fetch: fetching });
    await terminal.waitFor(QUESTION);
    terminal.type('\u0003');
    expect(await running).toBe(130);
    return terminal.stderr();
  }

  it('names no address of this machine for the sandbox of another machine', async () => {
    const elsewhere = (request: Request) => fetch(new URL(new URL(request.url).pathname, server.url));
    expect(await connect('chatbot', 'https://social.example', elsewhere)).not.toContain(sandboxUrl);
  });

  it('says where the sandbox shows what to paste', async () => {
    const shown = await connect('chatbot', server.url);
    expect(shown).toContain(`(Telegram):\n  ${sandboxUrl}/?network=telegram\n`);
    expect(shown).toContain(`(Discord):\n  ${sandboxUrl}/?network=discord\n`);
    expect(await (await fetch(`${sandboxUrl}/?network=telegram`)).text()).toContain(BOT);
  });

  it('names only the page of the given network, and none without a sandbox', async () => {
    expect(await connect('discord', server.url)).not.toContain('network=telegram');
    await using plain = await startStandIn({ 'GET /healthz': json(200, { status: 'ok' }) });
    expect(await connect('chatbot', plain.url)).not.toContain('sandbox');
  });
});

describe('a stored key of a sandbox', () => {
  it('says what to start where the server has lost its sandbox', async () => {
    const refusal = { error: 'about it', code: 'unauthorized', requestId: 'req-1', details: { keyFor: 'sandbox' } };
    await using server = await startStandIn({ 'GET /api/usage': [json(200, USAGE), json(401, refusal)] });
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path };
    const login = ['login', '--with-key', '--base-url', server.url];
    expect(await socialHere(login, { env, stdin: 'sk_live_sandbox_0000notarealkey' })).toMatchObject({ code: 0 });
    const { code, stderr } = await socialHere(['usage'], { env });
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: [
        `Error: The stored key (…lkey) is for a server with a sandbox, and ${server.url} runs without one`,
        'Sign in with: social login',
        'If it is to have one, start it with: social-server start --sandbox\n',
      ].join('\n'),
    });
  });
});
