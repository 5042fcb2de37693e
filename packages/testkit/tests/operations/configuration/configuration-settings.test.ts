import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, readConfig, startApp } from '@social/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorkspace, runServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

const KEY = randomBytes(32).toString('base64');

let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(() => {
  directory = temporaryDirectory();
  const files: Record<string, string> = {
    'not-json': '{"free":',
    'list.json': '[]',
    'no-free.json': '{"pro":{"label":"Pro","price":5,"monthlyCredits":1}}',
    'minus.json': plans('-1'),
    'half.json': plans('0.5'),
    'nan.json': plans('NaN'),
    'unsafe.json': plans('9007199254740993'),
    'text.json': plans('"500"'),
    'missing.json': '{"free":{"label":"Free","price":0}}',
    'price.json': '{"free":{"label":"Free","price":-1,"monthlyCredits":5}}',
    empty: '',
    'short-key': 'c2hvcnQ=\n',
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory.path, name), content, { mode: 0o600 });
});

afterAll(() => directory[Symbol.dispose]());

function plans(monthlyCredits: string): string {
  return `{"free":{"label":"Free","price":0,"monthlyCredits":${monthlyCredits}}}`;
}

interface Refused {
  readonly id: string;
  readonly env: Readonly<Record<string, string>>;
  /** The variable that the message must name. */
  readonly names: string;
  readonly args?: readonly string[];
}

const one = (id: string, name: string, ...values: readonly string[]): Refused[] =>
  values.map((value) => ({ id, env: { [name]: value }, names: name }));

const PLAIN_HTTP = { SOCIAL_BASE_URL: 'http://social.example.org' };
const PUBLIC = { SOCIAL_HOST: '0.0.0.0', SOCIAL_BASE_URL: 'https://social.example.org' };

