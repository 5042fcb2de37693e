import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVideoResource } from './metadata.ts';

const snippetOf = (text: string, settings: Record<string, unknown> = {}) =>
  readVideoResource({ text, settings }).snippet;

describe('the title', () => {
  it.each([
    ['the first line', 'A day\nby the sea', 'A day'],
    ['the first line that is not blank', '\r\n \n  A day \r\nby the sea', 'A day'],
    ['100 characters of a longer one', 'x'.repeat(150), 'x'.repeat(100)],
    ['no half of an emoji', `${'x'.repeat(95)}👨‍👩‍👧!`, 'x'.repeat(95)],
    ['no space at its end', `${'x'.repeat(99)} more`, 'x'.repeat(99)],
  ])('is %s', (_name, text, title) => {
    expect(snippetOf(text)).toMatchObject({ title, description: text });
  });

  it('is always one that YouTube takes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        fc.pre(text.trim() !== '' && !/[<>]/.test(text));
        const { title } = snippetOf(text);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(100);
        expect(text).toContain(title);
      }),
    );
  });

  it('is the given one, counted in characters', () => {
    expect(snippetOf('Words', { title: ' Own ' }).title).toBe('Own');
    expect(snippetOf('Words', { title: '👋'.repeat(100) }).title).toHaveLength(200);
  });
});

it('is public and in the category of people and blogs where nothing else is said', () => {
  expect(readVideoResource({ text: 'Words', settings: {} })).toEqual({
    snippet: { title: 'Words', description: 'Words', categoryId: '22' },
    status: { privacyStatus: 'public' },
  });
});

it('takes tags as a list or as one text, and leaves out empty ones', () => {
  for (const tags of [['sea', ' long walk ', ''], 'sea, long walk,,']) {
    expect(snippetOf('Words', { tags }).tags).toEqual(['sea', 'long walk']);
  }
  expect(snippetOf('Words', { tags: '' })).not.toHaveProperty('tags');
});

it('counts tags as YouTube does: commas, and quotes around a tag with a space', () => {
  const half = 'x'.repeat(249);
  expect(snippetOf('Words', { tags: [half, `${half}y`] }).tags).toHaveLength(2);
  expect(() => snippetOf('Words', { tags: [half, `${half}yz`] })).toThrow('the tags have 501 characters');
  expect(snippetOf('Words', { tags: [`a ${'x'.repeat(496)}`] }).tags).toHaveLength(1);
  expect(() => snippetOf('Words', { tags: [`a ${'x'.repeat(497)}`] })).toThrow('the tags have 501 characters');
});

it.each([
  ['a long title', { title: 'x'.repeat(101) }, 'the title has 101 characters'],
  ['an empty title', { title: '  ' }, 'must be a text of 1 to 100 characters'],
  ['a number as a title', { title: 7 }, 'must be a text of 1 to 100 characters'],
  ['a title with <', { title: 'a < b' }, "no < or > in a video's title"],
  ['an unknown privacy status', { privacyStatus: 'secret' }, 'public, unlisted, private'],
  ['tags that are no texts', { tags: [7] }, 'a list of texts'],
  ['tags that are no list', { tags: { a: 1 } }, 'a list of texts'],
  ['a category of movies', { categoryId: '30' }, 'YouTube has no category 30 for videos'],
  ['a category that is not a number', { categoryId: 'music' }, 'categoryId of a video must be a number'],
])('refuses %s', (_name, settings, message) => {
  expect(() => readVideoResource({ text: 'Words', settings })).toThrow(message);
});

it.each([
  ['1 < 2', 'no < or >'],
  [`é${'x'.repeat(4999)}`, '1 bytes too long'],
  ['\n \n', 'no line that could be the title'],
])('refuses a description that YouTube would refuse', (text, message) => {
  expect(() => readVideoResource({ text, settings: {} })).toThrow(message);
});
