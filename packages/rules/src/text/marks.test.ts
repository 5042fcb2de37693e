import { PLATFORM_IDS } from '@social/types';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { foldAt } from './fold.ts';
import { findMarks } from './marks.ts';

function marked(...[platform, text, network]: Parameters<typeof findMarks>): string[] {
  return findMarks(platform, text, network).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

const TEXT = 'Hi @ada: https://example.org/x#y, example.com #Launch2026 #7';
const WRITTEN = 'link https://example.org/x#y';

describe('the marks of a text', () => {
  it.each([
    ['profnet', [WRITTEN, 'link example.com', 'tag #Launch2026']],
    ['microblog', ['mention @ada', WRITTEN, 'link example.com', 'tag #Launch2026']],
    ['mastodon', ['mention @ada', WRITTEN, 'tag #Launch2026']],
    ['socialnet', [WRITTEN, 'link example.com', 'tag #Launch2026']],
    ['photonet', ['mention @ada', 'tag #Launch2026']],
    ['video', [WRITTEN, 'link example.com', 'tag #Launch2026']],
    ['shortvideo', ['mention @ada', 'tag #Launch2026']],
    ['bluesky', [WRITTEN, 'link example.com', 'tag #Launch2026']],
    ['chatbot', []],
  ] as const)('%s', (platform, expected) => {
    expect(marked(platform, TEXT)).toEqual(expected);
  });

  it.each(PLATFORM_IDS.filter((platform) => !['photonet', 'shortvideo', 'chatbot'].includes(platform)))(
    'never holds the punctuation around a link on %s',
    (platform) => {
      const text = '【新着】https://example.com/a、（HTTPS://example.com/b）。"https://example.com/c_(d)"！';
      expect(marked(platform, text)).toEqual([
        ...['link https://example.com/a', 'link HTTPS://example.com/b', 'link https://example.com/c_(d)'],
      ]);
    },
  );

  it('depends on the chat that is connected', () => {
    expect(marked('chatbot', 'See https://a.org and example.com, @sandbox #news', 'telegram')).toEqual([
      ...['link https://a.org', 'link example.com', 'mention @sandbox', 'tag #news'],
    ]);
    expect(marked('chatbot', 'See https://a.org and example.com, @sandbox #news', 'discord')).toEqual([
      'link https://a.org',
    ]);
  });

  it('marks handles with a server, and tags in other scripts', () => {
    expect(marked('bluesky', 'With @ada.bsky.social')).toEqual(['mention @ada.bsky.social']);
    expect(marked('mastodon', 'With @ada@fosstodon.org')).toEqual(['mention @ada@fosstodon.org']);
    expect(marked('microblog', '#日本 #Größe #2026')).toEqual(['tag #日本', 'tag #Größe']);
    expect(marked('profnet', '#two_words #one')).toEqual(['tag #one']);
  });

  const pieces = ['@a', '#a', '@a.', '#', 'a.', '@', '@a@', 'https://a.b/'];
  it.each(PLATFORM_IDS.flatMap((platform) => pieces.map((piece) => [piece, platform] as const)))(
    'finds the marks of many times %j on %s in linear time',
    async (piece, platform) => {
      await expectLinear(
        (length) => piece.repeat(length / piece.length),
        (text) => findMarks(platform, text, 'telegram'),
      );
    },
  );

  it.each(PLATFORM_IDS)('finds a hashtag with much punctuation on %s in linear time', async (platform) => {
    await expectLinear(
      (length) => `#a${'!'.repeat(length)}a`,
      (text) => findMarks(platform, text, 'telegram'),
    );
  });
});

describe('the fold of a text', () => {
  it('is behind 150 characters on LinkedIn, at a space', () => {
    const text = 'word '.repeat(40);
    expect(foldAt('profnet', text.slice(0, 150))).toBeNull();
    const at = foldAt('profnet', text) ?? 0;
    expect(text.slice(0, at)).toBe('word '.repeat(30).trim());
    expect(foldAt('profnet', 'x'.repeat(151))).toBe(150);
    // A family is one character, and is not cut.
    expect(foldAt('profnet', '👨‍👩‍👧‍👦'.repeat(151))).toBe('👨‍👩‍👧‍👦'.length * 150);
  });

  it('is behind 25 lines on Bluesky', () => {
    expect(foldAt('bluesky', 'a\n'.repeat(24))).toBeNull();
    expect(foldAt('bluesky', 'a\n'.repeat(25))).toBe(49);
  });

  it('is unknown elsewhere', () => {
    expect(foldAt('photonet', 'x'.repeat(2_000))).toBeNull();
  });
});
