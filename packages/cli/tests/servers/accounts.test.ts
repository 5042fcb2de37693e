import { describe, expect, it } from 'vitest';
import { accounts, NOT_CONNECTED } from '../support/connections.ts';
import { json, PROFILES, type Replies, startStandIn } from '../support/stand-in-server.ts';

const PROFILE_ID = PROFILES.profiles[0]?.id;
const CHATBOT = accounts('chatbot', { name: 'releases', network: 'telegram' }, { name: 'team', network: 'discord' });
const MASTODON = accounts('mastodon', { name: 'news' }, { name: 'press' });

function startServer(replies: Replies = {}, connections: object = { profnet: NOT_CONNECTED, ...CHATBOT, ...MASTODON }) {
  const disconnect = json(201, { ok: true });
  return startStandIn({
    'GET /api/connect/status': json(200, connections),
    'POST /api/connect/chatbot/disconnect': disconnect,
    'POST /api/connect/mastodon/disconnect': disconnect,
    ...replies,
  });
}

type Server = Awaited<ReturnType<typeof startServer>>;

const changesOf = ({ seen }: Server) =>
  seen.flatMap(({ call, body }) => (call.startsWith('GET ') ? [] : [[call, JSON.parse(body)]]));

describe('social connect status', () => {
  it('lists the accounts of a platform that has several, and marks the default one', async () => {
    await using server = await startServer();
    const { stdout } = await server.social(['connect', 'status', '--output', 'text']);
    expect(stdout).toMatch(/profnet \(LinkedIn\) +not connected/);
    expect(stdout).toMatch(/mastodon:news \(Mastodon\) +connected +@news +default/);
    expect(stdout).toMatch(/mastodon:press \(Mastodon\) +connected +@press *$/m);
    expect(stdout).toMatch(/chatbot:team \(Discord\)/);
  });

  it('names the platform alone where it has one account', async () => {
    await using server = await startServer({}, accounts('mastodon', { name: 'news' }));
    const { stdout } = await server.social(['connect', 'status', '--output', 'text']);
    expect(stdout).toMatch(/mastodon \(Mastodon\) +connected +@news *$/m);
  });

  it('says how to choose a default account where the platform has none', async () => {
    const [account] = MASTODON['mastodon']?.accounts ?? [];
    const left = { ...NOT_CONNECTED, accounts: [{ ...account, isDefault: false }] };
    await using server = await startServer({}, { mastodon: left });
    const { stdout } = await server.social(['connect', 'status', '--output', 'text']);
    expect(stdout).toContain('social connect default mastodon:news');
  });

  it('warns of an account that ends soon though the default one does not', async () => {
    const mastodon = structuredClone(MASTODON['mastodon']);
    Object.assign(mastodon?.accounts[1] ?? {}, { state: 'needs_reconnect', connected: false });
    await using server = await startServer({}, { mastodon });
    const result = await server.social(['connect', 'status', '--fail-if-expires-in', '7d']);
    expect(result).toMatchObject({ code: 4, stderr: expect.stringContaining('mastodon:press is no longer accepted') });
    expect(result.stderr).toContain('social connect mastodon\n');
  });
});

describe('social disconnect', () => {
  it.each([
    ['mastodon', [['mastodon', {}]]],
    ['mastodon:*', [['mastodon', {}]]],
    ['mastodon:news', [['mastodon', { account: 'news' }]]],
    ['telegram', [['chatbot', { account: 'releases' }]]],
    ['discord:team', [['chatbot', { account: 'team' }]]],
  ] as const)('disconnects what %s means', async (name, wanted) => {
    await using server = await startServer();
    expect(await server.social(['disconnect', name, '--yes'])).toMatchObject({ code: 0 });
    expect(changesOf(server)).toEqual(
      wanted.map(([platform, body]) => [
        `POST /api/connect/${platform}/disconnect`,
        { profileId: PROFILE_ID, ...body },
      ]),
    );
  });

  it.each([
    ['all', 'Say which platform'],
    ['telegram:team', 'chatbot:team is Discord, not Telegram'],
    ['mastodon:News', 'is not the name of an account'],
  ])('refuses %s', async (name, said) => {
    await using server = await startServer();
    const result = await server.social(['disconnect', name, '--yes']);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(changesOf(server)).toEqual([]);
  });

  it('leaves Discord alone when Telegram is named, and nothing of Telegram is connected', async () => {
    await using server = await startServer({}, accounts('chatbot', { name: 'team', network: 'discord' }));
    const result = await server.social(['disconnect', 'telegram', '--yes']);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('No account of Telegram is connected') });
    expect(changesOf(server)).toEqual([]);
  });
});

