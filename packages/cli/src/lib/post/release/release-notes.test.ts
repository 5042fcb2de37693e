import { describe, expect, it } from 'vitest';
import { findReleaseNotes, readMadeNotes, versionIn } from './release-notes.ts';

const CHANGELOG = `# Changelog

All notable changes. Versions before 0.9.0 are not listed.

## [Unreleased]

- Not yet.

## [1.4.0] - 2026-11-01

A **big** release, see [the guide](https://example.com/guide) or <https://example.com/x_y_z>.
Still the same line.

### Added

- \`social apply\` takes *files* ([#12](https://example.com/12)), thanks to @ada
  - also nested ones
- [![badge](https://example.com/b.svg)](https://example.com) ![picture](a.png)
- a [local link](./docs/a.md) and https://example.com/bare?a=b

<!-- not for readers -->

### Fixed

1. one
2. two

#### Upgrading from 1.3.0

\`\`\`sh
npm install tool@1.4.0
\`\`\`

## 1.4.0-rc.1 (2026-10-20)

- Candidate.

## v1.3.0

- Older.

[1.4.0]: https://example.com/compare/v1.3.0...v1.4.0
`;

describe('the notes of a release', () => {
  it('are plain text that reads well', () => {
    expect(findReleaseNotes(CHANGELOG, 'v1.4.0', 'CHANGELOG.md')).toEqual({
      version: '1.4.0',
      name: '',
      title: '1.4.0 - 2026-11-01',
      notes: `A big release, see the guide (https://example.com/guide) or https://example.com/x_y_z. Still the same line.

Added
• social apply takes files, thanks to ada
  • also nested ones
• a local link and https://example.com/bare?a=b

Fixed
1. one
2. two

Upgrading from 1.3.0

npm install tool@1.4.0`,
    });
  });

  it.each([
    ['1.4.0', '1.4.0 - 2026-11-01'],
    ['cli@1.4.0', '1.4.0 - 2026-11-01'],
    ['@acme/cli@1.4.0', '1.4.0 - 2026-11-01'],
    ['release/v1.4.0', '1.4.0 - 2026-11-01'],
    ['V1.4.0-RC.1', '1.4.0-rc.1 (2026-10-20)'],
    ['1.3.0', 'v1.3.0'],
    ['unreleased', 'Unreleased'],
    [undefined, '1.4.0 - 2026-11-01'],
  ])('of %s are those below %s', (wanted, title) => {
    expect(findReleaseNotes(CHANGELOG, wanted, 'CHANGELOG.md').title).toBe(title);
  });

  it.each([
    ['a heading of the first level', '# 1.4.0 (2026-11-01)\n\nNew.\n\n# 1.3.0\n\nOld.'],
    ['underlined', 'v1.4.0\n------\n\nNew.\n\nv1.3.0\n------\n\nOld.'],
    ['a link', '## [v1.4.0](https://example.com/v1.4.0)\n\nNew.\n\n## [v1.3.0](https://example.com/v1.3.0)\n\nOld.'],
    ['a link elsewhere', '## [1.4.0]\n\nNew.\n\n## [1.3.0]\n\nOld.\n\n[1.4.0]: https://example.com'],
    ['with the name of the package', '## tool@1.4.0\n\nNew.\n\n## tool@1.3.0\n\nOld.'],
    ['with a word before', '## Version 1.4.0\n\nNew.\n\n## Version 1.3.0\n\nOld.'],
    ['with a name after it', '### 1.4.0: "Nightingale"\n\nNew.\n\n### 1.3.0: "Owl"\n\nOld.'],
    ['lower than others', '# Tool\n\n#### 1.4.0\n\nNew.\n\n# Other\n\nOld.'],
    ['with Windows line ends', '## 1.4.0\r\n\r\nNew.\r\n\r\n## 1.3.0\r\n\r\nOld.'],
    ['emphasized', '## **1.4.0** _(2026-11-01)_\n\nNew.\n\n## **1.3.0**\n\nOld.'],
  ])('are found where the heading is %s', (_how, markdown) => {
    for (const wanted of ['v1.4.0', undefined]) {
      const { version, notes } = findReleaseNotes(markdown, wanted, 'CHANGELOG.md');
      expect({ version, notes }).toEqual({ version: '1.4.0', notes: 'New.' });
    }
  });

  it('are not those of a longer or shorter version, nor of one that is only mentioned', () => {
    const markdown = '## 1.4.10\n\nTen.\n\n### Fixed since 1.4.1\n\nSome.\n\n## 1.4.1\n\nOne.\n\n## 11.4.1\n\nEleven.';
    expect(findReleaseNotes(markdown, '1.4.1', 'CHANGELOG.md').notes).toBe('One.');
    expect(() => findReleaseNotes(markdown, '1.4', 'CHANGELOG.md')).toThrow('no section "1.4"');
  });

  it('keep an example that looks like a heading', () => {
    const markdown = '## 2.0.0\n\n```md\n## 1.0.0\n```\n\n> ## 0.9.0\n\nEnd.';
    expect(findReleaseNotes(markdown, '2.0.0', 'CHANGELOG.md').notes).toBe('## 1.0.0\n\n0.9.0\n\nEnd.');
  });

  it('keep the cells of a table apart, and nothing of tags', () => {
    const markdown =
      '## 2.0.0\n\n| a | b |\n|---|---|\n| `x` | ~~y~~ |\n\n<details><summary>More</summary>\n\nOne<br>two\n\n</details>';
    expect(findReleaseNotes(markdown, '2.0.0', 'CHANGELOG.md').notes).toBe('a | b\nx | y\n\nMore\n\nOne\ntwo');
  });

  it('that do not exist are answered with those that exist, the nearest first', () => {
    const find = () => findReleaseNotes(CHANGELOG, 'v1.3.1', 'CHANGELOG.md');
    expect(find).toThrow('CHANGELOG.md has no section "v1.3.1"');
    try {
      find();
    } catch (error) {
      expect((error as { report: { hints: string[] } }).report.hints[0]).toBe(
        'There are: v1.3.0, 1.4.0 - 2026-11-01, 1.4.0-rc.1 (2026-10-20)',
      );
    }
  });

  it.each([
    ['only unreleased changes', '## Unreleased\n\n- x', undefined, 'no section of a released version'],
    ['nothing below the heading', '## 1.0.0\n\n<!-- soon -->\n\n## 0.9.0\n\nx', '1.0.0', 'is empty'],
  ])('are refused where there is %s', (_what, markdown, wanted, message) => {
    expect(() => findReleaseNotes(markdown, wanted, 'CHANGELOG.md')).toThrow(message);
  });
});

