import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { findFeedLinks } from '../../src/commands/feed/reading/feed-links.ts';
import { toPlainText } from '../../src/commands/feed/reading/plain-text.ts';
import { readFeed } from '../../src/commands/feed/reading/read-feed.ts';

const FEED = 'https://blog.example/feeds/all.xml';
const recorded = (name: string) => readFileSync(new URL(`recorded/${name}.xml`, import.meta.url), 'utf8');

const rss = (item: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>${channel}<item>${item}</item></channel></rss>`;
const atom = (entry: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><id>urn:f</id><title>F</title><updated>2026-11-24T10:00:00Z</updated><entry>${entry}</entry></feed>`;
const json = (item: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [{ id: '1', ...item }] });
const withDoctype = (entities: string, item: string) => rss(item).replace('<rss', `<!DOCTYPE rss [${entities}]><rss`);
const first = (feed: string, url = FEED) => readFeed(feed, url)[0];

/** Returns what is read of a feed, or why nothing is. */
function said(feed: string): string {
  try {
    return JSON.stringify(readFeed(feed, FEED));
  } catch (error) {
    return String(error);
  }
}

describe('a feed of WordPress', () => {
  const [rss2, ...others] = ['wordpress-rss2', 'wordpress-atom', 'wordpress-rdf'].map((name) =>
    readFeed(recorded(name), FEED),
  );

  it('says the same as RSS, Atom and RDF', () => {
    const comparable = (items = rss2) =>
      items?.map(({ title, link, summary, author, at }) => [title, link, summary, author, at]);
    for (const other of others) expect(comparable(other)).toEqual(comparable());
  });

  it('has titles, summaries and tags in plain text', () => {
    expect(rss2?.map(({ title }) => title)).toEqual([
      ...['Hello world!', '日本語のお知らせ 🎉', 'It’s out: v1.4.0 — “faster” & smaller', 'How to use List in C++', ''],
    ]);
    expect(rss2?.[2]).toMatchObject({
      id: 'http://blog.example:8099/?p=4',
      summary: 'What is new: Starts in 40 ms List<String> & friends',
      tags: ['Release notes', 'open source'],
      at: new Date('2026-11-24T10:00:00Z'),
    });
  });
});

describe('an item', () => {
  it.each([
    ['an entity', '<title>It&#8217;s &amp; that&apos;s</title>', "It’s & that's"],
    ['CDATA', '<title><![CDATA[Fish & <b>chips</b>]]></title>', 'Fish & chips'],
    ['HTML that was escaped twice', '<title>Fish &amp;amp; &lt;i&gt;chips&lt;/i&gt;</title>', 'Fish & chips'],
    ['what only looks like HTML', '<title>Use List&lt;String&gt;, a &lt; b</title>', 'Use List<String>, a < b'],
    ['lines and tabs', '<title>One\n\t two</title>', 'One two'],
  ])('has a title of %s', (_name, given, title) => {
    expect(first(rss(given))?.title).toBe(title);
  });

  it('keeps plain text of Atom and JSON Feed as it is', () => {
    expect(first(atom('<id>1</id><title>AT&amp;T &lt;b&gt;</title>'))?.title).toBe('AT&T <b>');
    expect(first(json({ title: 'AT&T <b>' }))?.title).toBe('AT&T <b>');
    expect(first(json({ content_text: 'a < b\nc' }))?.summary).toBe('a < b\nc');
  });

  it('counts relative links from the feed, or from what Atom names', () => {
    expect(first(rss('<link>/p/1?a=1&amp;b=2</link>'))?.link).toBe('https://blog.example/p/1?a=1&b=2');
    const entry = '<id>1</id><link href="p1"/>';
    expect(first(atom(entry))?.link).toBe('https://blog.example/feeds/p1');
    expect(first(atom(entry, ' xml:base="https://other.example/x/"'))?.link).toBe('https://other.example/x/p1');
    expect(first(atom(entry, ' xml:base="../y/"'))?.link).toBe('https://blog.example/y/p1');
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'http://'])('has no link to %s', (link) => {
    expect(first(rss(`<title>T</title><link>${link}</link>`))?.link).toBe('');
  });

  it.each([
    ['RFC 822', '<pubDate>Tue, 24 Nov 2026 10:00:00 EST</pubDate>', '2026-11-24T15:00:00.000Z'],
    ['RFC 3339 where RFC 822 belongs', '<pubDate>2026-11-24T10:00:00+01:00</pubDate>', '2026-11-24T09:00:00.000Z'],
    ['no form at all', '<pubDate>last Tuesday</pubDate>', undefined],
    ['nothing', '<pubDate></pubDate>', undefined],
  ])('has the date of %s', (_name, given, at) => {
    expect(first(rss(`<title>T</title>${given}`))?.at?.toISOString()).toBe(at);
  });

  it('is known by its id, else by its link, else by title and date', () => {
    const link = '<link>https://blog.example/1</link>';
    expect(first(rss(`<guid isPermaLink="false"> tag:1 </guid>${link}`))?.id).toBe('tag:1');
    expect(first(rss(link))?.id).toBe('https://blog.example/1');
    const date = '<pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate>';
    expect(first(rss(`<title>T</title>${date}`))?.id).toBe('["T","2026-11-24T10:00:00.000Z"]');
    expect(first(rss('<guid>https://blog.example/2</guid>'))?.link).toBe('https://blog.example/2');
  });

  it('has the name in its author', () => {
    const author = (text: string) => first(rss(`<title>T</title><author>${text}</author>`))?.author;
    expect(author('ada@example.com (Ada Lovelace)')).toBe('Ada Lovelace');
    expect(author('ada@example.com')).toBe('');
  });

  it('is read in linear time, whatever its author is', async () => {
    const feed = (length: number) => rss(`<title>T</title><author>${'('.repeat(length)}</author>`);
    await expectLinear(feed, said);
  });

  it('has pictures and videos, each once, and nothing else', () => {
    const media = [
      '<enclosure url="/a.jpg" type="image/jpeg" length="1"/><enclosure url="/a.mp3" type="audio/mpeg" length="1"/>',
      '<media:content url="/a.jpg" type="image/jpeg"><media:description>A &lt;b&gt;chart&lt;/b&gt;</media:description></media:content>',
      '<media:group><media:content url="/b.mp4" medium="video"/></media:group>',
    ];
    expect(first(rss(media.join('')))?.media).toEqual([
      { url: 'https://blog.example/a.jpg', alt: 'A chart' },
      { url: 'https://blog.example/b.mp4' },
    ]);
  });

  it('has a summary of at most a thousand characters, cut between words', () => {
    const summary = first(rss(`<description>${'word '.repeat(900)}</description>`))?.summary ?? '';
    expect(summary.length).toBeLessThanOrEqual(1_002);
    expect(summary).toMatch(/word …$/);
  });
});