describe('the account of a platform', () => {
  const changed = (name: string, isDefault: boolean) =>
    json(200, { ...MASTODON['mastodon']?.accounts[0], name, isDefault });

  it.each(['mastodon:news', 'mastodon'])('is renamed: %s', async (given) => {
    await using server = await startServer({
      'PATCH /api/connect/mastodon/accounts/news': changed('aktuell', true),
    });
    const result = await server.social(['connect', 'rename', given, 'aktuell', '--output', 'text']);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain('mastodon:news is mastodon:aktuell now; mastodon:news keeps leading to it');
    const body = { profileId: PROFILE_ID, name: 'aktuell' };
    expect(changesOf(server)).toEqual([['PATCH /api/connect/mastodon/accounts/news', body]]);
  });

  it('is made the default', async () => {
    await using server = await startServer({
      'PATCH /api/connect/mastodon/accounts/press': changed('press', true),
    });
    const result = await server.social(['connect', 'default', 'mastodon:press', '--output', 'text']);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('mastodon means mastodon:press now') });
    const body = { profileId: PROFILE_ID, isDefault: true };
    expect(changesOf(server)).toEqual([['PATCH /api/connect/mastodon/accounts/press', body]]);
  });

  it.each([
    [['rename', 'mastodon:news', 'Press'], '"Press" cannot be the name of an account', 2],
    [['rename', 'mastodon:*', 'press'], 'Name one account', 2],
    [['rename', 'profnet', 'acme'], 'profnet has no default account', 4],
    [['default', 'mastodon'], 'Say which account: mastodon:NAME', 2],
    [['default', 'fax:news'], '"fax" is not a platform', 2],
  ] as const)('is left as it is by social connect %j', async (args, said, code) => {
    await using server = await startServer();
    const result = await server.social(['connect', ...args]);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect(changesOf(server)).toEqual([]);
  });
});

describe('social keys create', () => {
  const created = { id: 'k', name: 'ci', keyPreview: '…1234', createdAt: '2026-11-20T14:00:00Z' };
  const replies = { 'POST /api/keys': json(201, { key: created, rawKey: 'sk_live_new' }) };

  it.each([
    [
      ['mastodon:news', 'linkedin'],
      ['mastodon:news', 'profnet'],
    ],
    [
      ['telegram', 'discord:team', 'x:acme'],
      ['chatbot:telegram', 'chatbot:team', 'microblog:acme'],
    ],
    [['mastodon,mastodon'], ['mastodon']],
  ])('binds the key to %j', async (given, platforms) => {
    await using server = await startServer(replies);
    const args = given.flatMap((one) => ['--platform', one]);
    expect(await server.social(['keys', 'create', 'ci', ...args])).toMatchObject({ code: 0 });
    expect(changesOf(server)).toEqual([['POST /api/keys', { name: 'ci', platforms }]]);
  });

  it.each([
    ['mastodon:*', 'Say --platform mastodon'],
    ['all', 'Leave --platform out'],
    ['telegram:team', 'chatbot:team is Discord here, not Telegram'],
    ['mastodon:News', 'is not the name of an account'],
    ['fax', '"fax" is not a platform'],
  ])('makes no key for %s', async (given, said) => {
    await using server = await startServer(replies);
    const result = await server.social(['keys', 'create', 'ci', '--platform', given]);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(changesOf(server)).toEqual([]);
  });
});

describe('an action', () => {
  const done = json(200, { ok: true, tweets: [], count: 0, user: { id: '1', name: 'Ada', username: 'ada' } });
  const replies = {
    'POST /api/v1/microblog/like': done,
    'DELETE /api/v1/microblog/mpost': done,
    'GET /api/v1/microblog/timeline': done,
    'GET /api/v1/microblog/user': done,
    'DELETE /api/v1/profnet/post': done,
    'POST /api/v1/profnet/reshare': done,
  };

  it.each([
    ['microblog', 'like', '1'],
    ['microblog', 'delete', '1', '--yes'],
    ['microblog', 'timeline'],
    ['microblog', 'user', 'ada'],
    ['profnet', 'delete', 'urn:li:share:1', '--yes'],
    ['profnet', 'reshare', 'urn:li:share:1'],
  ])('is done by the account that is named, else by the default one: %s %s', async (...args) => {
    await using server = await startServer(replies);
    const sent = async (...more: string[]) => {
      await server.social([...args, ...more]);
      const { query, body } = server.seen.at(-1) ?? {};
      return `${query} ${body}`;
    };
    expect(await sent('--account', 'news')).toMatch(/account["=:]+news/);
    expect(await sent()).not.toContain('account');
    const wrong = await server.social([...args, '--account', 'No Such']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the name of an account') });
  });
});

describe('social connect', () => {
  it('adds an account beside the one that is connected, and says what it is called', async () => {
    const one = accounts('microblog', { name: 'news', network: 'x' });
    const two = accounts('microblog', { name: 'news', network: 'x' }, { name: 'press', network: 'x' });
    await using server = await startServer({ 'GET /api/connect/status': [json(200, one), json(200, two)] });
    const result = await server.social(['connect', 'x', '--no-browser', '--output', 'text']);
    expect(result).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('approving with another account adds it'),
    });
    expect(result.stdout).toContain('microblog:press (X) is connected as @press');
  });
});
