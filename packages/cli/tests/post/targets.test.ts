import { describe, expect, it } from 'vitest';
import { feedOf, serveFeed } from '../feed/serve-feed.ts';
import { accounts, CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import {
  ACCEPT,
  checkedWith,
  failed,
  KEY_REUSED,
  listOf,
  POST_ID,
  PUBLISHED,
  postWith,
  READY,
  replayed,
  shows,
  underFirstKey,
} from '../support/posts.ts';
import { json, type Replies, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CHATBOT = accounts('chatbot', { name: 'releases', network: 'telegram' }, { name: 'team', network: 'discord' });
const MASTODON = accounts('mastodon', { name: 'news' }, { name: 'press' });

function startServer(replies: Replies = {}, connections: object = { ...CHATBOT, ...MASTODON }) {
  return startStandIn({ ...ACCEPT, 'GET /api/connect/status': json(200, connections), ...replies });
}

describe('social post refuses before anything is sent', () => {
  it.each([
    ['mastodon:News', '"News" is not the name of an account', 2],
    ['mastodon:', '"" is not the name of an account', 2],
    [`mastodon:${'a'.repeat(33)}`, 'it has 1-32 lower-case letters, digits and dashes', 2],
    ['fax:news', '"fax" is not a platform', 2],
    ['mastodom:news', 'did you mean mastodon?', 2],
    ['all:news', '"all" is not a platform', 2],
    ['telegram:*', 'all accounts of the platform are chatbot:*', 2],
    ['telegram:team', 'chatbot:team is Discord here, not Telegram', 2],
    ['bluesky:*', 'No account is connected for bluesky:*', 4],
  ])('%s: %s', async (to, said, code) => {
    await using server = await startServer();
    const result = await server.social(['post', 'x', '--to', `profnet,${to}`]);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect(server.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(server.dryRuns()).toEqual([]);
  });

  it('all when nothing is connected', async () => {
    await using server = await startServer({}, { mastodon: NOT_CONNECTED });
    const result = await server.social(['post', 'x', '--to', 'all']);
    expect(result).toMatchObject({ code: 4, stderr: expect.stringContaining('No account is connected') });
    expect(server.posts()).toEqual([]);
  });

  it('a network of which no account is connected beside another one', async () => {
    await using server = await startServer({}, accounts('chatbot', { name: 'team', network: 'discord' }));
    const result = await server.social(['post', 'x', '--to', 'telegram']);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('chatbot is Discord here, not Telegram') });
    expect(server.posts()).toEqual([]);
  });
});

describe('all', () => {
  it('includes a platform that has to be connected again, which the check then reports', async () => {
    const broken = { ...CONNECTED, connected: false, state: 'needs_reconnect', network: 'linkedin' };
    await using server = await startServer({}, { profnet: broken, microblog: NOT_CONNECTED, ...MASTODON });
    await server.social(['post', 'x', '--to', 'all']);
    expect(server.dryRuns()[0]?.body.platforms).toEqual(['profnet', 'mastodon']);
  });
});

describe('a job that runs again', () => {
  const both = postWith({ 'mastodon:news': PUBLISHED, 'mastodon:press': PUBLISHED });

  it('sends nothing to an account that was added since', async () => {
    await using server = await startServer(
      {
        'GET /api/v1/posts': listOf(both),
        'POST /api/v1/posts': replayed(both),
        ...shows(both),
      },
      accounts('mastodon', { name: 'news' }, { name: 'press' }, { name: 'sport' }),
    );
    const result = await server.social(['post', 'v1.4.0 is out', '--to', 'mastodon:*']);
    expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining('Leaving out Mastodon (sport)') });
    expect(server.posts().map(({ body }) => body.platforms)).toEqual([['mastodon:news', 'mastodon:press']]);
  });

  it('keeps to the name that an account had', async () => {
    await using server = await startServer(
      {
        'GET /api/v1/posts': listOf(both),
        'POST /api/v1/posts': replayed(both),
        ...shows(both),
      },
      accounts('mastodon', { name: 'aktuell', formerly: 'news' }, { name: 'press' }),
    );
    expect(await server.social(['post', 'v1.4.0 is out', '--to', 'mastodon:*'])).toMatchObject({ code: 0 });
    expect(server.posts().map(({ body }) => body.platforms)).toEqual([['mastodon:news', 'mastodon:press']]);
  });

  it('does not take a post on Telegram for one on Discord', async () => {
    const earlier = postWith({ 'chatbot:telegram': PUBLISHED });
    await using server = await startServer({
      'GET /api/v1/posts': listOf(earlier),
      'POST /api/v1/posts': KEY_REUSED,
    });
    const result = await server.social(['post', 'v1.4.0 is out', '--to', 'discord']);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('used with another request') });
  });

  it('publishes a release nowhere again when an account was renamed', async () => {
    await using directory = await temporaryDirectory({ 'CHANGELOG.md': '# Changelog\n\n## 1.4.0\n\n- New\n' });
    const earlier = postWith({ 'mastodon:news': PUBLISHED, 'mastodon:press': failed('network_error') });
    await using server = await startServer(
      { 'GET /api/v1/posts': underFirstKey(earlier), [`POST /api/v1/posts/${POST_ID}/retry`]: json(200, both) },
      accounts('mastodon', { name: 'aktuell', formerly: 'news' }, { name: 'press' }),
    );
    const args = ['post', '--from-changelog', '--to', 'mastodon:*'];
    const env = { GITHUB_REPOSITORY: 'acme/tool' };
    expect(await server.social(args, { cwd: directory.path, env })).toMatchObject({ code: 0 });
    expect(server.calls().filter((call) => call.startsWith('POST '))).toEqual([`POST /api/v1/posts/${POST_ID}/retry`]);
  });
});

