import { describe, test } from 'vitest';
import { FrontMatterError, readFrontMatter } from '../../../cli/src/commands/apply/files/front-matter.ts';
import { decodeFeed } from '../../../cli/src/commands/feed/reading/decode-feed.ts';
import { findFeedLinks } from '../../../cli/src/commands/feed/reading/feed-links.ts';
import { readFeed } from '../../../cli/src/commands/feed/reading/read-feed.ts';
import { CliError } from '../../../cli/src/lib/errors.ts';
import { findReleaseNotes } from '../../../cli/src/lib/post/release/release-notes.ts';
import { readHandle } from '../../../platforms/src/bluesky/identity/handle.ts';
import { parseLosslessJson } from '../../../platforms/src/http/lossless-json.ts';
import { readRetryAfterMs } from '../../../platforms/src/http/retry-after.ts';
import { readServerHost } from '../../../platforms/src/http/server-host.ts';
import { trustedUrl } from '../../../platforms/src/http/trusted-url.ts';
import { PlatformError } from '../../../platforms/src/platform-error.ts';
import { toPlainText } from '../../../rules/src/html/plain-text.ts';
import { lookAtFile } from '../../../rules/src/media/look/look-at-file.ts';
import { applyEdits } from '../../../rules/src/media/strip/apply-edits.ts';
import { planStrip } from '../../../rules/src/media/strip/plan-strip.ts';
import { isWholePicture } from '../../../rules/src/media/whole/whole-picture.ts';
import { look } from '../../../sandbox/src/world/files/look.ts';
import { AppError } from '../../../server/src/errors.ts';
import { bearerOf } from '../../../server/src/http/callers/authenticate.ts';
import { readCookie } from '../../../server/src/http/callers/cookies.ts';
import { readRange } from '../../../server/src/http/replies/file-reply.ts';
import { parsePage } from '../../../server/src/media/card/parse-page.ts';
import { mediaUrlProblem } from '../../../server/src/media/fetch/media-url.ts';
import { articleText } from '../../../server/src/services/posts/inbound-text.ts';
import { parseJsonText } from '../../../server/src/strict-json.ts';
import { expectLinear } from '../../src/run/linear-time.ts';

const repeat =
  (...parts: string[]) =>
  (length: number): string =>
    parts.map((part) => part.repeat(length / parts.join('').length)).join('');
const around =
  (head: string, part: string, tail = '') =>
  (length: number): string =>
    head + part.repeat(length / part.length) + tail;
const numbered =
  (head: string, part: (number: number) => string, tail: string) =>
  (length: number): string =>
    head + Array.from({ length: length / 12 }, (_, index) => part(index)).join('') + tail;

/** Boxes of an MP4, each of which is the whole content of another one. */
function nestedBoxes(count: number): string {
  const levels = Array.from({ length: count }, (_, level) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE((count - level) * 8);
    return size.toString('latin1') + (level === 0 ? 'moov' : 'trak');
  });
  return `\0\0\0\u0010ftypisom\0\0\0\0${levels.join('')}`;
}

