import {
  countText,
  dependsOnNetwork,
  escapeMarkdown,
  findLinks,
  findMarks,
  fitText,
  fitThread,
  isBlankText,
  shorten,
  signedAddressEnd,
  toNfc,
} from '@social/rules';
import { useStack } from '@social/testkit';
import { PLATFORM_IDS } from '@social/types';
import { describe, expect, test } from 'vitest';
import { safeQuote } from '../../../platforms/src/http/safe-quote.ts';
import { escapeLittleText } from '../../../platforms/src/profnet/linkedin/text/little-text.ts';
import { articleText, hashtagFor, oneLine } from '../../../server/src/services/posts/inbound-text.ts';
import { expectCost, expectLinear, MOST_GROWTH } from '../../src/run/linear-time.ts';

function characters(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index)).join('');
}

const HAN_AND_HANGUL = characters(0x4e00, 20_000) + characters(0xac00, 11_000);
const ASTRAL = characters(0x20000, 40_000);
const repeat =
  (piece: string, head = '', tail = '') =>
  (length: number): string =>
    head + piece.repeat(Math.ceil(length / piece.length)) + tail;
const distinct =
  (alphabet: string, head = '') =>
  (length: number): string =>
    `${head}${alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)}.com`;

/** Joined emoji without a period, so that no two of their windows are equal. */
function joinedEmoji(length: number): string {
  const emoji = ['👨', '👩', '👧', '👦', '🏽', '❤', '🏳', '🌈'];
  let text = '';
  for (let seed = 1; text.length < length; seed = (seed * 48_271) % 0x7fffffff) text += `${emoji[seed % 8]}\u200d`;
  return text;
}

/** Texts of an attacker that are slow to process, by their length in UTF-16 units. */
export const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  'distinct characters in one label': distinct(HAN_AND_HANGUL),
  'distinct astral characters in one label': distinct(ASTRAL, 'http://'),
  'many labels': repeat('é.語.'),
  'many top-level domains': repeat('example.co.uk.com.'),
  'underscores in a domain': repeat('a_b.com_'),
  'nested quotes': repeat('> '),
  'marks in two orders': repeat('\u0301\u0323', 'e'),
  'marks on one character': repeat('\u0301', 'e'),
  'families of emoji': repeat('👨‍👩‍👧‍👦'),
  'joined emoji without an end': repeat('👨\u200d'),
  'joined emoji in no order': joinedEmoji,
  'regional indicators': repeat('🇩'),
  'skin tones': repeat('🏽'),
  brackets: repeat('[](('),
  'brackets in an address': repeat('((a)', 'http://a.com/'),
  'addresses without an end': repeat('http://'),
  'signs behind an address': repeat("!,'", 'http://a.com/', 'http://'),
  'names of sites': repeat('a-.b_'),
  'names without spaces': repeat('語', '', '.'),
  'passwords in addresses': repeat('http://a:b'),
  dots: repeat('.'),
  'ideographic dots': repeat('é．é.'),
  hashes: repeat('#a'),
  'marks on a hashtag': repeat('\u0301', '#a', '_'),
  'punctuation in a hashtag': repeat('!', '#a', 'a'),
  'at signs': repeat('@'),
  'blank lines': repeat('\n \n'),
  spaces: repeat(' ', 'x', 'x'),
  'line ends of another system': repeat('\r\n'),
  'ends of sentences': repeat('.")\'x'),
  tags: repeat('<script><style><!--'),
  'beginnings of tags': repeat('<a '),
  entities: repeat('&am&#10;'),
  'halves of characters': repeat('\ud800'),
};

