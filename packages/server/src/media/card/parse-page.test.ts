import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectCost, expectLinear } from '../../../../testkit/src/run/linear-time.ts';
import { parsePage } from './parse-page.ts';

describe('the facts of a page', () => {
  it.each<[string, string, [title: string | null, description: string | null, picture: string | null]]>([
    [
      'come from its Open Graph names first',
      `<html><head><title>Own</title><meta property="og:title" content="Open &amp; graph">
       <meta name="twitter:title" content="Bird"><meta name="description" content="Plain">
       <meta property="og:description" content="Graph"><meta property="og:image" content="/a.png"></head>`,
      ['Open & graph', 'Graph', '/a.png'],
    ],
    ['are its title where it names nothing', '<title> A \n title </title>', ['A title', null, null]],
    ['may stand in any order and case', "<META CONTENT='x' PROPERTY='OG:Title'>", ['x', null, null]],
    [
      'are not taken from an empty name',
      '<meta property="og:title" content=" "><title>Own</title>',
      ['Own', null, null],
    ],
    [
      'are the first of several',
      '<meta property="og:title" content="1"><meta property="og:title" content="2">',
      ['1', null, null],
    ],
    [
      'end with the head',
      '<head></head><body><meta property="og:title" content="late"><title>no</title>',
      [null, null, null],
    ],
    ['are not those of its scripts', '<script>"<title>no</title>"</script><title>yes</title>', ['yes', null, null]],
    ['are found in what is broken', '<html <meta ><p><<title>yes</title </b', ['yes', null, null]],
    ['have no marks that turn or hide text', '<title>a\u202Eb\u0000c\uFEFF</title>', ['a b c', null, null]],
    ['are missing in an empty page', '', [null, null, null]],
  ])('%s', (_what, html, [title, description, picture]) => {
    expect(parsePage(html)).toEqual({ title, description, picture });
  });

  it('are cut where they are too long, at a whole character', () => {
    const { title } = parsePage(`<title>${'👋'.repeat(400)}</title>`);
    expect(title).toMatch(/^(?:👋)+…$/u);
    expect(title?.length).toBeLessThanOrEqual(300);
  });

  it('are read from any text, in time', () => {
    const piece = fc.oneof(
      fc.constantFrom('<', '>', '</', '"', "'", '=', '&', '&#', ';', '<!--', '-->', '<![CDATA[', '<title>', '<meta '),
      fc.constantFrom(
        'property="og:title"',
        'content=',
        '<body',
        '<script>',
        '</script',
        '<svg><title>',
        '\u0000',
        '\uD800',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const facts = parsePage(pieces.join(''));
        expect(Object.values(facts).every((text) => text === null || (text !== '' && text.isWellFormed()))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['<', '<a ', '<meta property="', '&amp', '<title>', '<!--', '<p><b>', '</p>', '<meta name=a content=b>'])(
    'are read in linear time from many times %j',
    async (part) => {
      await expectLinear((length) => part.repeat(length / part.length), parsePage, 512 * 1024);
    },
  );

  it('are read in linear time from a tag with many attributes', async () => {
    const tag = (length: number) =>
      `<meta ${Array.from({ length: length / 8 }, (_, index) => `a${index}=b`).join(' ')}>`;
    await expectLinear(tag, parsePage, 512 * 1024);
  });

  it.each(['</head>', '<body>', '<div>'.repeat(101)])('are not looked for behind %s', async (end) => {
    const head = `<head><title>x</title>${'<link rel=icon>'.repeat(5_000)}`;
    const body = '<meta name=a content=b><p>y'.repeat(10_000);
    await expectCost(
      () => parsePage(head + end + body),
      2,
      () => parsePage(head),
    );
  });

  it.each(['<div>', '<svg>', '<template>', '<ul><li>', '<title></title><form>'])(
    'are read from %s nested without end as quickly as from a flat page',
    async (part) => {
      const page = (flat: string) => `<title>x</title>${flat.repeat((512 * 1024) / flat.length)}`;
      await expectCost(
        () => parsePage(page(part)),
        2,
        () => parsePage(page('<link rel=icon>')),
      );
    },
  );
});
