import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { findLinks } from '../text/links/links.ts';
import { toPlainText } from './plain-text.ts';

const PAGE = 'https://blog.example/2026/post';
const read = (html: string) => toPlainText(html, { links: { base: PAGE } });

describe('plain text of HTML', () => {
  it.each([
    ['<h1>Title</h1><p>One\n  <b>bold</b>   word</p><p>Two</p>', 'Title\n\nOne bold word\n\nTwo'],
    ['<p>Intro</p>\n<ul>\n<li>a</li>\n<li>b<ul><li>c</li></ul></li></ul><p>End', 'Intro\n• a\n• b\n  • c\n\nEnd'],
    ['<ol><li><p>one</p><p>more</p></li><li>two</li></ol>', '1. one\n  more\n2. two'],
    ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td></td><td>2</td></tr></table>', 'A | B\n1 | 2'],
    ['<pre>\nif (a)\n    b();\n\nc  d\n</pre>after', 'if (a)\n    b();\n\nc  d\n\nafter'],
    ['<dl><dt>Term</dt><dd>Meaning</dd></dl><blockquote>Quote</blockquote>', 'Term\nMeaning\n\nQuote'],
    ['a<script>alert(1)</script><style>p{}</style><template><p>x</p></template><!-- y -->b', 'ab'],
    ['one<br>two<br/>three\r\nfour\n\n\n\nfive', 'one\ntwo\nthree\nfour\n\nfive'],
    ['<html><head><title>x</title></head><body><o:p>Word</o:p> <my-tag>y</my-tag></body></html>', 'Word y'],
    ['Fish &amp; chips &#8364; &hellip; &copy 2026 AT&T &amp;lt;', 'Fish & chips € … &copy 2026 AT&T &lt;'],
  ])('of %j is %j', (html, text) => expect(read(html)).toBe(text));

  it.each(['List<String> of <T></T>', 'if a < b and c > d then 1<2', 'if a <b then', '  - a\n    - b  c\n\nd', '</'])(
    'leaves %j, which is text, as it is',
    (text) => expect(read(text)).toBe(text.trim()),
  );

  it.each([
    ['<a href="https://example.com/guide?a=1&amp;b=2">the guide</a>', 'the guide (https://example.com/guide?a=1&b=2)'],
    [
      '<a href="/about">About</a>, <a href="next">next</a>',
      'About (https://blog.example/about), next (https://blog.example/2026/next)',
    ],
    ['<a href="#top">Up</a> <a href="/2026/post#more">More</a> <a href="mailto:a@b.example">Mail</a>', 'Up More Mail'],
    [
      '<a href="javascript:alert(1)">Run</a> <a href="https://a:b@evil.example">Bank</a> <a href="tel:1">Call</a>',
      'Run Bank Call',
    ],
    ['<a href="https://example.com/a">https://example.com/a</a>', 'https://example.com/a'],
    ['<a href="https://www.example.com/a/">example.com/a</a>', 'https://www.example.com/a/'],
    ['<a href="https://example.com/long/path">example.com/lo…</a>', 'https://example.com/long/path'],
    [
      '<a href="https://a.example/1">One</a>, <a href="https://a.example/1">again</a>',
      'One (https://a.example/1), again',
    ],
    ['<a href="https://a.example/1">One</a>: https://a.example/1', 'One: https://a.example/1'],
    ['Fixed (<a href="/12">#12</a>)', 'Fixed (#12: https://blog.example/12)'],
    ['<a href="/a"><img src="b.png" alt="c"></a>d<a href="/e"></a>', 'd'],
    [
      '<a href="/a b.html">c</a> <a href="https://日本語.jp/案内">案内</a>',
      'c (https://blog.example/a%20b.html) 案内 (https://日本語.jp/案内)',
    ],
    ['<a href="/a"><h2>Head</h2><p>Text</p></a><p>Next</p>', 'Head\n\nText (https://blog.example/a)\n\nNext'],
  ])('keeps the addresses of %j: %j', (html, text) => expect(read(html)).toBe(text));

  it('leaves relative addresses out without a page, and every address unless it is asked for them', () => {
    const html = '<a href="/a">a</a> <a href="https://example.com/b">b</a>';
    expect(toPlainText(html, { links: {} })).toBe('a b (https://example.com/b)');
    expect(toPlainText(html)).toBe('a b');
  });

  it('has every address of any links once, where it can be followed', () => {
    const path = fc.stringMatching(/^[a-z0-9]{1,8}(?:_\([a-z]{1,3}\))?$/);
    const link = fc.record({
      path,
      shown: fc.stringMatching(/^[A-Z][a-z ]{0,6}$/),
      around: fc.constantFrom('', '()', '「」', '[]'),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 8 }), (links) => {
        const html = links.map(
          ({ path: to, shown, around: [open = '', close = ''] }) =>
            `<li>${open}<a href="/${to}">${shown}</a>${close}</li>`,
        );
        const text = read(`<ul>${html.join('')}</ul>`);
        const addresses = findLinks(text).map(({ start, end }) => text.slice(start, end));
        expect(addresses).toEqual([...new Set(links.map(({ path: to }) => `https://blog.example/${to}`))]);
      }),
    );
  });

  it('is made of anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (given) => typeof read(given) === 'string'));
  });

  const pieces = [
    '<div>',
    '<svg>',
    '<foo>',
    '<p>',
    '</p>',
    ' \n',
    '<!--',
    '<ul><li>a',
    '<li>a',
    '<a href=/b>c',
    '<td>a',
    '&lt;',
    '<a ',
  ];
  it.each(pieces)('takes linear time for many times %j', async (piece) => {
    await expectLinear((length) => piece.repeat(length / piece.length), read, 200_000);
    await expectLinear((length) => `<ul>`.repeat(400) + piece.repeat(length / piece.length), read, 200_000);
  });
});

it('reads what lies deep, and what follows it', () => {
  const deep = `<p>intro</p>${'<div>'.repeat(511)}core${'</div>'.repeat(511)}<p>outro</p>`;
  expect(toPlainText(deep)).toBe('intro\n\ncore\n\noutro');
  expect(toPlainText(`<p>a</p>${'<font>'.repeat(1_600)}<p>the rest</p>`)).toBe('a\n\nthe rest');
});