/** Documents of an attacker that are slow to parse, by their length. */
export const DOCUMENTS: Readonly<Record<string, (length: number) => string>> = {
  'nested elements': repeat('<div>'),
  'nested elements of two kinds': repeat('<a><b>'),
  'nested drawings': repeat('<svg><title>'),
  'elements that are closed in another order': repeat('<div>', '</span>', '</p>'),
  'closing tags': repeat('</p></br>'),
  'items of nested lists': around('<ul>'.repeat(400), '<li>a'),
  'links of a page': numbered('', (number) => `<a href=/${number}>a`, '</a>'),
  'cells of a table': repeat('<tr><td>a<td>'),
  'many attributes': numbered('<a ', (number) => `b${number}="c" `, '>'),
  'a long attribute': around('<meta name="a" content="', 'b', '">'),
  'attributes without an end': repeat('<a b="'),
  comments: repeat('<!-- -'),
  'beginnings of CDATA': repeat('<![CDATA['),
  'brackets in CDATA': around('<![CDATA[', ']]', ']]>'),
  'processing instructions': repeat('<?a '),
  entities: numbered('<!DOCTYPE a [', (number) => `<!ENTITY a${number} "b">`, ']>'),
  'items of a feed': repeat('</title></item><item><title>a'),
  'files of a group': around('<media:group>', '<media:content url="/a" width="1"/>', '</media:group>'),
  'nested lists': repeat('['),
  'nested lists with their ends': repeat('[', ']'),
  'nested objects': repeat('{"a":', '1', '}'),
  'many keys': numbered('{', (number) => `"a${number}":1,`, '"b":1}'),
  'escapes in a text': around('"', '\\"', '"'),
  'a text without an end': around('"', '\\\\'),
  'a long number': repeat('9'),
  'many cells': repeat('a,";'),
  'items of YAML': around('---\na:\n', '- [b]\n', '---\n'),
  'references of YAML': around('---\na: &a [1]\nb:\n', '- *a\n', '---\n'),
  'nested quotes and items': repeat('> - '),
  'references without a definition': repeat('[a][b]'),
  'pairs of a header': repeat('a=b; '),
  'spaces in a header': around('Bearer ', ' ', 'a\u0001'),
  'ranges of bytes': around('bytes=', '1-2,'),
  'labels of a host': repeat('a.'),
  'hyphens in a host': around('a', '-', '.com'),
  'signs in an address': around('https://a.com/', '@:'),
  'blocks of one byte': around('GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0008', '\u0001\0'),
  'boxes without content': around('\0\0\0\u0010ftypmp42\0\0\0\0', '\0\0\0\u0008free'),
  'boxes within boxes': around('\0\0\0\u0010ftypmp42\0\0\0\0', '\u007f\0\0\0moov'),
  'items of a picture': around(
    '\0\0\0\u0010ftypheic\0\0\0\0\u007f\0\0\0meta\0\0\0\0\u007f\0\0\0iinf\0\0\u00ff\u00ff',
    '\0\0\0\u0014infe\u0002\0\0\0\0\u0001\0\0Exif',
  ),
  'elements without content': around('\u001aE\u00df\u00a3\u0080', '\u00ec\u0080'),
  'boxes in boxes': (length) => nestedBoxes(length / 8),
  'empty elements': around(
    '\u001aE\u00df\u00a3\u0080\u0018S\u0080g\u0001\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
    '\u00ec\u0080',
  ),
  'empty chunks': around('\u0089PNG\r\n\u001a\n', '\0\0\0\0tEXt\0\0\0\0'),
  'elements within tags': around(
    '\u001aE\u00df\u00a3\u0080\u0018S\u0080g\u0001\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u0012T\u00c3g\u0010\u00ff\u00ff\u00ff',
    'ss\u0080',
  ),
  'user data in boxes': around('\0\0\0\u0010ftypmp42\0\0\0\0\u007f\0\0\0moov\u007f\0\0\0udta', '\0\0\0\u0008abcd'),
  'tracks of metadata': around(
    '\0\0\0\u0010ftypmp42\0\0\0\0\u007f\0\0\0moov',
    '\0\0\0\u0030trak\0\0\0\u0028mdia\0\0\0\u0020hdlr\0\0\0\0\0\0\0\0meta\0\0\0\0\0\0\0\0\0\0\0\0',
  ),
  'comments of a GIF': around('GIF89a\u0001\0\u0001\0\0\0\0', '!\u00fe\0'),
  'texts of a PNG': around('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'.padEnd(33, '\0'), '\0\0\0\0tEXt\0\0\0\0'),
  'metadata of a WebP': around('RIFF\u00ff\u00ff\u00ff\u007fWEBP', 'EXIF\0\0\0\0'),
  'scans without pixels': around('\u00ff\u00d8', '\u00ff\u00da\0\u0002'),
  'segments of EXIF': around('\u00ff\u00d8', '\u00ff\u00e1\0\u0008Exif\0\0'),
  'segments of two bytes': around('\u00ff\u00d8', '\u00ff\u00e0\0\u0002'),
};

/** Runs a parser that may refuse what it gets. */
function tried(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if ([AppError, CliError, FrontMatterError, PlatformError].some((refusal) => error instanceof refusal)) return error;
    throw error;
  }
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const FEED = 'https://blog.example/feed';
const rss = (item: string) =>
  `<rss version="2.0"><channel><title>a</title><item><title>a</title>${item}</item></channel></rss>`;
