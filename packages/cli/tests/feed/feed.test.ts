import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { socialHere } from '../support/in-process.ts';
import { checkedWith, failed, listOf, NO_POSTS, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { signedIn } from '../support/social.ts';
import { failure, json, type Replies, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type Answer, feedOf, serveFeed } from './serve-feed.ts';

const HOUR = 3_600_000;
const CHECKED = checkedWith({ profnet: READY });
const PUBLISHES: Replies = {
  ...NO_POSTS,
  'POST /api/v1/posts?dryRun=true': json(200, CHECKED),
  'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })),
};

const item = (name: string, hoursAgo = 1, more = '') =>
  `<item><title>${name}</title><link>/${name}</link><guid>${name}</guid><pubDate>${new Date(Date.now() - hoursAgo * HOUR).toUTCString()}</pubDate>${more}</item>`;

describe('social feed', () => {
  it('publishes new items, the oldest first, with title and link', async () => {
    await using feed = await serveFeed(feedOf(item('new', 1), item('newer', 0.5), item('old', 30)));
    await using server = await startStandIn(PUBLISHES);
    const { code, stdout, stderr } = await server.social(['feed', feed.url, '--to', 'profnet']);
    expect(code).toBe(0);
    const base = new URL('/', feed.url).href;
    expect(server.posts().map(({ body }) => body.text)).toEqual([`new\n\n${base}new`, `newer\n\n${base}newer`]);
    expect(JSON.parse(stdout)).toMatchObject([{ item: `${base}new`, action: 'create', outcome: 'published' }, {}]);
    expect(stderr).toMatch(/3 items, 2 since /);
  });

  it('gives an item the same key whatever is said about it, and another one in another feed or profile', async () => {
    await using feed = await serveFeed(feedOf(item('a')));
    await using other = await serveFeed(feedOf(item('a')));
    await using server = await startStandIn(PUBLISHES);
    const run = (url: string, ...options: string[]) => server.social(['feed', url, '--to', 'profnet', ...options]);
    await run(feed.url);
    await run(feed.url, '--template', '{title}!', '--fit', 'shorten', '--since', '2d');
    await run(`${feed.url}#top`);
    await run(other.url);
    await run(feed.url, '--profile', 'acme-blog');
    const [first, second, third, ...others] = server.posts().map(({ key }) => key);
    expect([second, third]).toEqual([first, first]);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('skips what was published, and sends again what failed an hour ago or longer', async () => {
    await using feed = await serveFeed(feedOf(item('a')));
    const updatedAt = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR).toISOString();
    const broken = (hoursAgo: number) =>
      postWith({ profnet: failed('post_rejected') }, { updatedAt: updatedAt(hoursAgo), platforms: ['profnet'] });
    const retried = json(200, postWith({ profnet: PUBLISHED }));
    await using server = await startStandIn({
      'GET /api/v1/posts': [listOf(postWith({ profnet: PUBLISHED })), listOf(broken(0.5)), listOf(broken(2))],
      [`POST /api/v1/posts/${broken(0).id}/retry`]: retried,
    });
    const run = () => server.social(['feed', feed.url, '--to', 'profnet']);
    expect(JSON.parse((await run()).stdout)).toMatchObject([{ action: 'skip', note: 'already published' }]);
    const early = await run();
    expect([early.code, JSON.parse(early.stdout)]).toMatchObject([1, [{ action: 'skip' }]]);
    expect(early.stdout).toContain('sent again from');
    expect(JSON.parse((await run()).stdout)).toMatchObject([{ action: 'retry', outcome: 'published' }]);
    expect(server.posts()).toEqual([]);
  });

  it('publishes at most --max new items, and says how many are left', async () => {
    await using feed = await serveFeed(feedOf(item('a', 3), item('b', 2), item('c', 1)));
    await using server = await startStandIn(PUBLISHES);
    const { stderr } = await server.social(['feed', feed.url, '--to', 'profnet', '--max', '2']);
    expect(server.posts().map(({ body }) => String(body.text)[0])).toEqual(['a', 'b']);
    expect(stderr).toContain('1 more new item for the next run (--max 2)');
  });

  it('takes every item with --since all, which needs --max', async () => {
    await using feed = await serveFeed(feedOf('<item><title>undated</title></item>', item('old', 9_000)));
    await using server = await startStandIn(PUBLISHES);
    const without = await server.social(['feed', feed.url, '--to', 'profnet', '--since', 'all']);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('--since all needs --max') });
    expect(feed.seen).toEqual([]);
    const { code } = await server.social(['feed', feed.url, '--to', 'profnet', '--since', 'all', '--max', '5']);
    expect([code, server.posts().length]).toEqual([0, 2]);
  });

  it('names items without a date, or with a date to come, and leaves them', async () => {
    await using feed = await serveFeed(feedOf('<item><title>undated</title></item>', item('tomorrow', -24)));
    await using server = await startStandIn(PUBLISHES);
    const { code, stdout, stderr } = await server.social(['feed', feed.url, '--to', 'profnet']);
    expect([code, stdout.trim()]).toEqual([0, '[]']);
    expect(stderr).toContain('1 item without a date that can be read');
    expect(stderr).toContain('1 item with a date to come');
    expect(stderr).toMatch(/^ {2}undated: it has no date$/m);
    expect(stderr).toMatch(/^ {2}http:\S+\/tomorrow: its date "[^"]+" is still to come$/m);
  });

  it('shows each item that is left out on a dry run, with the reason', async () => {
    const unread = item('unread').replace(/<pubDate>.*<\/pubDate>/, '<pubDate>soon</pubDate>');
    await using feed = await serveFeed(
      feedOf(item('tomorrow', -24), unread, item('a', 2), item('a', 2), item('b', 1), item('old', 30)),
    );
    await using server = await startStandIn(PUBLISHES);
    const { stdout, stderr } = await server.social(['feed', feed.url, '--to', 'profnet', '--max', '1', '--dry-run']);
    const shown = JSON.parse(stdout).map(({ item, action, note }: Record<string, string>) => [
      ...[item?.replace(/.*\//, ''), action, note],
    ]);
    expect(shown).toEqual([
      ['a', 'create', undefined],
      ['unread', 'skip', 'its date "soon" cannot be read'],
      ['tomorrow', 'skip', expect.stringMatching(/^its date ".+" is still to come$/)],
      ['a', 'skip', 'the feed has another item with its id and link'],
      ['b', 'skip', 'it is for the next run (--max 1)'],
      ['old', 'skip', 'it is older than --since'],
    ]);
    expect(stderr).not.toContain('Left out');
  });

  it('shows what its check says of files on a dry run, and has them copied with --copy-media', async () => {
    await using feed = await serveFeed(feedOf(item('a')));
    const note = 'a.jpg was not looked at.';
    const checked = checkedWith({ profnet: { ...READY, note }, microblog: { ...READY, note } });
    await using server = await startStandIn({ ...PUBLISHES, 'POST /api/v1/posts?dryRun=true': json(200, checked) });
    const args = ['feed', feed.url, '--to', 'profnet,microblog', '--at', 'next', '--media', '--copy-media'];
    const { stdout } = await server.social([...args, '--dry-run']);
    expect(JSON.parse(stdout)).toMatchObject([{ action: 'create', note }]);
    await server.social(args);
    expect(server.posts()).toMatchObject([{ body: { slot: 'next', copyMedia: true } }]);
  });

  it('looks at the thousand newest items only, and says so', async () => {
    const items = Array.from({ length: 1_150 }, (_, at) => item(`n${at}`, at / 100));
    await using feed = await serveFeed(feedOf(...items));
    await using server = await startStandIn(PUBLISHES);
    const { stderr } = await server.social(['feed', feed.url, '--to', 'profnet', '--max', '1']);
    expect(server.posts().map(({ body }) => body.text.split('\n')[0])).toEqual(['n999']);
    expect(server.seen.filter(({ call }) => call === 'POST /api/v1/posts/check')).toHaveLength(21);
    expect(stderr).toMatch(/\/n1149: a run looks at the 1000 newest items only\n/);
    expect(stderr).toContain('and 50 more items');
  });

  it('sends nothing on a dry run, and nothing that costs more than --max-credits', async () => {
    await using feed = await serveFeed(feedOf(item('a'), item('b')));
    await using server = await startStandIn(PUBLISHES);
    const dry = await server.social(['feed', feed.url, '--to', 'profnet', '--dry-run']);
    expect([dry.code, JSON.parse(dry.stdout).map(({ action }: { action: string }) => action)]).toEqual([
      0,
      ['create', 'create'],
    ]);
    const dear = await server.social(['feed', feed.url, '--to', 'profnet', '--max-credits', '1']);
    expect(dear).toMatchObject({ code: 5, stderr: expect.stringContaining('It would cost 2 credits') });
    expect(server.posts()).toEqual([]);
  });

  it('publishes the other items when the server refuses one', async () => {
    await using feed = await serveFeed(feedOf(item('a', 2), item('b', 1)));
    const refusal = failure(400, 'text_too_long', 'text: too long. Nothing was sent');
    const published = json(201, postWith({ profnet: PUBLISHED }));
    const unlessA =
      (reply: Reply): Reply =>
      (response, request) => {
        const { text } = JSON.parse(request.body) as { text: string };
        (text.startsWith('a') ? refusal : reply)(response, request);
      };
    await using server = await startStandIn({
      ...NO_POSTS,
      'POST /api/v1/posts?dryRun=true': unlessA(json(200, CHECKED)),
      'POST /api/v1/posts': unlessA(published),
    });
    const { code, stdout } = await server.social(['feed', feed.url, '--to', 'profnet']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject([{ status: 'error' }, { outcome: 'published' }]);
  });

  it('attaches pictures with --media, and fills the other fields', async () => {
    const more = `<enclosure url="/a.jpg" type="image/jpeg" length="1"/><category>open source</category><category>C++</category><description>&lt;p&gt;Short&lt;/p&gt;</description><author>ada@example.com (Ada)</author>`;
    await using feed = await serveFeed(feedOf(item('a', 1, more)));
    await using server = await startStandIn(PUBLISHES);
    const template = '{title} by {author}\\n{summary}\\n\\n\\n{tags}';
    await server.social(['feed', feed.url, '--to', 'profnet', '--media', '--template', template]);
    const [{ body } = { body: {} }] = server.posts();
    expect(body).toMatchObject({
      text: 'a by Ada\nShort\n\n#opensource #C',
      media: [{ url: new URL('/a.jpg', feed.url).href }],
    });
  });
});

describe('the pictures of an item', () => {
  /** Publishes one item with these elements. @returns its media without the server's address, and what was noted */
  async function publish(elements: string, files: Readonly<Record<string, string>> = {}) {
    await using feed = await serveFeed((response, request) => {
      const file = files[request.url ?? ''];
      if (request.url === '/feed.xml') response.end(feedOf(item('a', 1, elements)));
      else response.writeHead(file === undefined ? 404 : 200).end(Buffer.from(file ?? '', 'latin1'));
    });
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(['feed', feed.url, '--to', 'profnet', '--media']);
    const media = (server.posts()[0]?.body.media ?? []) as { url: string; alt?: string }[];
    return { code, stderr, media: media.map((one) => ({ ...one, url: one.url.replace(/^http:\/\/[^/]+/, '') })) };
  }

  it('are recognized by their first bytes where neither type nor address tells', async () => {
    const elements = ['p', 'v', 'audio', 'text', 'missing'].map(
      (path) => `<enclosure url="/${path}" type="application/octet-stream" length="1"/>`,
    );
    const { media, stderr } = await publish(elements.join(''), {
      '/p': '\x89PNG\r\n\x1a\n and more',
      '/v': '\0\0\0\x18ftypisom and more',
      '/audio': '\0\0\0\x18ftypM4A  and more',
      '/text': 'Hello, this is a text',
    });
    expect(media).toEqual([{ url: '/p' }, { url: '/v' }]);
    expect(stderr).toMatch(/\/a: http:\S+\/text is left out: it is neither a picture nor a video/);
    expect(stderr).toMatch(/\/audio is left out: it is neither/);
    expect(stderr).toMatch(/\/missing is left out: it answered 404/);
  });

  it('are four at most, which a note says', async () => {
    const { media, stderr } = await publish(
      [1, 2, 3, 4, 5, 6].map((at) => `<enclosure url="/${at}.jpg" type="image/jpeg" length="1"/>`).join(''),
    );
    expect(media).toHaveLength(4);
    expect(stderr).toContain('2 more files left out: a post has at most 4');
  });

  it('have alternative texts of at most a thousand characters, which a note says', async () => {
    const alt = 'A long 🎉 text '.repeat(140);
    const { code, media, stderr } = await publish(
      `<media:content url="/a.jpg" medium="image"><media:description>${alt}</media:description></media:content>`,
    );
    const [{ alt: cut = '' } = {}] = media;
    expect(code).toBe(0);
    expect([...cut].length).toBeLessThanOrEqual(1_000);
    expect(cut).toMatch(/^A long .* …$/u);
    expect(stderr).toMatch(/the alternative text of http:\S+\/a\.jpg is cut to 1000 characters/);
  });
});

describe('the feed', () => {
  it('is not sent again while it has not changed since the last run was published', async () => {
    const text = feedOf(item('a'));
    await using feed = await serveFeed((response, request) => {
      if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
      response.writeHead(200, { etag: '"v1"' }).end(text);
    });
    await using server = await startStandIn(PUBLISHES);
    await using home = await temporaryDirectory({});
    const run = (...options: string[]) =>
      server.social(['feed', feed.url, '--to', 'profnet', ...options], { env: { HOME: home.path } });
    await run('--dry-run');
    await run();
    expect(feed.seen.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined]);
    const again = await run();
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('has not changed since the last run'),
    });
    expect(feed.seen.at(-1)?.['if-none-match']).toBe('"v1"');
    await run('--template', '{title}');
    expect(feed.seen.at(-1)?.['if-none-match']).toBeUndefined();
  });

  it('is read again after a run in which something failed', async () => {
    const text = feedOf(item('a'));
    await using feed = await serveFeed((response) => void response.writeHead(200, { etag: '"v1"' }).end(text));
    const post = postWith({ profnet: failed('post_rejected') });
    await using server = await startStandIn({
      ...NO_POSTS,
      'POST /api/v1/posts?dryRun=true': json(200, CHECKED),
      'POST /api/v1/posts': json(201, post),
    });
    await using home = await temporaryDirectory({});
    for (let run = 0; run < 2; run += 1) {
      await server.social(['feed', feed.url, '--to', 'profnet'], { env: { HOME: home.path } });
    }
    expect(feed.seen.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  it('may be in another encoding, by its declaration or the header', async () => {
    const text = feedOf(item('Z%FCrich')).replace('<title>Z%FCrich', '<title>Zürich');
    const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${text}`;
    await using server = await startStandIn(PUBLISHES);
    const answers: Answer[] = [
      (response) => response.end(Buffer.from(declared, 'latin1')),
      (response) =>
        response.writeHead(200, { 'content-type': 'text/xml; charset=iso-8859-1' }).end(Buffer.from(text, 'latin1')),
      (response) => response.end(Buffer.from(`\ufeff${declared.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le')),
    ];
    for (const answer of answers) {
      await using feed = await serveFeed(answer);
      await server.social(['feed', feed.url, '--to', 'profnet', '--template', '{title}']);
    }
    expect(server.posts().map(({ body }) => body.text)).toEqual(['Zürich', 'Zürich', 'Zürich']);
  });

  it('of WordPress becomes posts', async () => {
    const recorded = readFileSync(new URL('recorded/wordpress-rss2.xml', import.meta.url), 'utf8');
    await using feed = await serveFeed(recorded);
    await using server = await startStandIn(PUBLISHES);
    await server.social(['feed', feed.url, '--to', 'profnet', '--since', 'all', '--max', '9']);
    expect(server.posts().map(({ body }) => body.text)).toEqual([
      'A note without a title\n\nhttp://blog.example:8099/?p=7',
      'How to use List in C++\n\nhttp://blog.example:8099/?p=6',
      'It’s out: v1.4.0 — “faster” & smaller\n\nhttp://blog.example:8099/?p=4',
      '日本語のお知らせ 🎉\n\nhttp://blog.example:8099/?p=5',
      'Hello world!\n\nhttp://blog.example:8099/?p=1',
    ]);
  });

  it.each<[string, Answer, RegExp]>([
    ['answers with an error', (response) => response.writeHead(503).end(), /could not be read: it answered 503/],
    [
      'redirects for ever',
      (response) => response.writeHead(302, { location: '/again' }).end(),
      /it redirects more than 5 times/,
    ],
    [
      'redirects to a file',
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /it redirects to no web address/,
    ],
    [
      'never ends',
      (response) => {
        const chunk = Buffer.alloc(1_000_000, 'x');
        const write = () => response.write(chunk, (error) => !error && setImmediate(write));
        write();
      },
      /it is larger than 10 MB/,
    ],
    ['cuts the connection', (response) => response.socket?.destroy(), /could not be read/],
    ['is a web page', (response) => response.end('<html></html>'), /There is no RSS, Atom or JSON feed/],
  ])('that %s is an error, and nothing is sent', async (_name, answer, message) => {
    await using feed = await serveFeed(answer);
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(['feed', feed.url, '--to', 'profnet']);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('Nothing was sent');
    expect(server.posts()).toEqual([]);
  });
});

describe('wrong input', () => {
  it.each<[string, string[], RegExp]>([
    ['no address', ['feed', 'not an address'], /"not an address" is not the address of a feed/],
    ['a file', ['feed', 'file:///etc/passwd'], /is not the address of a feed/],
    ['a password', ['feed', 'https://ada:secret@blog.example/feed'], /holds a password/],
    ['no platform', ['feed', 'https://blog.example/feed', '--to', 'microblg'], /did you mean microblog/],
    ['a span', ['feed', 'https://blog.example/feed', '--since', 'yesterday'], /--since "yesterday" is not a span/],
    ['no items', ['feed', 'https://blog.example/feed', '--max', '0'], /from 1 to 1000/],
    ['an unknown field', ['feed', 'https://blog.example/feed', '--template', '{titel}'], /did you mean \{title\}/],
    ['another form', ['feed', 'https://blog.example/feed', '--template', '{{ title }}'], /write \{title\}/],
    ['no field', ['feed', 'https://blog.example/feed', '--template', 'New!'], /names no field/],
  ])('of %s ends with 2', async (_name, args, message) => {
    const given = args.includes('--to') ? args : [...args, '--to', 'profnet'];
    const { code, stderr } = await socialHere(given, { env: signedIn('http://127.0.0.1:9') });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toContain('secret');
  });
});
