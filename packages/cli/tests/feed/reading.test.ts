import { readFileSync } from 'node:fs';
import { toPlainText } from '@social/rules/html';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { decodeFeed } from '../../src/commands/feed/reading/decode-feed.ts';
import { findFeedLinks } from '../../src/commands/feed/reading/feed-links.ts';
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

  it.each([
    ['Tue, 24 Nov 26 10:00 EST', '2026-11-24T15:00:00Z'],
    ['24 Nov 2026 10:00:00 +0530', '2026-11-24T04:30:00Z'],
    ['Tue, 24 Nov 2026 10:00:00 CEST', '2026-11-24T08:00:00Z'],
    ['Tue, 24 Nov 2026 10:00:00 JST', '2026-11-24T01:00:00Z'],
    ['Tue, 24 Nov 2026 10:00:00 GMT+0100 (Central European Standard Time)', '2026-11-24T09:00:00Z'],
    ['Tue, 24 Nov 2026 10:00:00 Europe/Berlin', '2026-11-24T09:00:00Z'],
    ['Fri, 24 Jul 2026 10:00:00 America/New_York', '2026-07-24T14:00:00Z'],
    ['Tue Nov 24 10:00:00 CET 2026', '2026-11-24T09:00:00Z'],
    ['Tue, 24-Nov-2026 10:00:00 GMT', '2026-11-24T10:00:00Z'],
    ['Tue, 24 Nov 2026 24:00:00 Z', '2026-11-25T00:00:00Z'],
    ['November 24th, 2026 10:30 PM', '2026-11-24T22:30:00Z'],
    ['5 Sept 2026 12:00 am', '2026-09-05T00:00:00Z'],
    ['2026-11-24 10:00:00', '2026-11-24T10:00:00Z'],
    ['2026-11-24T10:00:00.123+01', '2026-11-24T09:00:00Z'],
    ['20261124T100000Z', '2026-11-24T10:00:00Z'],
    ['2026-11', '2026-11-01T00:00:00Z'],
    ['24.11.2026 10:00', '2026-11-24T10:00:00Z'],
    ['11/24/2026', '2026-11-24T00:00:00Z'],
    ['24/11/2026', '2026-11-24T00:00:00Z'],
    ['1795514400', '2026-11-24T10:00:00Z'],
    ['Di, 24 Nov 2026 10:00:00 +0100', '2026-11-24T09:00:00Z'],
    ['24. Dezember 2026, 10:00 Uhr', '2026-12-24T10:00:00Z'],
    ['mar., 24 nov. 2026 10:00', '2026-11-24T10:00:00Z'],
    ['24 de diciembre de 2026', '2026-12-24T00:00:00Z'],
    ['lun. 3 août 2026', '2026-08-03T00:00:00Z'],
    ['вт, 24 ноя 2026 10:00:00 +0300', '2026-11-24T07:00:00Z'],
    ['24 ноября 2026 г.', '2026-11-24T00:00:00Z'],
    ['3 października 2026', '2026-10-03T00:00:00Z'],
    ['2026年11月24日 10:00', '2026-11-24T10:00:00Z'],
    ['11/05/2026', undefined],
    ['24 listopada 2026', undefined],
    ['31 Feb 2026', undefined],
    ['Tue, 24 Nov 2026 25:00:00 GMT', undefined],
    ['Tue, 24 Nov 2026 10:00:00 XYZT', undefined],
    ['three days ago', undefined],
  ])('may have the date %s', (given, at) => {
    const read = first(rss(`<title>T</title><pubDate>${given}</pubDate>`));
    expect(read?.at).toEqual(at === undefined ? undefined : new Date(at));
    expect(read?.date).toBe(given);
  });

  it('has a date that every machine reads alike, whatever its zone', () => {
    const dates = fc.record({
      at: fc.date({ min: new Date('1970-01-02'), max: new Date('2099-12-31'), noInvalidDate: true }),
      locale: fc.constantFrom('en-US', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'sv', 'tr', 'fi', 'uk'),
      month: fc.constantFrom('long', 'short'),
    });
    fc.assert(
      fc.property(dates, ({ at, locale, month }) => {
        const text = at.toLocaleDateString(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
        const read = first(rss(`<title>T</title><pubDate>${text}</pubDate>`))?.at;
        expect(read?.toISOString().slice(0, 10)).toBe(at.toISOString().slice(0, 10));
      }),
    );
  });

  it('is known by its id, else by its link, else by its text', () => {
    const link = '<link>https://blog.example/1</link>';
    expect(first(rss(`<guid isPermaLink="false"> tag:1 </guid>${link}`))?.id).toBe('tag:1');
    expect(first(rss(link))?.id).toBe('https://blog.example/1');
    const date = '<pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate>';
    const text = first(rss(`<title>T</title><description>S</description>${date}`));
    expect(text).toMatchObject({ id: '["T","S"]', formerId: '["T","2026-11-24T10:00:00.000Z"]' });
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

  it.each([
    [
      'the default of a group',
      '<media:group><media:content url="/s.jpg" width="9"/><media:content url="/m.jpg" width="99" isDefault="true"/><media:content url="/l.jpg" width="999"/></media:group>',
      ['m.jpg'],
    ],
    [
      'the largest of a group',
      '<media:group><media:content url="/s.jpg" width="9" height="9"/><media:content url="/l.jpg" width="99" height="99"/></media:group>',
      ['l.jpg'],
    ],
    [
      'the largest file of a group',
      '<media:group><media:content url="/s.mp4" fileSize="9"/><media:content url="/l.mp4" fileSize="99"/></media:group>',
      ['l.mp4'],
    ],
    [
      'one picture of a group and its enclosure',
      '<enclosure url="/s.jpg" type="image/jpeg"/><media:group><media:content url="/s.jpg" width="9"/><media:content url="/l.jpg" width="99"/></media:group>',
      ['l.jpg'],
    ],
    ['a picture without a type', '<enclosure url="/a.JPG?w=1"/>', ['a.JPG?w=1']],
    ['a type that is an extension', '<enclosure url="/a" type="jpg"/>', ['a']],
    [
      'a type of bytes with an address that tells',
      '<enclosure url="/a.webm" type="application/octet-stream"/>',
      ['a.webm'],
    ],
    [
      'a thumbnail where there is nothing else',
      '<enclosure url="/a.mp3" type="audio/mpeg"/><media:thumbnail url="/s.jpg" width="9"/><media:thumbnail url="/l.jpg" width="99"/>',
      ['l.jpg'],
    ],
    [
      'no thumbnail beside a video',
      '<media:content url="/v.mp4" type="video/mp4"><media:thumbnail url="/s.jpg"/></media:content>',
      ['v.mp4'],
    ],
    ['nothing of a sound or a document', '<enclosure url="/a.jpg" type="audio/mpeg"/><enclosure url="/b.pdf"/>', []],
  ])('has %s', (_name, elements, names) => {
    const media = first(rss(`<title>T</title>${elements}`))?.media ?? [];
    expect(media.map(({ url }) => url)).toEqual(names.map((name) => `https://blog.example/${name}`));
    expect(media.filter(({ isUnsure }) => isUnsure)).toEqual([]);
  });

  it('counts links of RSS from xml:base, those of an item from the base of its feed', () => {
    const given = rss('<title>T</title><link>p1</link>')
      .replace('<rss', '<rss xml:base="https://other.example/x/"')
      .replace('<item>', '<item xml:base="y/">');
    expect(first(given)).toMatchObject({ link: 'https://other.example/x/y/p1' });
    const entry = atom('<id>1</id><link href="p1"/>', ' xml:base="../y/"').replace('<entry>', '<entry xml:base="z/">');
    expect(first(entry)?.link).toBe('https://blog.example/y/z/p1');
  });

  it('has the addresses of its links in the summary, counted from its page, and that of the page itself not again', () => {
    const links = '&lt;a href="b"&gt;part two&lt;/a&gt; &lt;a href="/posts/1#more"&gt;more&lt;/a&gt;';
    const item = `<title>&lt;a href="/x"&gt;T&lt;/a&gt;</title><link>/posts/1</link><description>${links}</description>`;
    expect(first(rss(item))).toMatchObject({ title: 'T', summary: 'part two (https://blog.example/posts/b) more' });
  });

  it('has a summary of at most a thousand characters, cut between words', () => {
    const summary = first(rss(`<description>${'word '.repeat(900)}</description>`))?.summary ?? '';
    expect(summary.length).toBeLessThanOrEqual(1_002);
    expect(summary).toMatch(/word …$/);
  });
});

describe('the encoding of a feed', () => {
  const declared = (encoding: string) => `<?xml version='1.0' encoding = '${encoding}'?><a>Zürich</a>`;
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const cyrillic = Buffer.concat([latin1('<?xml version="1.0" encoding="windows-1251"?>'), Buffer.from([0xcf, 0xf0])]);

  it.each<[string, Uint8Array, string, string]>([
    ['its declaration', latin1(declared('ISO-8859-1')), 'text/xml', 'Zürich'],
    ['its declaration of another alphabet', cyrillic, '', 'Пр'],
    ['the header', latin1('<a>Zürich</a>'), 'text/xml; charset = "iso-8859-1"', 'Zürich'],
    ['its mark against the header', Buffer.from('\ufeff<a>Zürich</a>'), 'text/xml; charset=iso-8859-1', 'Zürich'],
    ['its first bytes', Buffer.from(declared('UTF-16'), 'utf16le'), '', 'Zürich'],
    ['its declaration where the header is wrong', latin1(declared('ISO-8859-1')), 'text/xml; charset=utf-8', 'Zürich'],
    ['its bytes where everything is wrong', latin1(declared('utf-8')), 'text/xml; charset=nothing', 'Zürich'],
  ])('is that of %s', (_name, bytes, contentType, text) => {
    expect(decodeFeed(bytes, contentType)).toContain(text);
    expect(decodeFeed(bytes, contentType)).not.toContain('\ufeff');
  });
});

describe('an old or unusual feed', () => {
  const item = { title: 'T', link: 'https://blog.example/1' };
  const elements = '<title>T</title><link>https://blog.example/1</link>';
  const rdf = (namespace: string) =>
    `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="${namespace}"><channel><title>t</title></channel><item>${elements}</item></r:RDF>`;

  it.each([
    [
      'RSS 0.91',
      `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">${rss(elements).replace('<?xml version="1.0"?>', '').replace('2.0', '0.91')}`,
    ],
    ['RSS 0.90', rdf('http://my.netscape.com/rdf/simple/0.9/')],
    ['RSS 1.0', rdf('http://purl.org/rss/1.0/')],
    ['a feed after empty lines', `\n\n${rss(elements)}`],
    [
      'Atom with a prefix',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:id>f</a:id><a:entry><a:id>1</a:id><a:title>T</a:title><a:link href="/1"/></a:entry></a:feed>',
    ],
    ['JSON Feed 1.0', json({ title: 'T', url: '/1' }).replace('version/1.1', 'version/1')],
  ])('of %s is read', (_name, given) => {
    expect(first(given)).toMatchObject(item);
  });

  it('may name its namespaces otherwise', () => {
    const given = rss(
      '<m:content url="/a.jpg"/><c:encoded>&lt;p&gt;Text&lt;/p&gt;</c:encoded><d:creator>Ada</d:creator><d:date>2026-11-24</d:date>',
    ).replace(
      'xmlns:media',
      'xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:m',
    );
    expect(first(given)).toMatchObject({
      ...{ summary: 'Text', author: 'Ada', at: new Date('2026-11-24'), media: [{ url: 'https://blog.example/a.jpg' }] },
    });
  });

  it('may have XHTML in titles and texts', () => {
    const xhtml = (name: string) =>
      `<${name} type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> &amp; &lt;odd&gt; one</div></${name}>`;
    expect(first(atom(`<id>1</id>${xhtml('title')}${xhtml('content')}`))).toMatchObject({
      ...{ title: 'A bold & <odd> one', summary: 'A bold & <odd> one' },
    });
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
    expect(toPlainText(html)).toBe('A\n\nb\nc\n• d');
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
