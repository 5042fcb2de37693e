import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeLittleText } from './little-text.ts';

const RESERVED = '\\|{}@[]()<>#＃*_~';

/** Reads little text as the network does: escapes, bare hashtags and mentions; a reserved character elsewhere ends the text. */
function readAsNetwork(commentary: string): string {
  return commentary.replace(
    /(@\[)((?:\\.|[^\\\]])+)(\]\(urn:li:(?:person|organization):[\w-]+\))|\\([\s\S])|([#＃][\p{L}\p{M}\p{N}]+)|([\\|{}@[\]()<>#＃*_~][\s\S]*)/gu,
    (_all, before, name, after, escaped, hashtag) => {
      if (name !== undefined) return `${before}${name.replaceAll(/\\(.)/g, '$1')}${after}`;
      return escaped ?? hashtag ?? '';
    },
  );
}

describe('escapeLittleText', () => {
  it.each([
    ['plain text, nothing reserved', 'plain text, nothing reserved'],
    ['#news', '#news'],
    ['read #News2 now', 'read #News2 now'],
    ['#Ärger #日本', '#Ärger #日本'],
    ['a#b', 'a\\#b'],
    ['#1', '\\#1'],
    ['##twice', '\\#\\#twice'],
    ['#snake_case', '\\#snake\\_case'],
    ['(aside)', '\\(aside\\)'],
    ['@ada <3 *_*', '\\@ada \\<3 \\*\\_\\*'],
    ['back\\slash', 'back\\\\slash'],
    ['two\r\nlines', 'two\r\nlines'],
    ['with @[Acme Inc](urn:li:organization:123)!', 'with @[Acme Inc](urn:li:organization:123)!'],
    ['@[Ada_L #1](urn:li:person:a-B_1)', '@[Ada\\_L \\#1](urn:li:person:a-B_1)'],
    ['@[Acme](urn:li:share:1)', '\\@\\[Acme\\]\\(urn:li:share:1\\)'],
    ['@[](urn:li:organization:1)', '\\@\\[\\]\\(urn:li:organization:1\\)'],
    ['@[a[b](urn:li:organization:1)', '\\@\\[a\\[b\\]\\(urn:li:organization:1\\)'],
  ])('writes %j as %j', (text, written) => {
    expect(escapeLittleText(text)).toBe(written);
  });

  it('loses and changes nothing that a reader sees', () => {
    const piece = fc.oneof(
      fc.constantFrom(...RESERVED),
      fc.constantFrom(
        '#tag',
        '#tag_x',
        ' #tag ',
        '\r\n',
        '👨‍👩‍👧',
        'שלום',
        '\u202E',
        'e\u0301',
        '\u200D',
        '@[x](urn:li:person:1)',
        '{hashtag|\\#|x}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (given) => {
        expect(readAsNetwork(escapeLittleText(given))).toBe(given);
      }),
      { numRuns: 2_000 },
    );
  });
});
