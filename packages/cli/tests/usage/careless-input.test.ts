import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { socialHere } from '../support/in-process.ts';
import { postWith } from '../support/posts.ts';
import { API_KEY, type RunOptions, signedIn } from '../support/social.ts';
import { failure, json, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { type Files, type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

interface Careless extends RunOptions {
  readonly what: string;
  readonly args: readonly string[];
  readonly says: string | RegExp;
}

let server: StandInServer;
let directory: TemporaryDirectory;

const FILES: Files = {
  'nul.txt': 'one\ntwo\0',
  'CHANGELOG.md': '## 1.4.0\n\n- New\n',
  'quotes.md': `## 1.0.0\n\n${'>'.repeat(200_000)}\n`,
  'lists.md': `## 1.0.0\n\n${'1. '.repeat(20_000)}a\n`,
  'stars.md': `## 1.0.0\n\n${'*a_ '.repeat(20_000)}\n`,
  'exclamations.md': `## 1.0.0\n\nhttps://a.example/${'!&amp;'.repeat(20_000)}a\n`,
  'brackets.md': `## 1.0.0\n\n${'[^a]'.repeat(20_000)}\n`,
  'posts/yaml.md': `---\nplatforms: ${'['.repeat(60_000)}\n---\nHello\n`,
  'aliases/a.md': `---\nplatforms: &a [profnet]\nmedia: &b [${'*a,'.repeat(200)}]\nmeta: [${'*b,'.repeat(200)}]\n---\nHello\n`,
  'cycle/a.md': '---\nplatforms: &a [*a]\n---\nHello\n',
  'broken/social/config.json': '{\n  "version": 2,\n  "contexts": {"a": {"apiKey": "sk_live_secret"}',
  'list/social/config.json': '[]',
  'gone/social/config.json': '{"version":2,"current":"gone","contexts":{"a":{"apiKey":"sk_live_x"}}}',
  'spaced/social/config.json': '{"version":2,"current":"a","contexts":{"a":{"apiKey":"sk_live_x y"}}}',
  'work/social/config.json': '{"version":2,"current":"a","contexts":{"a":{"apiKey":"sk_live_other"}}}',
};

beforeAll(async () => {
  server = await startStandIn();
  directory = await temporaryDirectory(FILES);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const to = ['--to', 'profnet'];
const CASES: readonly Careless[] = [
  {
    what: 'an entry of a list that is empty',
    args: ['post', 'x', '--to', 'profnet,,microblog'],
    says: /"profnet,,microblog" has an empty entry; is a variable unset\?/,
  },
  { what: 'a list that ends with a comma', args: ['post', 'x', '--to', 'profnet,'], says: 'has an empty entry' },
  { what: 'a list of one empty entry among others', args: ['post', 'x', ...to, '--to', ''], says: 'It is empty.' },
  { what: 'an empty profile', args: ['post', 'x', ...to, '--profile', ''], says: 'It is empty.' },
  { what: 'an empty profile behind =', args: ['post', 'x', ...to, '--profile='], says: 'It is empty.' },
  { what: 'an empty address', args: ['post', 'x', ...to, '--base-url', ''], says: 'It is empty.' },
  { what: 'an empty stored server', args: ['post', 'x', ...to, '--context', ''], says: 'It is empty.' },
  { what: 'an empty time', args: ['post', 'x', ...to, '--at', ''], says: 'It is empty.' },
  { what: 'an empty key', args: ['post', 'x', ...to, '--key', ''], says: 'It is empty.' },
  { what: 'a key of spaces', args: ['post', 'x', ...to, '--key', '  '], says: 'It is empty.' },
  { what: 'an empty file', args: ['post', ...to, '--file', ''], says: 'It is empty.' },
  { what: 'an empty section', args: ['post', ...to, '--section', ''], says: 'It is empty.' },
  { what: 'an empty changelog', args: ['post', ...to, '--from-changelog='], says: 'It is empty.' },
  { what: 'an empty medium', args: ['post', 'x', ...to, '--media', ''], says: 'It is empty.' },
  {
    what: 'an empty description',
    args: ['post', 'x', ...to, '--media', 'https://a.example/b.jpg', '--alt', ''],
    says: 'It is empty.',
  },
  { what: 'an empty setting', args: ['post', 'x', ...to, '--meta', ''], says: 'It is empty.' },
  { what: 'an empty further part', args: ['post', 'x', ...to, '--thread', ''], says: 'It is empty.' },
  { what: 'an empty way to fit', args: ['post', 'x', ...to, '--fit', ''], says: 'Allowed choices are shorten' },
  { what: 'an empty limit', args: ['post', 'x', ...to, '--max-credits', ''], says: 'a whole number' },
  { what: 'an empty directory of posts', args: ['apply', ''], says: 'It is empty.' },
  {
    what: 'an empty chat',
    args: ['connect', 'chatbot', '--with-token', '--chat', ''],
    stdin: 'x',
    says: 'It is empty.',
  },
  {
    what: 'nothing on stdin where a token is to come',
    args: ['connect', 'chatbot', '--with-token'],
    says: 'Nothing came on stdin',
  },
  {
    what: 'a key with a line break inside',
    args: ['usage'],
    env: { SOCIAL_API_KEY: 'sk_live_a\nb' },
    says: 'SOCIAL_API_KEY has a line break inside',
  },
  {
    what: 'a stored key with a space inside',
    args: ['usage'],
    env: { SOCIAL_API_KEY: '', XDG_CONFIG_HOME: '{dir}/spaced', SOCIAL_BASE_URL: '' },
    says: /The key in .*spaced\/social\/config.json has a space inside/,
  },
  {
    what: 'two keys for one server',
    args: ['usage', '--context', 'a'],
    env: { XDG_CONFIG_HOME: '{dir}/work' },
    says: 'There are two API keys: that of SOCIAL_API_KEY (…lkey) and that stored for a (…ther)',
  },
  {
    what: 'no address in a CI',
    args: ['usage'],
    env: { SOCIAL_BASE_URL: '', CI: 'true' },
    says: 'SOCIAL_BASE_URL is not set',
  },
  {
    what: 'an address of the API',
    args: ['usage', '--base-url', 'https://social.example/api/v1'],
    says: 'https://social.example/api/v1 is not the address of a server: use https://social.example\n',
  },
  {
    what: 'an address of the API below a path',
    args: ['usage', '--base-url', 'https://a.example/social/api/'],
    says: 'use https://a.example/social\n',
  },
  {
    what: 'a configuration that was cut',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: '{dir}/broken' },
    says: /config.json is not valid JSON: line 3, column 49\nIt holds the keys/,
  },
  {
    what: 'a configuration that is not an object',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: '{dir}/list' },
    says: 'must hold a JSON object',
  },
  {
    what: 'a current server that is not stored',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: '{dir}/gone', SOCIAL_API_KEY: '' },
    says: 'The current server "gone" is not stored; stored: a',
  },
  {
    what: 'a text with a NUL character',
    args: ['post', ...to, '--file', '{dir}/nul.txt'],
    says: /nul.txt, line 2, holds a NUL character; is it a text\?/,
  },
  {
    what: 'a version that begins with an invisible character',
    args: ['post', ...to, '--section', '\u202e1.4.0', '--file', '{dir}/CHANGELOG.md'],
    says: 'has no section "\\u202e1.4.0"',
  },
  {
    what: 'a verb that there is not, with an id',
    args: ['post', 'delete', '0192f3c1-7c1e'],
    says: /There is no "delete" of posts\.\nA scheduled post: social post cancel ID/,
  },
  { what: 'a text without quotes', args: ['post', 'hello', 'world'], says: 'Put a text of several words in quotes' },
  ...['quotes', 'lists'].map((name) => ({
    what: `a changelog of ${name}`,
    args: ['post', ...to, '--section', '1.0.0', '--file', `{dir}/${name}.md`],
    says: 'is nested too deeply at line 3',
  })),
  ...['stars', 'brackets'].map((name) => ({
    what: `a changelog of ${name}`,
    args: ['post', ...to, '--section', '1.0.0', '--file', `{dir}/${name}.md`],
    says: 'too many signs such as *, _ and [ in one paragraph at line 3',
  })),
  {
    what: 'a changelog of exclamations',
    args: ['post', ...to, '--section', '1.0.0', '--file', '{dir}/exclamations.md'],
    says: 'has too many signs in a row after an address at line 3',
  },
  { what: 'a file of posts of brackets', args: ['apply', '{dir}/posts'], says: /yaml.md:2: this is nested too deeply/ },
  {
    what: 'a file of posts with an alias within itself',
    args: ['apply', '{dir}/cycle'],
    says: /a.md:2: an alias \(\*name\) stands for a value that contains it/,
  },
  {
    what: 'a file of posts of aliases',
    args: ['apply', '{dir}/aliases'],
    says: /a.md:2: the aliases \(\*name\) stand for too many values; write them out/,
  },
  ...[
    ['profiles', 'delete', 'acme-blog'],
    ['disconnect', 'microblog'],
    ['microblog', 'delete', '1'],
    ['profnet', 'delete', 'urn:li:share:1'],
  ].map((args) => ({
    what: `${args.join(' ')} without --yes`,
    args,
    says: 'There is no terminal to ask on: add --yes\nNothing was changed.',
  })),
];

describe('careless input is refused with exit code 2 before anything is sent', () => {
  it.concurrent.each(CASES)('$what', async ({ args, env: given = {}, stdin, says }) => {
    const inPlace = (text: string) => text.replace('{dir}', directory.path);
    const places = Object.entries(given).map(([name, value]) => [name, inPlace(value ?? '')]);
    const env = Object.fromEntries(places);
    const result = await server.social(args.map(inPlace), { env, cwd: directory.path, stdin });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    if (typeof says === 'string') expect(result.stderr).toContain(says);
    else expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toContain('sk_live_secret');
    expect(server.seen.filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
  });
});

it('a key to be revoked is asked for on a terminal, where Enter alone changes nothing', async () => {
  const keys = {
    keys: [{ id: 'k1', name: 'ci', keyPreview: '…a1B2', createdAt: '2026-11-01T00:00:00Z', lastUsedAt: null }],
  };
  await using stand = await startStandIn({
    'GET /api/keys': json(200, keys),
    'DELETE /api/keys/k1': json(200, { ok: true }),
  });
  const answer = async (typed: string) => {
    const terminal = createTerminal(signedIn(stand.url));
    const running = run(['keys', 'revoke', 'a1B2'], terminal.io);
    await terminal.waitFor('Revoke key ci (…a1B2)?');
    terminal.type(typed);
    return await running;
  };
  expect(await answer('\r')).toBe(130);
  expect(stand.calls()).toEqual(['GET /api/keys']);
  expect(await answer('y\r')).toBe(0);
  const scripted = await stand.program(['keys', 'revoke', 'a1B2', '--yes']);
  expect(scripted.code).toBe(0);
  expect(await stand.program(['keys', 'revoke', 'a1B2'])).toMatchObject({ code: 2 });
});

it('every key is revoked with --all alone, the one in use last, and again after a failure', async () => {
  const key = (id: string, end: string) => ({ id, name: id, keyPreview: `…${end}`, createdAt: '2026-11-01T00:00:00Z' });
  const keys = [key('own', API_KEY.slice(-4)), key('k1', 'a1B2'), key('k2', 'c3D4')];
  const gone = failure(404, 'not_found');
  await using stand = await startStandIn({
    'GET /api/keys': json(200, { keys: keys.map((one) => ({ ...one, lastUsedAt: null })) }),
    'DELETE /api/keys/k1': [json(200, { ok: true }), gone],
    'DELETE /api/keys/k2': [failure(403, 'forbidden'), json(200, { ok: true })],
    'DELETE /api/keys/own': json(200, { ok: true }),
  });
  const revoke = (...args: string[]) => stand.social(['keys', 'revoke', ...args]);
  for (const args of [[], ['a1B2', '--all', '--yes'], ['--all']]) expect((await revoke(...args)).code).toBe(2);
  expect(stand.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  const half = await revoke('--all', '--yes');
  expect([half.code, half.stdout]).toEqual([1, '']);
  expect(half.stderr).toContain('1 of 3 API keys revoked, then:');
  const all = await revoke('--all', '--yes');
  expect([all.code, JSON.parse(all.stdout)]).toEqual([0, { ok: true, revoked: 3 }]);
  expect(stand.calls().slice(-4)).toEqual([
    ...['DELETE /api/keys/k1', 'DELETE /api/keys/k2'],
    ...['GET /api/keys', 'DELETE /api/keys/own'],
  ]);
});

it('a key that is made while all are revoked is revoked too; a refusal of the key in use says to sign in', async () => {
  const key = (id: string, end: string) => ({ id, name: id, keyPreview: `…${end}`, createdAt: '2026-11-01T00:00:00Z' });
  const list = (...keys: object[]) => json(200, { keys: keys.map((one) => ({ ...one, lastUsedAt: null })) });
  const own = key('own', API_KEY.slice(-4));
  const made = key('made', 'e5F6');
  const done = json(200, { ok: true });
  await using stand = await startStandIn({
    'GET /api/keys': [list(own, key('k1', 'a1B2')), list(made, own), list(own)],
    'DELETE /api/keys/k1': done,
    'DELETE /api/keys/made': done,
    'DELETE /api/keys/own': [done, failure(401, 'unauthorized')],
  });
  const revoke = () => stand.social(['keys', 'revoke', '--all', '--yes', '--output', 'text']);
  expect(await revoke()).toMatchObject({ code: 0, stdout: '✔ 3 API keys revoked\n' });
  expect(stand.calls().filter((call) => call.startsWith('DELETE'))).toEqual(
    ['k1', 'made', 'own'].map((id) => `DELETE /api/keys/${id}`),
  );
  const refused = await revoke();
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('0 of 1 API key revoked, then: The key in SOCIAL_API_KEY');
  expect(refused.stderr).toContain('Sign in first, then run the command again');
});

it.each(['\n', '\r\n', ' ', '\t'])('white space around the key (%j) is left out', async (space) => {
  await using stand = await startStandIn();
  const env = signedIn(stand.url, { SOCIAL_API_KEY: `${space}${API_KEY}${space}` });
  expect(await socialHere(['usage'], { env })).toMatchObject({ code: 0 });
  expect(stand.seen[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
});

describe('what is said about a failure', () => {
  it('names where a key that is not accepted comes from, and shows no number of the request', async () => {
    const refusal = failure(
      401,
      'unauthorized',
      'The API key is unknown or revoked; create another with POST /api/keys',
    );
    await using stand = await startStandIn({ 'GET /api/usage': refusal });
    const result = await stand.program(['usage']);
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(result.stderr).toBe(
      `Error: The key in SOCIAL_API_KEY (…lkey) is unknown to ${stand.url}, or revoked\n` +
        'Set SOCIAL_API_KEY to a key of that server. To make one, where you are signed in: social keys create NAME\n',
    );
    await using erring = await startStandIn({
      'GET /api/usage': failure(500, 'internal_error', 'Something went wrong'),
    });
    expect((await erring.program(['usage'])).stderr).toContain('Request req-1');
  });

  it('names the server that nobody is signed in to', async () => {
    const { stderr } = await socialHere(['usage'], { env: { SOCIAL_BASE_URL: 'http://127.0.0.1:1' } });
    expect(stderr).toContain('You are not signed in to http://127.0.0.1:1\n');
    const inCi = await socialHere(['usage'], { env: { SOCIAL_BASE_URL: 'http://127.0.0.1:1', CI: 'true' } });
    expect(inCi).toMatchObject({ code: 4, stderr: expect.stringContaining('Set SOCIAL_API_KEY from a secret') });
    expect(inCi.stderr).not.toContain('social login');
  });

  it.each([
    ['mediaUrls: photonet needs an image or a video', '--media: photonet needs an image or a video\n'],
    ['platforms[0]: must be one of profnet', '--to must be one of profnet\n'],
    ['scheduledFor: must be a date', '--at must be a date\n'],
    ['meta.title: is too long', '--meta title is too long\n'],
    ['overrides.microblog.text: is 8 too long for microblog', 'The text for microblog is 8 too long for microblog\n'],
    ['thread[1]: must not be empty', '--thread (number 2) must not be empty\n'],
    ['media[0].alt: must be a text', '--alt must be a text\n'],
  ])('speaks of flags: %s', async (text, shown) => {
    await using stand = await startStandIn({ 'POST /api/v1/posts': failure(400, 'invalid_request', text) });
    const { code, stderr } = await stand.social(['post', 'x', ...to]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Error: ${shown}`);
    expect(stderr).not.toContain('req-1');
  });

  it('says how a text that is too long can be made to fit', async () => {
    const text = 'text: is 8855 too long for microblog: 9135 of 280 characters; shorten it';
    await using stand = await startStandIn({ 'POST /api/v1/posts': failure(400, 'invalid_request', text) });
    const { stderr } = await stand.program(['post', 'x', ...to]);
    expect(stderr).toContain('Error: The text is 8855 too long for microblog');
    expect(stderr).toContain('--fit shorten cuts it');
  });

  it('retry names the platform whose outcome is unknown, and how to settle it', async () => {
    const post = postWith({ microblog: { ok: false, state: 'unknown', credits: 0 } });
    await using stand = await startStandIn({ [`GET /api/v1/posts/${post.id}`]: json(200, post) });
    const { code, stderr } = await stand.program(['post', 'retry', post.id]);
    expect(code).toBe(7);
    expect(stderr).toContain('The outcome on microblog is unknown');
    expect(stderr).toContain('social post resolve 0192f3c1-7c1e microblog --published ID, or --not-published');
  });
});