const REFUSED: readonly Refused[] = [
  ...one('K1', 'SOCIAL_PORT', 'abc', '80x', '0x50', '1e3', '80.5', 'http'),
  ...one('K2', 'SOCIAL_PORT', '-1', '65536', '99999999999'),
  { id: 'K1', env: {}, names: '--port', args: ['--port', 'abc'] },
  { id: 'K2', env: {}, names: '--port', args: ['--port', '-1'] },
  { id: 'K6', env: { SOCIAL_HOST: '203.0.113.7', SOCIAL_BASE_URL: 'https://a.example' }, names: 'SOCIAL_HOST' },
  {
    id: 'K6',
    env: { SOCIAL_HOST: 'no-such-host.invalid', SOCIAL_BASE_URL: 'https://a.example' },
    names: 'SOCIAL_HOST',
  },
  ...['0.0.0.0', '::', '192.0.2.2', 'social.example.org'].map((host) => ({
    id: 'K7',
    env: { SOCIAL_HOST: host },
    names: 'SOCIAL_BASE_URL',
  })),
  ...one(
    'K8',
    'SOCIAL_BASE_URL',
    'social.example.org',
    'social.example.org:443',
    '//social.example.org',
    'ftp://a.example',
    'https://',
    'https:///x',
    'javascript:alert(1)',
  ),
  ...one(
    'K8',
    'SOCIAL_BASE_URL',
    'https://a.example/path',
    'https://a.example/?q=1',
    'https://a.example/#x',
    'https://u:p@a.example',
    'https://u@a.example',
    'https://:p@a.example',
  ),
  ...one('K10', 'SOCIAL_BASE_URL', 'http://social.example.org', 'http://10.0.0.5', 'http://127.0.0.1.example.org'),
  ...one(
    'K11',
    'SOCIAL_DATABASE_URL',
    'mysql://u:p@h/d',
    'social.db',
    'sqlite:',
    'postgres:',
    'http://a.example',
    'sqlite',
    'postgres://[::1/d',
  ),
  ...one(
    'K28',
    'SOCIAL_SECRET_KEYS',
    'c2hvcnQ=',
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    `${KEY},c2hvcnQ=`,
    `${KEY},`,
  ),
  ...one(
    'K29',
    'SOCIAL_SECRET_KEYS',
    'not base64!',
    KEY.slice(0, -1),
    Buffer.alloc(32).toString('hex'),
    `-${KEY.slice(1)}`,
    `"${KEY}"`,
    `${KEY};${KEY}`,
  ),
  { id: 'K28', env: { SOCIAL_SECRET_KEYS_FILE: '@short-key' }, names: 'SOCIAL_SECRET_KEYS' },
  ...one(
    'K30',
    'SOCIAL_SECRET_KEYS',
    Buffer.alloc(32).toString('base64'),
    Buffer.alloc(32, 7).toString('base64'),
    Buffer.from('secret'.repeat(6)).subarray(0, 32).toString('base64'),
    `${Buffer.alloc(32, 1).toString('base64')},${KEY}`,
  ),
  ...one('K33', 'SOCIAL_SECRET_KEYS', `${KEY},${KEY}`),
  ...['SOCIAL_SECRET_KEYS', 'SOCIAL_METRICS_TOKEN', 'SOCIAL_DATABASE_URL'].map((name) => ({
    id: 'K56',
    env: { [`${name}_FILE`]: '@empty' },
    names: `${name}_FILE`,
  })),
  ...one('K12', 'SOCIAL_DATABASE_URL', 'sqlite:/nowhere/at/all/x.db'),
  {
    id: 'K36',
    env: { SOCIAL_PROFNET_CLIENT_ID: 'a', SOCIAL_PROFNET_CLIENT_SECRET: 'abc\ndef' },
    names: 'SOCIAL_PROFNET_CLIENT_SECRET',
  },
  {
    id: 'K36',
    env: { SOCIAL_PROFNET_CLIENT_ID: 'abc\r\nx', SOCIAL_PROFNET_CLIENT_SECRET: 'b' },
    names: 'SOCIAL_PROFNET_CLIENT_ID',
  },
  ...one(
    'K37',
    'SOCIAL_PROFNET_API_URL',
    'http://evil.example',
    'http://192.0.2.7/api',
    'https://user:pass@api.example',
  ),
  ...one('K37', 'SOCIAL_MICROBLOG_OAUTH_URL', 'http://evil.example/oauth'),
  { id: 'K35', env: { SOCIAL_PROFNET_CLIENT_ID: 'id' }, names: 'SOCIAL_PROFNET_CLIENT_SECRET' },
  { id: 'K35', env: { SOCIAL_PROFNET_CLIENT_SECRET: 'secret' }, names: 'SOCIAL_PROFNET_CLIENT_ID' },
  {
    id: 'K35',
    env: { SOCIAL_MICROBLOG_CLIENT_ID: 'id', SOCIAL_MICROBLOG_CLIENT_SECRET: ' ' },
    names: 'SOCIAL_MICROBLOG_CLIENT_SECRET',
  },
  ...one('K36', 'SOCIAL_PROFNET_NETWORK', 'nosuch', 'x', '__proto__', 'LinkedIn'),
  ...one('K36', 'SOCIAL_PROFNET_API_URL', 'api.example.com', 'ftp://api.example.com', 'x'),
  ...one('K36', 'SOCIAL_PROFNET_OAUTH_URL', 'www.example.com/oauth', '/oauth'),
  ...one('K37', 'SOCIAL_SIGN_UP', 'yes', 'Open', 'closed,open'),
  ...one('K37', 'SOCIAL_LOG_LEVEL', 'verbose', 'INFO', '3'),
  ...['no', 'False', 'ture', 'yes', 'off', '2', 'TRUE'].map((value) => ({
    id: 'K38',
    env: { ...PLAIN_HTTP, SOCIAL_INSECURE_HTTP: value },
    names: 'SOCIAL_INSECURE_HTTP',
  })),
  ...['', '0', 'false'].map((value) => ({
    id: 'K38',
    env: { ...PLAIN_HTTP, SOCIAL_INSECURE_HTTP: value },
    names: 'SOCIAL_BASE_URL',
  })),
  ...['not-json', 'list.json', 'no-free.json', 'empty', 'missing.json', 'price.json', 'absent.json', ''].map(
    (name) => ({
      id: 'K40',
      env: { SOCIAL_PLANS_FILE: `@${name}` },
      names: 'SOCIAL_PLANS_FILE',
    }),
  ),
  ...['minus.json', 'half.json', 'nan.json', 'unsafe.json', 'text.json'].map((name) => ({
    id: 'K41',
    env: { SOCIAL_PLANS_FILE: `@${name}` },
    names: 'SOCIAL_PLANS_FILE',
  })),
  ...one(
    'K43',
    'SOCIAL_TRUST_PROXY',
    'true',
    '1',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '::1/129',
    'proxy.example',
    '10.0.0.0/8;192.0.2.1',
    '*',
    '10.0.0.0/8/8',
    '10.0.0.0/a',
  ),
  ...one('K46', 'SOCIAL_RATE_LIMIT', '0', '-1', '1.5', 'false', 'Off', 'unlimited', '1e3', '99999999'),
  ...one('K46', 'SOCIAL_MAX_CLIENT_CONNECTIONS', '0', '-1', '1.5', 'off', '1e3', '999999'),
  ...one('K55', 'SOCIAL_SECRET_KEYS_FILE', '@absent'),
  ...one('K56', 'SOCIAL_SECRET_KEYS_FILE', '@'),
  ...one('K55', 'SOCIAL_METRICS_TOKEN_FILE', '@absent'),
  ...one('K55', 'SOCIAL_DATABASE_URL_FILE', '@absent'),
  {
    id: 'K55',
    env: { SOCIAL_PROFNET_CLIENT_ID: 'id', SOCIAL_PROFNET_CLIENT_SECRET_FILE: '@absent' },
    names: 'SOCIAL_PROFNET_CLIENT_SECRET_FILE',
  },
  {
    id: 'K57',
    env: { SOCIAL_METRICS_TOKEN: 'a', SOCIAL_METRICS_TOKEN_FILE: '@short-key' },
    names: 'SOCIAL_METRICS_TOKEN',
  },
  { id: 'K60', env: PUBLIC, names: '--sandbox', args: ['--sandbox'] },
  ...['', 'https://127.0.0.1:1', 'http://sandbox.example.org'].map((url) => ({
    id: 'K60',
    env: {},
    names: '--sandbox-url',
    args: ['--sandbox-url', url],
  })),
];

