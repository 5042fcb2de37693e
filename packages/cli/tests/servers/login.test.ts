import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { API_KEY, BIN, social } from '../support/social.ts';
import { failure, json, type Replies, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

const KEY = { id: '0192f3c1-0000-7000-8000-000000000009', name: 'social on ada-laptop', keyPreview: '…lkey' };
const made = json(201, { key: { ...KEY, createdAt: '2026-11-20T14:00:00.000Z' }, rawKey: API_KEY });
const EXCHANGE = 'POST /api/command/code/exchange';
const POLL = 'POST /api/command/device/exchange';
const pending = failure(400, 'authorization_pending');
const code = (rest: object = {}) =>
  json(201, {
    deviceCode: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS2k',
    ...{ userCode: 'WDJB-MJHT', expiresIn: 600, interval: 5 },
    verificationUri: 'https://social.example/device',
    verificationUriComplete: 'https://social.example/device?code=WDJB-MJHT',
    ...rest,
  });
const bodiesOf = ({ seen }: StandInServer, call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => JSON.parse(body));

/** The address that the command shows, and the address that it waits at. */
function readAddress(shown: string) {
  const page = new URL(/\bhttp:\S+\/authorize-command\?\S+/.exec(shown)?.[0] ?? '');
  const { machine, port, state, codeChallenge } = Object.fromEntries(page.searchParams);
  const back = (query: Record<string, string> | string, path = '/callback') =>
    fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`);
  return { page, machine, state: state ?? '', codeChallenge, back };
}

async function waiting(replies: Replies, options: { isLate?: boolean; env?: Record<string, string> } = {}) {
  const server = await startStandIn(replies);
  const home = await temporaryDirectory();
  const env = { XDG_CONFIG_HOME: home.path, ...options.env };
  const terminal = createTerminal(env, { isLate: options.isLate ?? false });
  const running = run(['login', '--base-url', server.url], terminal.io);
  await terminal.waitFor('authorize-command');
  return {
    ...{ server, terminal, running, ...readAddress(terminal.stderr()) },
    stored: () => home.read('social/config.json').catch(() => ''),
    async [Symbol.asyncDispose]() {
      await Promise.all([server, home].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

describe('social login through the browser', () => {
  it('opens the page, takes the code that comes back with its state, and stores the key', async () => {
    await using world = await waiting({ [EXCHANGE]: made });
    const { terminal, server, page, state, codeChallenge } = world;
    expect(terminal.opened).toEqual([page.href]);
    expect([page.origin, page.pathname, world.machine]).toEqual([server.url, '/authorize-command', 'ada-laptop']);
    expect(state).toMatch(/^[\w-]{43}$/);
    const answer = await world.back({ code: 'the-code', state });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You can close this page')]);
    expect(await world.running).toBe(0);
    const [exchange] = bodiesOf(server, EXCHANGE);
    expect(exchange.code).toBe('the-code');
    expect(createHash('sha256').update(exchange.codeVerifier).digest('base64url')).toBe(codeChallenge);
    expect(server.seen.find(({ call }) => call === EXCHANGE)?.headers.authorization).toBeUndefined();
    expect(await world.stored()).toContain(API_KEY);
    expect(terminal.stdout()).toContain(`✔ Signed in to ${server.url} (plan Free, 499 credits)`);
    expect(terminal.stdout() + terminal.stderr()).not.toContain(API_KEY);
    await expect(world.back({ code: 'the-code', state }), 'the listener is closed').rejects.toThrow();
  });

  it('refuses a wrong, missing or doubled state, and keeps waiting', async () => {
    await using world = await waiting({ [EXCHANGE]: made });
    const { state } = world;
    const wrong = [`code=forged&state=${'x'.repeat(43)}`, 'code=forged', `state=${state}`, 'error=access_denied'];
    for (const query of wrong) {
      const answer = await world.back(query);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('does not belong here')]);
    }
    expect((await world.back(`state=${state}&code=a&state=b`)).status).toBe(400);
    expect((await world.back({ code: 'the-code', state }, '/favicon.ico')).status).toBe(404);
    expect(world.server.calls()).toEqual([]);
    expect((await world.back({ code: 'the-code', state })).status).toBe(200);
    expect(await world.running).toBe(0);
  });

  it('ends with 1 when it is denied, and shows that in the browser', async () => {
    await using world = await waiting({ [EXCHANGE]: made });
    const answer = await world.back({ error: 'access_denied', state: world.state });
    expect(await answer.text()).toContain('You denied the sign-in');
    expect(await world.running).toBe(1);
    expect(world.terminal.stderr()).toContain('Error: The sign-in was denied in the browser\nNothing was stored.');
    expect([world.server.calls(), await world.stored()]).toEqual([[], '']);
  });

  it('ends with 1 when the code is refused, and shows that in the browser', async () => {
    await using world = await waiting({ [EXCHANGE]: failure(400, 'invalid_grant') });
    const answer = await world.back({ code: 'the-code', state: world.state });
    expect(await answer.text()).toContain('Not signed in');
    expect(await world.running).toBe(1);
    expect(await world.stored()).toBe('');
  });

  it('ends with 1 when nobody approves in ten minutes', async () => {
    await using world = await waiting({}, { isLate: true });
    expect(await world.running).toBe(1);
    expect(world.terminal.slept).toEqual([600_000]);
    expect(world.terminal.stderr()).toContain('No one approved the sign-in within 10 minutes');
  });

  it('ends with 130 on Ctrl-C, and closes the listener', async () => {
    await using world = await waiting({});
    world.terminal.interrupt();
    expect(await world.running).toBe(130);
    await expect(world.back({ code: 'the-code', state: world.state })).rejects.toThrow();
  });

  it('revokes the key that it cannot store', async () => {
    const revoke = `DELETE /api/keys/${KEY.id}`;
    await using server = await startStandIn({ [EXCHANGE]: made, [revoke]: json(200, { ok: true }) });
    await using home = await temporaryDirectory({ social: 'a file where the directory should be' });
    const terminal = createTerminal({ XDG_CONFIG_HOME: home.path });
    const running = run(['login', '--base-url', server.url], terminal.io);
    await terminal.waitFor('authorize-command');
    const { back, state } = readAddress(terminal.stderr());
    await back({ code: 'the-code', state });
    expect(await running).toBe(1);
    expect(server.calls()).toEqual([EXCHANGE, revoke]);
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  it('works as the built program on a terminal, and ends on Ctrl-C', async () => {
    await using server = await startStandIn({ [EXCHANGE]: made });
    await using home = await temporaryDirectory();
    await home.writeProgram('bin/xdg-open', `#!/bin/sh\nprintf %s "$1" > ${home.path}/opened\n`);
    const start = () => {
      const env = { PATH: `${home.path}/bin:${process.env['PATH']}`, HOME: home.path, TERM: 'dumb', LANG: 'C.UTF-8' };
      const line = `'${process.execPath}' '${BIN}' login --base-url ${server.url}`;
      const child = spawn('script', ['-qefc', line, '/dev/null'], { env });
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      return { child, ended, written: text(child.stdout) };
    };
    const opened = () => home.read('opened').catch(() => '');
    const first = start();
    await expect.poll(opened).toContain('codeChallenge=');
    const { back, state } = readAddress(await opened());
    expect((await back({ code: 'the-code', state: 'another' })).status).toBe(400);
    expect((await back({ code: 'the-code', state })).status).toBe(200);
    expect(await first.ended, await first.written).toBe(0);
    expect(await home.read('.config/social/config.json')).toContain(API_KEY);

    await home.write({ opened: '' });
    const second = start();
    await expect.poll(opened).toContain('codeChallenge=');
    second.child.stdin.write('\u0003');
    expect(await second.ended).toBe(130);
    expect(await second.written).toContain('Interrupted');
  });
});