it.each([
  ['v1.4.0', '1.4.0'],
  ['1.4.0-beta.2+build.5', '1.4.0-beta.2+build.5'],
  ['2026.11', '2026.11'],
  ['cli-v2.0.0', '2.0.0'],
  ['main', undefined],
  ['2026-11-01', undefined],
  ['10', undefined],
])('%s names the version %s', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

describe('the packages of one changelog', () => {
  const BOTH = '# Changes\n\n## cli@1.4.0\n\n- Faster\n\n## [@acme/sdk@1.4.0] - 2026-11-01\n\n- Smaller\n';

  it.each([
    ['cli@1.4.0', 'cli'],
    ['cli-v1.4.0', 'cli'],
    ['sdk@1.4.0', '@acme/sdk'],
    ['@acme/sdk@1.4.0', '@acme/sdk'],
    ['packages/sdk/v1.4.0', '@acme/sdk'],
  ])('are selected by the tag %s', (wanted, name) => {
    expect(findReleaseNotes(BOTH, wanted, 'CHANGELOG.md')).toMatchObject({ version: '1.4.0', name });
  });

  it.each(['v1.4.0', 'web@1.4.0'])('are not taken for each other where %s names none of them', (wanted) => {
    expect(() => findReleaseNotes(BOTH, wanted, 'CHANGELOG.md')).toThrow('no section');
  });

  it.each(['v1.4.0', 'release-1.4.0', 'tool@1.4.0'])(
    'are found by any tag where the headings name no package: %s',
    (wanted) => {
      expect(findReleaseNotes('## Release 1.4.0\n\n- New', wanted, 'CHANGELOG.md')).toMatchObject({ name: '' });
    },
  );
});

describe('the notes that a release tool made', () => {
  const read = (markdown: string, version = '1.1.0') => readMadeNotes(markdown, version, 'The notes');

  it.each([
    ['## 1.1.0 (2026-11-01)\n\n- x', { title: '1.1.0 (2026-11-01)', name: '', notes: '• x' }],
    ['# [1.1.0](https://example.com/c)\n\n- x', { title: '1.1.0', name: '', notes: '• x' }],
    ['## cli@1.1.0\n\n- x', { title: 'cli@1.1.0', name: 'cli', notes: '• x' }],
    ['<a name="1.1.0"></a>\n## cli@1.1.0\n\n- x', { title: 'cli@1.1.0', name: 'cli', notes: '• x' }],
    ['# Changelog\n\n## cli@1.1.0\n\n- x', { title: 'cli@1.1.0', name: 'cli', notes: '• x' }],
    ['- x', { title: '1.1.0', name: '', notes: '• x' }],
    ['', { title: '1.1.0', name: '', notes: '' }],
    ['## 1.1.0\n\n### Migrating 1.1.0\n\n- y', { title: '1.1.0', name: '', notes: 'Migrating 1.1.0\n• y' }],
  ])('have the heading and package of their version: %j', (markdown, wanted) => {
    expect(read(markdown)).toEqual(wanted);
  });

  it('of two packages are those of neither', () => {
    const notes = 'cli@1.1.0\n• x\n\nsdk@1.1.0\n• y';
    expect(read('## cli@1.1.0\n\n- x\n\n## sdk@1.1.0\n\n- y')).toEqual({ title: '1.1.0', name: '', notes });
  });

  it.each([
    ['### Features\n\n- x\n\n### Migrating 1.1.0\n\n- y', 'Features\n• x\n\nMigrating 1.1.0\n• y'],
    ['- x\n\n### Migrating 1.1.0\n\n- y', '• x\n\nMigrating 1.1.0\n• y'],
    ['### Upgrade\n\n#### Migrating 1.1.0\n\n- y', 'Upgrade\n\nMigrating 1.1.0\n• y'],
  ])(
    'without a heading are whole, and of no package, though a heading within them leads with the version: %j',
    (markdown, notes) => {
      expect(read(markdown)).toEqual({ title: '1.1.0', name: '', notes });
    },
  );

  it.each([
    ['1.1.0', ''],
    ['cli@1.1.0', 'cli'],
  ])('keep the text above the heading %s, and its package', (heading, name) => {
    const notes = `Thanks to all.\n\n${heading}\n• x`;
    expect(read(`Thanks to all.\n\n## ${heading}\n\n- x`)).toEqual({ title: '1.1.0', name, notes });
  });

  it.each(['#', '##', '###'])('keep what another plugin adds, after a heading such as %s 1.1.0', (level) => {
    const { title, notes } = read(`${level} 1.1.0\n\n- x\n\n## Docker image\n\nexample.com/tool`);
    expect({ title, notes }).toEqual({ title: '1.1.0', notes: '• x\n\nDocker image\n\nexample.com/tool' });
  });
});

describe('a changelog whose minor versions stand above its patches', () => {
  const mixed = `# [2.4.0](https://github.com/a/b/compare/v2.3.1...v2.4.0) (2026-11-20)

### Features

* new

## [2.3.1](https://github.com/a/b/compare/v2.3.0...v2.3.1) (2026-10-01)

### Bug Fixes

* old

# [2.3.0](https://github.com/a/b/compare/v2.2.0...v2.3.0) (2026-09-01)

### Features

* older

### cli@2.3.0

* of a package
`;

  it.each([
    ['2.4.0', 'Features\n• new'],
    ['2.3.1', 'Bug Fixes\n• old'],
    ['2.3.0', 'Features\n• older\n\ncli@2.3.0\n• of a package'],
  ])('gives %s its own notes alone', (version, notes) => {
    expect(findReleaseNotes(mixed, version, 'CHANGELOG.md').notes).toBe(notes);
  });

  it('keeps the releases below a title that is a version', () => {
    expect(findReleaseNotes('# 2.0\n\n## 2.0.1\n\n- b\n\n## 2.0.0\n\n- a\n', '2.0', 'a.md').notes).toBe(
      '2.0.1\n• b\n\n2.0.0\n• a',
    );
  });
});
