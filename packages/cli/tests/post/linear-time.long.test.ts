import { describe, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { FrontMatterError, readFrontMatter } from '../../src/commands/apply/files/front-matter.ts';
import { findReleaseNotes } from '../../src/lib/post/release/release-notes.ts';

/** Texts that are made to be slow to read, of about so many characters. */
const CHANGELOGS: Readonly<Record<string, (length: number) => string>> = {
  'spaces in a line': (length) => `a${' '.repeat(length)}b`,
  'open comments': (length) => '<!--'.repeat(length / 4),
  'open tags': (length) => '<a '.repeat(length / 3),
  'line breaks': (length) => `a${'\n'.repeat(length)}b`,
  'underlined headings': (length) => 'b\n---\n\n'.repeat(length / 7),
  tables: (length) => '| b |\n| - |\n| c |\n\n'.repeat(length / 19),
  'versions in a heading': (length) => `## ${'-1.1'.repeat(length / 4)}_\n`,
  headings: (length) => '### b\n'.repeat(length / 6),
  'items with links': (length) => '- [a](https://a.example)\n'.repeat(length / 25),
  'definitions of links': (length) => '[1.0]: https://a.example/b_c\n'.repeat(length / 29),
  'quotes as deep as they may be': (length) => `${'>'.repeat(32)} a\n\n`.repeat(length / 36),
  'as many stars in a paragraph as there may be': (length) => `${'*a_ '.repeat(250)}\n\n`.repeat(length / 1002),
};

const POST_FILES: Readonly<Record<string, (length: number) => string>> = {
  'spaces before the last word': (length) => `---\nplatforms: [profnet]\n---\na${' '.repeat(length)}b`,
  'line breaks before the text': (length) => `---\nplatforms: [profnet]\n---\n${' \n'.repeat(length / 2)}b`,
  'front matter without an end': (length) => `---\n${'--- a\n'.repeat(length / 6)}`,
  'a list of lists': (length) => `---\na: [${'[b],'.repeat(length / 4)}]\n---\n`,
};

describe('twice the text takes about twice the time', () => {
  it.each(Object.entries(CHANGELOGS))('to find the notes of a release among %s', async (_name, make) => {
    const find = (text: string) => findReleaseNotes(`## 1.0.0\n\nb\n\n${text}\n`, '1.0.0', 'CHANGELOG.md');
    await expectLinear(make, find);
  });

  it.each(Object.entries(POST_FILES))('to read a file of a post with %s', async (_name, make) => {
    const read = (text: string) => {
      try {
        return readFrontMatter(text);
      } catch (error) {
        if (error instanceof FrontMatterError) return error;
        throw error;
      }
    };
    await expectLinear(make, read);
  });
});
