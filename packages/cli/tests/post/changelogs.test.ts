import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectLinear } from '../../../testkit/src/run/linear-time.ts';
import { findReleaseNotes, readMadeNotes } from '../../src/lib/post/release/release-notes.ts';

const changelog = (tool: string) => readFileSync(new URL(`changelogs/${tool}.md`, import.meta.url), 'utf8');

const WANTED: Readonly<Record<string, string>> = {
  'semantic-release': `Bug Fixes
• cli: keep the order of files
• read @acme/config once, thanks to ada

Features
• ✨ watch folders, see the guide (https://tool.example/watch)

BREAKING CHANGES
• cli: Node 20 is no longer supported.`,
  changesets: `Minor Changes
• Watch folders (thanks to ada)
• Keep the order of files`,
  'release-please': `⚠ BREAKING CHANGES
• drop Node 20

Features
• watch folders
• api: list what is watched`,
  'git-cliff': `🚀 Features
• (cli) Watch folders
• [breaking] Drop Node 20 by ada

🐛 Bug Fixes
• Keep the order of files

New Contributors
• bob made their first contribution`,
  'keep-a-changelog': `Added
• Watch folders, see the guide (https://tool.example/watch).
• Spanish translation by ada.

Fixed
• Order of files.`,
  github: `What's Changed

Exciting New Features 🎉
• Watch folders by ada
• 🐛 Keep the order of files by dependabot[bot]

New Contributors
• ada made their first contribution`,
};

it.each(Object.entries(WANTED))('a changelog of %s reads well in a post', (tool, text) => {
  expect(findReleaseNotes(changelog(tool), 'v1.5.0', 'CHANGELOG.md').notes).toBe(text);
});

it('notes keep the @ of names where they are to be mentioned', () => {
  const { notes } = findReleaseNotes(changelog('github'), '1.5.0', 'CHANGELOG.md', { mentions: true });
  expect(notes).toContain('• Watch folders by @ada\n');
});

it.each([
  ['Fix a crash (fixes #12, #13)', 'Fix a crash'],
  ['Fix a crash, closes #12 and #13.', 'Fix a crash.'],
  ['Fix a crash (abc1234)', 'Fix a crash'],
  ['1234567: Fix a crash', 'Fix a crash'],
  ['Fix a crash in acme/tool#12', 'Fix a crash'],
  ['[Fix a crash](https://example.com/acme/tool/-/merge_requests/12)', 'Fix a crash'],
  ['Fix a crash ([!12](https://example.com/acme/tool/-/merge_requests/12))', 'Fix a crash'],
  ['[#12](https://example.com/acme/tool/issues/12): Fix a crash', 'Fix a crash'],
  ['We are #1, and C#7 works (20261120)', 'We are #1, and C#7 works (20261120)'],
  ['Colors such as `#fff` and (#123456a)', 'Colors such as #fff and (#123456a)'],
  ['Mail ada@example.com or `npm i @acme/tool`', 'Mail ada@example.com or npm i @acme/tool'],
  [
    '`:sparkles:` is :sparkles:, :not-a-code: is not, 10:30:45 neither',
    ':sparkles: is ✨, :not-a-code: is not, 10:30:45 neither',
  ],
  ['Use @Injectable() and @decorator(x)', 'Use @Injectable() and @decorator(x)'],
  [
    'A list of [issues](https://example.com/acme/tool/issues)',
    'A list of issues (https://example.com/acme/tool/issues)',
  ],
])('the note %j reads %j', (note, text) => {
  expect(readMadeNotes(`- ${note}`, '1.0.0', 'The notes').notes).toBe(`• ${text}`);
});

it('notes of nothing but other packages stay', () => {
  const notes = '### Patch Changes\n\n- Updated dependencies [9d8e7f6]';
  expect(readMadeNotes(notes, '1.0.0', 'The notes').notes).toBe('Patch Changes\n• Updated dependencies');
});

it.each([
  '(#12',
  '#12 and ',
  '\uFFFC ',
  'fixes #12, ',
  ':a',
  '@a',
  '(abc1234',
  'a.b/c.d',
  '[#1](https://a.b/c/issues/1)\n- ',
])('notes of many times %j are read in linear time', async (piece) => {
  await expectLinear(
    (length) => `- ${piece.repeat(length / piece.length)}`,
    (notes) => readMadeNotes(notes, '1.0.0', 'The notes'),
    40_000,
  );
});
