import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectCost } from '../../../testkit/src/run/linear-time.ts';
import { findEmoji } from './emoji.ts';

const PIECES = [
  ...['👨', '👩', '👧', '❤', '💋', '🏳', '🌈', '🏴', '🇩', '🇪', '🏽', '🏿', '©', '⌚', '🀄', '⏩', '😀', '🦰', '⚕'],
  ...[
    '\u200d',
    '\ufe0f',
    '\ufe0e',
    '\u20e3',
    '\u{e0067}',
    '\u{e0062}',
    '\u{e007f}',
    '#',
    '*',
    '1',
    '0',
    'a',
    ' ',
    '\ud83d',
  ],
];
const SEQUENCES = ['👨‍👩‍👧‍👦', '👩🏻‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '1️⃣', '🇩🇪', '🧑🏽‍⚕️'];

/** All emoji of a text by one pattern, which takes too long for texts of an attacker. */
const ALL =
  /[#*0-9]\uFE0F?\u20E3|[[\p{Emoji_Presentation}&&[\u2000-\u3FFF]]--[⏩-⏬⏰⏳⛎✅✊✋✨❌❎❓-❕➕-➗➰➿]]\uFE0F|[🀄🈚🈯]\uFE0F|\p{RGI_Emoji}/gv;

describe('the emoji of a text', () => {
  // The first test, since the pattern is compiled on first use.
  test('are found quickly in a process that has compiled so many patterns that V8 optimizes no further ones', async () => {
    const patterns = Array.from({ length: 1_000 }, (_, index) => {
      const pattern = new RegExp(`(?:[a-z]{2,20}x${index}|[A-Z]+y${index}){1,9}(?:\\w+z|\\d+q)*?`.repeat(8), 'u');
      // V8 interprets a pattern at first, and compiles it when it is used again.
      for (let run = 0; run < 4; run += 1) pattern.test(`abcx${index}ABCy`);
      return pattern;
    });
    const text = '👨\u200d'.repeat(10_000);
    expect(findEmoji(text)).toHaveLength(10_000);
    await expectCost(
      () => findEmoji(text),
      0.5,
      () => text.match(ALL),
    );
    expect(patterns).toHaveLength(1_000);
  });

  test('are those that one pattern finds in the whole text', () => {
    const piece = fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...SEQUENCES));
    const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const found = findEmoji(text).map(({ start, end }) => text.slice(start, end));
        expect(found).toEqual(text.match(ALL) ?? []);
      }),
      { numRuns: 2_000 },
    );
  });
});