const atom = (entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><id>a</id><title>a</title><entry><id>b</id>${entry}</entry></feed>`;
const feedOf = (item: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'a', items: [item] });
const host = { platform: 'mastodon', field: 'server', allowLoopback: true } as const;

/** Parsers of what strangers send, ours and those of libraries, with the longest input that they get. */
const PARSERS: Readonly<Record<string, readonly [longest: number, parse: (text: string) => unknown]>> = {
  'the page of a link card': [512 * 1024, parsePage],
  'an article': [250_000, articleText],
  'the text of a feed': [200_000, (text) => toPlainText(text, { links: { base: FEED } })],
  'a page that names feeds': [200_000, (text) => findFeedLinks(text, FEED)],
  'a feed': [200_000, (text) => tried(() => readFeed(text, FEED))],
  'an item of RSS': [200_000, (text) => tried(() => readFeed(rss(text), FEED))],
  'an author of RSS': [200_000, (text) => tried(() => readFeed(rss(`<author>${text}</author>`), FEED))],
  'an item of Atom': [200_000, (text) => tried(() => readFeed(atom(text), FEED))],
  'XHTML in Atom': [200_000, (text) => tried(() => readFeed(atom(`<content type="xhtml">${text}</content>`), FEED))],
  'a JSON Feed': [200_000, (text) => tried(() => readFeed(feedOf({ id: text, content_html: text }), FEED))],
  'a date of a feed': [200_000, (text) => tried(() => readFeed(rss(`<pubDate>${text}</pubDate>`), FEED))],
  'the encoding of a feed': [16_384, (text) => decodeFeed(bytesOf(text), text)],
  'a changelog': [100_000, (text) => tried(() => findReleaseNotes(`## 1.0.0\n\n${text}`, '1.0.0', 'CHANGELOG.md'))],
  'front matter': [100_000, (text) => tried(() => readFrontMatter(text))],
  'the body of a request': [256 * 1024, (text) => tried(() => parseJsonText(text))],
  'the answer of a network': [1_000_000, parseLosslessJson],
  'the structure of a file': [1_000_000, (text) => lookAtFile(sourceOf(bytesOf(text)))],
  'what a file tells beside what it shows': [1_000_000, (text) => stripped(bytesOf(text))],
  'a JPEG': [1_000_000, (text) => isWholePicture(piecesOf(bytesOf(text)), 'image/jpeg')],
  'a PNG': [1_000_000, (text) => isWholePicture(piecesOf(bytesOf(text)), 'image/png')],
  "a file that the sandbox's networks get": [1_000_000, (text) => look(syncSourceOf(bytesOf(text)))],
  cookies: [16_384, (text) => readCookie(text, 'b')],
  'an authorization': [16_384, (text) => tried(() => bearerOf(text))],
  'a range': [16_384, (text) => tried(() => readRange(text, 1_000))],
  'when to try again': [16_384, (text) => readRetryAfterMs({ headers: { get: () => text }, body: null }, 0)],
  'a host': [100_000, (text) => tried(() => readServerHost(text, host))],
  'a handle': [100_000, (text) => tried(() => readHandle(text, { allowTest: true }))],
  'the address of a file': [100_000, (text) => mediaUrlProblem(text, { allowLoopback: true })],
  'an address in an answer': [100_000, (text) => trustedUrl(text, ['https://a.com'])],
};

const sourceOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

const syncSourceOf = (data: Buffer) => ({
  bytes: data.length,
  read: (start: number, end: number) => data.subarray(start, end),
});
async function stripped(bytes: Buffer): Promise<number> {
  const plan = await planStrip(sourceOf(bytes));
  let length = 0;
  for await (const piece of plan ? applyEdits(piecesOf(bytes), plan) : piecesOf(bytes)) length += piece.length;
  return length;
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Tests every parser with these documents. */
export function testHostileBytes(documents: Readonly<Record<string, (length: number) => string>>): void {
  describe.each(Object.entries(PARSERS))(
    'parsing %s takes time proportional to its length',
    (_parser, [longest, parse]) => {
      test.each(Object.entries(documents))('from %s', { retry: 2 }, async (_document, make) => {
        await expectLinear(make, parse, longest);
      });
    },
  );
}