/** Functions that process texts of users, tools or networks, with the longest text that they get. */
const WALKS: Readonly<Record<string, readonly [longest: number, walk: (text: string) => unknown]>> = {
  'counting by weight': [100_000, (text) => countText('microblog', text)],
  'counting characters': [100_000, (text) => countText('socialnet', text)],
  'comparing networks': [100_000, (text) => dependsOnNetwork('chatbot', [text], true)],
  'finding addresses': [100_000, (text) => findLinks(text)],
  'finding addresses as X does': [100_000, (text) => findLinks(text, 'x')],
  'finding marks': [100_000, (text) => PLATFORM_IDS.map((platform) => findMarks(platform, text, 'telegram'))],
  'fitting by weight': [200_000, (text) => fitText('microblog', text, { suffix: '\n\n#tag' })],
  'fitting with escapes': [200_000, (text) => fitText('chatbot', text, { network: 'discord' })],
  'cutting a thread by weight': [100_000, (text) => fitThread('microblog', text)],
  'cutting a thread': [100_000, (text) => fitThread('profnet', text)],
  'escaping Markdown': [100_000, escapeMarkdown],
  'escaping little text': [100_000, escapeLittleText],
  'looking for something visible': [100_000, isBlankText],
  shortening: [100_000, (text) => shorten(text, text.length - 1)],
  composing: [100_000, toNfc],
  'reading an article': [200_000, articleText],
  'reading a title': [2_000, oneLine],
  'reading a keyword': [200, hashtagFor],
  'reading when an address ends': [
    100_000,
    (text) => signedAddressEnd(`https://a.example/?${new URLSearchParams({ jwt: text, policy: text, hdnts: text })}`),
  ],
  'quoting a network': [50_000, (text) => safeQuote(text, ['secret'])],
};

const MOST_CHARACTERS = 100_000;
const MOST_BYTES = 250_000;
/** Cost of a text that counts as harmless. A platform with a limit between the half and the whole fits the whole alone. */
const HARMLESS_MS = 40;
/** Texts that are blank, so that the server refuses them. */
const BLANK = ['blank lines', 'line ends of another system'];
/** Articles that are blank without their tags. */
const BLANK_ARTICLES = [...BLANK, 'tags'];

/** The longest such text that a request takes. */
function longestOf(make: (length: number) => string): string {
  for (let length = MOST_CHARACTERS; ; length *= 0.97) {
    const text = make(Math.floor(length)).toWellFormed();
    if (text.length <= MOST_CHARACTERS && bytesOf(text) <= MOST_BYTES) return text;
  }
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Tests every function, and a server, with the hostile texts of these names. */
export function testHostileTexts(names: readonly string[]): void {
  const hostile = Object.entries(HOSTILE).filter(([name]) => names.includes(name));

  describe.each(Object.entries(WALKS))('%s takes time proportional to the length', (_walk, [longest, walk]) => {
    test.each(hostile)('of %s', { retry: 2 }, async (_text, make) => {
      await expectLinear(make, walk, longest);
    });
  });

  describe('a server', () => {
    const { stack, workspace } = useStack({ connect: ['microblog', 'profnet'] });

    /** Expects that the whole text costs at most `MOST_GROWTH` times the half, while the server answers others. */
    async function expectLinearAnswer(
      make: (length: number) => string,
      expected: number,
      ask: (text: string) => Promise<{ readonly status: number }>,
    ): Promise<void> {
      const whole = longestOf(make);
      const half = make(whole.length / 2).toWellFormed();
      const answerTo = (text: string) => async () => {
        const [answer, health] = await Promise.all([ask(text), fetch(`${stack.url}/healthz`)]);
        expect([answer.status, health.status]).toEqual([expected, 200]);
      };
      await expectCost(answerTo(whole), MOST_GROWTH, answerTo(half), HARMLESS_MS);
    }

    test.each(hostile)('weighs a post in linear time: %s', { retry: 2 }, async (name, make) => {
      await expectLinearAnswer(make, BLANK.includes(name) ? 400 : 200, (text) =>
        workspace.api('POST', '/api/v1/posts?dryRun=true', { body: { text, platforms: PLATFORM_IDS } }),
      );
    });

    test.each(hostile)('fits an article in linear time: %s', { retry: 2 }, async (name, make) => {
      const address = `/api/webhooks/incoming?test=true&platforms=${PLATFORM_IDS.join(',')}`;
      await expectLinearAnswer(make, BLANK_ARTICLES.includes(name) ? 400 : 201, (body) =>
        workspace.api('POST', address, { body: { body, keyword: 'news' } }),
      );
    });
  });
}