describe('what is no feed', () => {
  it.each(['', 'Not found', '{', '{"items": []}', '<rss>', '<html><body>Hello</body></html>'])(
    '%j is refused',
    (text) => {
      expect(() => readFeed(text, FEED)).toThrow(/There is no RSS, Atom or JSON feed at https:\/\/blog\.example/);
    },
  );

  it('a page leads to its feeds', () => {
    const page = '<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>';
    expect(() => readFeed(page, FEED)).toThrow(/but a page that names: https:\/\/blog\.example\/feed\.xml/);
  });

  it('entities that grow, and elements in elements, cost next to nothing', () => {
    const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('');
    const bomb = withDoctype(`<!ENTITY a0 "x">${entities}`, '<title>&a12;</title>');
    expect(said(bomb).length).toBeLessThan(1_000);
    const deep = rss(`<title>T</title><x>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</x>`);
    expect(said(deep).length).toBeLessThan(1_000);
    const file = withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">', '<title>&x;</title>');
    expect(said(file)).not.toContain('root:');
  });
});

describe('plain text of HTML', () => {
  it('has a line for each block, and nothing of scripts', () => {
    const html = '<h1>A</h1><p>b<br>c</p><script>alert(1)</script><ul><li>d</li></ul><style>p{}</style>';
    expect(toPlainText(html)).toBe('A\n\nb\nc\n\nd');
  });

  it('is the text itself where there is no markup', () => {
    const words = fc.array(fc.stringMatching(/^[\p{L}\p{N}.,;:!?()'"-]+$/u), { minLength: 1 });
    fc.assert(fc.property(words, (given) => toPlainText(given.join(' ')) === given.join(' ')));
  });

  it('is made of anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (given) => typeof toPlainText(given) === 'string'));
  });

  const nested = ['<div>', '<svg>', '<foo>', '<p>', '</p>', '<template>', ' \n', '<!--'].map((part) => [part]);
  it.each([...nested, ['<div>', '</span>', '</p>']].map((parts) => [parts.join(' … '), parts] as const))(
    'and links of a page like %j take linear time',
    async (_page, parts) => {
      const make = (length: number) => parts.map((part) => part.repeat(length / 20)).join('');
      await expectLinear(make, toPlainText, 1_000_000);
      await expectLinear(make, (page) => findFeedLinks(page, FEED), 1_000_000);
    },
  );
});
