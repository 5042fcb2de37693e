import { describe, expect, it } from 'vitest';
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

const MOST_GROWTH = 2.7;
const LEAST_MS = 40;

/** Processor time in milliseconds, the best of several runs; of one that takes less than `enoughMs`, which says all that is asked. */
function timeOf(work: () => unknown, enoughMs = LEAST_MS): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least >= enoughMs; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Returns the lowest growth of several tries, which a busy machine disturbs least. Quadratic reading comes near four. */
function growthOf(read: (length: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 10 && least >= MOST_GROWTH; attempt += 1) least = Math.min(least, growthOnce(read));
  return least;
}

/** Ratio of the times for twice the text and the text, once a run is long enough to measure. */
function growthOnce(read: (length: number) => unknown): number {
  let length = 4_000;
  let time = timeOf(() => read(length));
  while (time < LEAST_MS && length < 100_000) {
    length *= 2;
    time = timeOf(() => read(length));
  }
  return time < LEAST_MS ? 1 : timeOf(() => read(length * 2), time * MOST_GROWTH) / time;
}

describe('twice the text takes about twice the time', () => {
  it.each(Object.entries(CHANGELOGS))('to find the notes of a release among %s', { timeout: 60_000 }, (_name, make) => {
    const read = (length: number) => findReleaseNotes(`## 1.0.0\n\nb\n\n${make(length)}\n`, '1.0.0', 'CHANGELOG.md');
    expect(growthOf(read)).toBeLessThan(MOST_GROWTH);
  });

  it.each(Object.entries(POST_FILES))('to read a file of a post with %s', { timeout: 60_000 }, (_name, make) => {
    const read = (length: number) => {
      try {
        return readFrontMatter(make(length));
      } catch (error) {
        if (error instanceof FrontMatterError) return error;
        throw error;
      }
    };
    expect(growthOf(read)).toBeLessThan(MOST_GROWTH);
  });
});