const shown = (env: Readonly<Record<string, string>>, args: readonly string[] = []) =>
  [...Object.entries(env).map(([name, value]) => `${name}=${value.slice(0, 50)}`), ...args].join(' ');

/** Replaces `@name` in the value of a variable by the path of that file in this run's directory. */
function withPaths(env: Refused['env']): Record<string, string> {
  const path = (value: string) => (value.startsWith('@') ? join(directory.path, value.slice(1)) : value);
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, path(value)]));
}

const logger = createLogger('silent');

async function startAndStop(env: Record<string, string>): Promise<void> {
  const app = await startApp({ config: readConfig(env), logger });
  await app.close();
}

const TITLED = REFUSED.map((refused) => ({ ...refused, title: shown(refused.env, refused.args) }));
// Every value in this process. With the program itself every wrong command line, and a variable that it reads, opens and listens with.
const IN_PROCESS = TITLED.filter(({ args }) => args === undefined);
const WITH_PROGRAM = TITLED.filter(
  ({ id, args }, at) =>
    args !== undefined ||
    (['K2', 'K6', 'K12', 'K55'].includes(id) && TITLED.findIndex((other) => other.id === id) === at),
);

test.each(IN_PROCESS)('$id: refuses $title in one line that names the variable', async ({ env, names }) => {
  const dataDir = join(directory.path, 'refused');
  await expect(startAndStop({ SOCIAL_DATA_DIR: dataDir, SOCIAL_PORT: '0', ...withPaths(env) })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(new RegExp(`^${names}(?:_FILE)?: [^\\n]{10,}$`)),
  });
});

