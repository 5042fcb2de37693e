import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../testkit/src/run/linear-time.ts';
import { findLinks } from './links.ts';

const found = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

/** Addresses of every form. Each is found as it stands. */
const ADDRESSES = [
  'https://example.com',
  'HTTPS://Example.com/A',
  'http://example.com/',
  'https://sub.ko-fi.com/a-b_c',
  'https://example.com:8080/path?x=1&y[]=2#part-3',
  'https://example.com?ref=home',
  'https://en.wikipedia.org/wiki/Foo_(bar)',
  'https://example.com/a_(b(c)d)/e',
  'https://de.wikipedia.org/wiki/K%C3%A4se',
  'https://de.wikipedia.org/wiki/Käse',
  'https://en.wikipedia.org/wiki/Michelson–Morley_experiment',
  'https://ja.wikipedia.org/wiki/日本',
  'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ',
  'https://th.wikipedia.org/wiki/ประเทศไทย',
  'https://ko.wikipedia.org/wiki/대한민국',
  'https://fa.wikipedia.org/wiki/می‌خواهم',
  'https://пример.рф/новости',
  'https://日本語.jp/案内',
  'https://xn--bcher-kva.example/x',
  'https://web.archive.org/web/2020/https://example.com/a',
  'https://example.com/@ada/1',
  'https://youtu.be/abc_def-_',
  'http://localhost:3000/a',
  'http://192.168.0.1/a',
  'https://api.dev.local/health',
];
const SITES = [
  'example.com',
  'ko-fi.com/ada',
  '日本語.jp',
  'sub.example.co.uk:8080/a?b=c',
  '9gag.com',
  'example.com/about',
];

/** Every character of a category of Unicode. */
function ofCategory(pattern: RegExp): string[] {
  return Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => pattern.test(character));
}

describe('links of a text', () => {
  it.each([
    ...['詳細はこちら：https://example.com/', 'お知らせhttps://example.com/をご覧ください', '(https://example.com/)'],
    ...['See https://example.com/.', '"https://example.com/"', '**https://example.com/**', '<https://example.com/>'],
    ...['https://example.com/\u200bx', 'https://example.com/🎉', 'https://example.com/1️⃣', '_https://example.com/_'],
    ...[
      '[https://example.com/]',
      '[here](https://example.com/)',
      'https://example.com/입니다',
      'Ende.https://example.com/',
    ],
    ...['‏https://example.com/‏', 'בhttps://example.com/', 'https://example.com/(see', '||https://example.com/||'],
  ])('in %j are just the address', (text) => expect(found(text)).toEqual(['https://example.com/']));

  it.each([
    ['【新着】https://example.com/a、https://example.com/b。', ['https://example.com/a', 'https://example.com/b']],
    ["'https://a.org/x','https://a.org/y'", ['https://a.org/x', 'https://a.org/y']],
    ['例えばexample.comとexample.orgを', ['example.com', 'example.org']],
    ['🎉example.com🎉', ['example.com']],
    ['https://example.com.Thanks', ['https://example.com']],
    ['https://example.com/c입니다', ['https://example.com/c']],
    ['https://example.comดู', ['https://example.com']],
    ['x https://example.com/日本語/page', ['https://example.com/日本語/page']],
    ['x https://example.com/ข่าว/ y', ['https://example.com/ข่าว/']],
  ])('in %j are %j', (text, expected) => expect(found(text)).toEqual(expected));

  it.each([
    ...[
      'https://ada:secret@example.com/',
      'https://example.com@example.org/',
      'ada@example.org',
      'ada.dev@example.org',
    ],
    ...['@ada.bsky.social', 'git+https://example.com/a', 'xhttps://example', 'http:///nowhere', 'https://', 'file.txt'],
    ...['version.1', 'at 10.am', 'It is done.So be it', 'com.example.app.Main', '/srv/example.com', 'https://-a-.com'],
  ])('does not find %j', (text) => expect(found(text)).toEqual([]));

  it('are found alone, in every form', () => {
    for (const address of [...ADDRESSES, ...SITES]) expect(found(address)).toEqual([address]);
  });

  it('never hold the brackets, quotes and punctuation of any script around them', () => {
    const openings = ofCategory(/[\p{Ps}\p{Pi}\p{Pf}\p{Po}]/u);
    // A slash behind an address belongs to it; so does one before a bare name, to a path.
    const closings = ofCategory(/[\p{Pe}\p{Pf}\p{Pi}\p{Po}]/u).filter((sign) => sign !== '/');
    for (const address of ADDRESSES) {
      const wrong = [
        ...openings.filter((sign) => found(`${sign}${address}`).join() !== address),
        ...closings.filter((sign) => found(`${address}${sign}`).join() !== address),
      ];
      expect([address, wrong]).toEqual([address, []]);
    }
  });

  it('are found at their places among any text', () => {
    const wrap = fc.constantFrom(
      ...ofCategory(/[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]/u).filter((sign) => !'/@'.includes(sign)),
    );
    const around = fc.array(wrap, { maxLength: 3 }).map((signs) => signs.join(''));
    const next = fc.constantFrom('', ' ', '\n', ' text', '\u3000次', '\u200b', '🎉');
    const written = ADDRESSES.filter((address) => !address.includes('('));
    fc.assert(
      fc.property(around, fc.constantFrom(...written), around, next, (before, address, behind, rest) => {
        expect(findLinks(before + address + behind + rest)).toEqual([
          { start: before.length, end: before.length + address.length, hasScheme: true },
        ]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    "!,'",
    'a-.b_',
    '語',
    '語.',
    'http://a:b',
    'http://a.b/(',
    'http://a.b/(((x',
    'https://a.com/日',
    '_',
    'a.https://',
    '1\uFE0F',
  ])('are found in linear time among many times %j', async (piece) => {
    await expectLinear((length) => `http://a.com/${piece.repeat(length / piece.length)}http://`, findLinksOf);
    await expectLinear((length) => piece.repeat(length / piece.length), findLinksOf);
  });
});

const findLinksOf = (text: string) => findLinks(text);