describe('social login --no-browser', () => {
  const login = async (replies: Replies, args: readonly string[] = []) => {
    await using server = await startStandIn({ 'POST /api/command/device': code(), ...replies });
    await using home = await temporaryDirectory();
    const terminal = createTerminal({ XDG_CONFIG_HOME: home.path });
    const exitCode = await run(['login', '--no-browser', '--base-url', server.url, ...args], terminal.io);
    const stored = await home.read('social/config.json').catch(() => '');
    return { server, terminal, exitCode, stored };
  };

  it('shows address and code, asks every five seconds, slower when told, and stores the key', async () => {
    const slowDown = failure(400, 'slow_down');
    const { terminal, server, exitCode, stored } = await login({
      [POLL]: [pending, slowDown, pending, slowDown, made],
    });
    expect(exitCode).toBe(0);
    expect(terminal.slept).toEqual([5_000, 5_000, 10_000, 10_000, 15_000]);
    expect(terminal.stderr()).toContain(
      'Open this address on any device, and enter the code WDJB-MJHT within 10 minutes:\n  https://social.example/device\n',
    );
    expect(terminal.opened).toEqual([]);
    expect(bodiesOf(server, 'POST /api/command/device')).toEqual([{ machine: 'ada-laptop' }]);
    expect(stored).toContain(API_KEY);
    expect(terminal.stdout() + terminal.stderr()).not.toContain(API_KEY);
  });

  it.each([
    ['access_denied', 'Error: The sign-in was denied in the browser\nNothing was stored.'],
    ['expired_token', 'Error: The code has expired, or was used already\nNothing was stored.'],
  ])('ends with 1 at %s', async (refusal, says) => {
    const { terminal, exitCode, stored } = await login({ [POLL]: [pending, failure(400, refusal)] });
    expect([exitCode, stored]).toEqual([1, '']);
    expect(terminal.stderr()).toContain(says);
  });

  it('goes on asking, less often, while the server is away', async () => {
    const away = failure(503, 'unavailable');
    const { terminal, exitCode } = await login({ [POLL]: [away, pending, made] });
    expect(exitCode).toBe(0);
    expect(terminal.slept).toEqual([5_000, 10_000, 10_000]);
  });

  it('ends when the code has expired here, whatever the server says', async () => {
    const { server, exitCode } = await login({ 'POST /api/command/device': code({ expiresIn: 0 }), [POLL]: pending });
    expect(exitCode).toBe(1);
    expect(server.calls()).toEqual(['POST /api/command/device']);
  });

  it('works as the built program without a terminal: only the result goes to stdout', async () => {
    await using server = await startStandIn({
      'POST /api/command/device': code({ interval: 0 }),
      [POLL]: [pending, made],
    });
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path, CI: 'true' };
    const done = await social(['login', '--no-browser', '--base-url', server.url], { env });
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({ context: 'default', baseUrl: server.url, plan: 'free' });
    expect(done.stderr).toContain('WDJB-MJHT');
    const who = await social(['whoami', '--base-url', server.url], { env });
    expect(JSON.parse(who.stdout)).toMatchObject({ keySource: 'file' });
  });

  it('ends with 130 on Ctrl-C, with 6 when too many wait', async () => {
    await using server = await startStandIn({ 'POST /api/command/device': code(), [POLL]: pending });
    const asked = expect.poll(() => server.calls().length).toBe(1);
    const run = social(['login', '--no-browser', '--base-url', server.url], { interruptAfter: asked });
    expect(await run).toMatchObject({ code: 130, stdout: '' });
    const { exitCode } = await login({
      'POST /api/command/device': failure(429, 'rate_limited', 'too many', { 'retry-after': '600' }),
    });
    expect(exitCode).toBe(6);
  });
});