describe.concurrent('the program with settings that are wrong', () => {
  test.for(WITH_PROGRAM)(
    '$id: does not start with $title, and says what to change',
    async ({ env, names, args = [] }) => {
      const dataDir = join(directory.path, `data-${Math.random()}`);
      const ended = await runServer(['start', '--json', ...args], {
        SOCIAL_DATA_DIR: dataDir,
        SOCIAL_PORT: '0',
        ...withPaths(env),
      });
      expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' });
      expect(ended.stderr).toMatch(/^social-server: [^\n]+\n$/);
      expect(ended.stderr).toContain(`${names}: `);
    },
  );

  test.for([
    ['an unknown command', ['serve']],
    ['an unknown option', ['start', '--prot', '80']],
    ['an option without its value', ['start', '--port']],
    ['a command without what it needs', ['workspace', 'create']],
    ['too many words', ['start', 'now']],
    ['workspace alone', ['workspace']],
    ['nothing', []],
  ] as const)('K0: answers %s with its usage and status 2', async ([, args]) => {
    const ended = await runServer([...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toBe('');
    expect(ended.stderr).not.toMatch(/\bat .+:\d+:\d+/);
  });

  test.for([['--version'], ['--help'], ['start', '--help'], ['workspace', '--help']])(
    'K0: %s needs no settings',
    async (args) => {
      const ended = await runServer(args, { SOCIAL_PORT: 'abc' });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).not.toBe('');
    },
  );
});

describe.concurrent('settings that are right', () => {
  const RIGHT = [
    ['K4', 'blanks around a number', { SOCIAL_PORT: ' 0 ' }],
    [
      'K4',
      'empty variables, which count as unset',
      {
        SOCIAL_BASE_URL: '',
        SOCIAL_SECRET_KEYS: '',
        SOCIAL_SIGN_UP: ' ',
        SOCIAL_TRUST_PROXY: '',
        SOCIAL_PLANS_FILE: '',
      },
    ],
    ['K8', 'a trailing slash', { SOCIAL_BASE_URL: 'https://social.example.org/' }],
    ['K10', 'plain http on loopback', { SOCIAL_BASE_URL: 'http://127.0.0.1:8080' }],
    ['K10', 'plain http on IPv6 loopback', { SOCIAL_BASE_URL: 'http://[::1]:8080' }],
    ['K38', 'plain http that was asked for', { ...PLAIN_HTTP, SOCIAL_INSECURE_HTTP: 'true' }],
    ['K38', 'plain http that was asked for with 1', { ...PLAIN_HTTP, SOCIAL_INSECURE_HTTP: '1' }],
    ['K43', 'networks of proxies', { SOCIAL_TRUST_PROXY: '10.0.0.0/8, 192.0.2.4,2001:db8::/32,' }],
    ['K46', 'no limit', { SOCIAL_RATE_LIMIT: 'off' }],
    ['K28', 'two keys with blanks', { SOCIAL_SECRET_KEYS: `${KEY}, ${Buffer.alloc(32, 2).toString('base64')}` }],
    ['K7', 'IPv6 loopback', { SOCIAL_HOST: '::1' }],
    [
      'K37',
      'a network on a closed network by plain http',
      { SOCIAL_PROFNET_API_URL: 'http://proxy.example', SOCIAL_INSECURE_HTTP: 'true' },
    ],
  ] as const;

  test.for(RIGHT)('%s: starts with %s', async ([, title, env]) => {
    const dataDir = join(directory.path, `right-${title.replace(/\W/g, '-')}`);
    const config = readConfig({ SOCIAL_DATA_DIR: dataDir, SOCIAL_PORT: '0', ...env });
    await using app = await startApp({ config, logger });
    expect(app.url).toMatch(/^https?:\/\/[^/]+$/);
  });

  // An address, a list and a word, as the program reads them from its environment.
  test('K8, K28, K46: the program starts with them', async () => {
    const right = RIGHT.filter(([id]) => ['K8', 'K28', 'K46'].includes(id)).map(([, , env]) => env);
    const env = Object.assign({ SOCIAL_DATA_DIR: join(directory.path, 'program') }, ...right);
    await using server = await startServer(env);
    expect(server.url).toMatch(/^https?:\/\/[^/]+$/);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test('K57, K58: reads a secret from a file without its line break, and warns when everyone can read it', async () => {
    const dataDir = join(directory.path, 'from-file');
    const path = join(directory.path, 'key-for-everyone');
    writeFileSync(path, `${KEY}\n`);
    chmodSync(path, 0o644);
    await using server = await startServer({ SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS_FILE: path });
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stderr).toContain('SOCIAL_SECRET_KEYS_FILE');
    expect(stderr).toMatch(/0600|chmod|readable|permission/);
    // The same key given directly opens what was written, and no file is to be warned of.
    const again = await runServer(['workspace', 'list'], { SOCIAL_DATA_DIR: dataDir, SOCIAL_SECRET_KEYS: KEY });
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });

  test('K58: keeps its own key and database from other users', async () => {
    const dataDir = join(directory.path, 'own-key');
    mkdirSync(dataDir, { mode: 0o700 });
    await using server = await startServer({ SOCIAL_DATA_DIR: dataDir });
    expect(server.url).toMatch(/^http/);
    for (const name of ['secret.key', 'social.db']) {
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    }
    expect((await server.stop()).stderr).not.toContain('readable for others');
    chmodSync(join(dataDir, 'secret.key'), 0o640);
    const again = await startServer({ SOCIAL_DATA_DIR: dataDir });
    expect((await again.stop()).stderr).toMatch(/^social-server: warning: .*secret\.key is readable for others/m);
  });

  test('K7, K43: prints a setup token on a public host until there is an account, and warns when everybody is trusted as a proxy', async () => {
    const dataDir = join(directory.path, 'public');
    const first = await startServer({ SOCIAL_DATA_DIR: dataDir, ...PUBLIC, SOCIAL_TRUST_PROXY: '0.0.0.0/0' });
    expect(first.url).toBe('https://social.example.org');
    const { stderr } = await first.stop();
    expect(stderr).toMatch(/setup token: \S{20,}/);
    expect(stderr).toContain('SOCIAL_TRUST_PROXY');
    await makeWorkspace({ SOCIAL_DATA_DIR: dataDir }, 'a@example.org');
    const second = await startServer({ SOCIAL_DATA_DIR: dataDir, ...PUBLIC });
    const after = (await second.stop()).stderr;
    for (const absent of ['setup token', 'SOCIAL_TRUST_PROXY']) expect(after).not.toContain(absent);
  });

  test('K7: the set-up says that the first account needs the token, and no longer once there is one', async () => {
    const config = readConfig({ SOCIAL_DATA_DIR: join(directory.path, 'set-up'), SOCIAL_PORT: '0' });
    await using app = await startApp({ config, logger: createLogger('silent'), setupToken: 'shown at the start' });
    const ask = async () => (await fetch(`${app.url}/api/account/setup`)).json();
    const passwords = { canResetPassword: false };
    expect(await ask()).toEqual({ isEmpty: true, canSignUp: true, needsSetupToken: true, ...passwords });
    const { status } = await fetch(`${app.url}/api/account/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.org', password: 'long enough', setupToken: 'shown at the start' }),
    });
    expect(status).toBe(201);
    expect(await ask()).toEqual({ isEmpty: false, canSignUp: false, needsSetupToken: false, ...passwords });
  });
});