describe('a release that is sent again with another --to', () => {
  const runOnce = async (earlier: object, to: string, ...connected: Parameters<typeof accounts>) => {
    await using directory = await temporaryDirectory({ 'CHANGELOG.md': '# Changelog\n\n## 1.4.0\n\n- New\n' });
    await using server = await startServer({ 'GET /api/v1/posts': underFirstKey(earlier) }, accounts(...connected));
    const env = { GITHUB_REPOSITORY: 'acme/tool' };
    await server.social(['post', '--from-changelog', '--to', to], { cwd: directory.path, env });
    return server.posts().map(({ body }) => body.platforms);
  };
  const by = (account: string) => ({ ...PUBLISHED, account: `@${account}` });
  const two = [{ name: 'news' }, { name: 'press' }] as const;
  const chats = [
    { name: 'releases', network: 'telegram' },
    { name: 'team', network: 'discord' },
  ] as const;

  it.each([
    ['mastodon', 'mastodon:news,mastodon:press', [['mastodon:press']]],
    ['mastodon:news', 'mastodon', []],
    ['mastodon:news', 'mastodon:*', [['mastodon:press']]],
  ] as const)('that went to %s, and now to %s, goes to no account twice', async (before, to, sent) => {
    expect(await runOnce(postWith({ [before]: by('news') }), to, 'mastodon', ...two)).toEqual(sent);
  });

  it('goes to the account that has become the default since', async () => {
    const moved = [{ name: 'press' }, { name: 'news' }] as const;
    expect(await runOnce(postWith({ mastodon: by('news') }), 'mastodon:press', 'mastodon', ...moved)).toEqual([
      ['mastodon:press'],
    ]);
    expect(await runOnce(postWith({ mastodon: by('news') }), 'mastodon', 'mastodon', ...moved)).toEqual([]);
  });

  it.each([
    ['telegram', 'releases', []],
    ['discord', 'releases', [['chatbot:discord']]],
    ['telegram', 'team', [['chatbot:telegram']]],
  ] as const)('goes to %s, after chatbot as @%s, only where that is another account', async (to, as, sent) => {
    expect(await runOnce(postWith({ chatbot: by(as) }), to, 'chatbot', ...chats)).toEqual(sent);
  });
});

describe('social feed', () => {
  it('sends an item nowhere again when an account was renamed', async () => {
    const earlier = postWith({ 'mastodon:news': PUBLISHED, 'mastodon:press': PUBLISHED });
    const item = `<item><title>New</title><guid>1</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
    await using feed = await serveFeed(feedOf(item));
    await using server = await startServer(
      { 'GET /api/v1/posts': underFirstKey(earlier) },
      accounts('mastodon', { name: 'aktuell', formerly: 'news' }, { name: 'press' }),
    );
    const result = await server.social(['feed', feed.url, '--to', 'mastodon:*', '--yes']);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('already published') });
    expect(server.posts()).toEqual([]);
  });
});

describe('files of social apply', () => {
  const file = (matter: string) => ({ 'posts/a.md': `---\n${matter}\n---\nHello\n` });

  it('name accounts as --to does, and have texts for them', async () => {
    await using directory = await temporaryDirectory(
      file('platforms: [telegram, "mastodon:*"]\ntext:\n  mastodon:press: Dear press'),
    );
    await using server = await startServer();
    const result = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect(result.code).toBe(0);
    expect(server.posts()[0]?.body).toMatchObject({
      platforms: ['chatbot:telegram', 'mastodon:news', 'mastodon:press'],
      overrides: { 'mastodon:press': { text: 'Dear press' } },
    });
  });

  it.each([
    ['platforms: ["mastodon:*"]\ntext:\n  mastodon:sport: Goal', 'a.md:4: mastodon:sport is not among platforms'],
    ['platforms: [mastodon]\ntext:\n  mastodon:news: Hi', 'a.md:4: mastodon:news is not among platforms'],
    ['platforms: [mastodon:News]', 'a.md:2: "News" is not the name of an account'],
    ['platforms: [telegram:team]', 'a.md:2: chatbot:team is Discord here, not Telegram'],
  ])('are refused where they are wrong: %j', async (matter, said) => {
    await using directory = await temporaryDirectory(file(matter));
    await using server = await startServer();
    const result = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(server.posts()).toEqual([]);
  });
});

describe('the targets of a post that was sent', () => {
  it('are found by the name of a network, whether it was posted to by that name or not', async () => {
    for (const target of ['chatbot', 'chatbot:telegram']) {
      const post = postWith({ [target]: { ...PUBLISHED, ok: false, state: 'unknown' }, 'mastodon:news': PUBLISHED });
      await using server = await startServer({
        ...shows(post),
        [`POST /api/v1/posts/${POST_ID}/resolve`]: json(200, post),
      });
      await server.social(['post', 'resolve', POST_ID, 'telegram', '--not-published']);
      const sent = server.seen.find(({ call }) => call === `POST /api/v1/posts/${POST_ID}/resolve`);
      expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ platform: target });
    }
  });

  it('are named in what the command prints as they were typed', async () => {
    const preview = checkedWith({ 'mastodon:news': READY, 'mastodon:press': READY });
    await using server = await startServer({ 'POST /api/v1/posts?dryRun=true': json(200, preview) });
    const result = await server.social(['post', 'x', '--to', 'mastodon:*', '--dry-run', '--output', 'text']);
    expect(result.stdout).toMatch(/mastodon:news +ready/);
    expect(result.stdout).toMatch(/mastodon:press +ready/);
  });
});
