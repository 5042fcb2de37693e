import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const { fixed } = JSON.parse(read('.changeset/config.json')) as { fixed: string[][] };
const published = globSync('packages/*/package.json', { cwd: ROOT })
  .map((path) => JSON.parse(read(path)) as { name: string; private?: boolean })
  .flatMap(({ name, private: isPrivate }) => (isPrivate ? [] : [name]))
  .toSorted();

test('all published packages have one version', () => {
  expect(fixed.map((group) => group.toSorted())).toEqual([published]);
});

// `changeset version` refuses a changeset that names a private package beside a published one.
test('changesets name published packages only', () => {
  const named = globSync('.changeset/*.md', { cwd: ROOT }).flatMap((path) => {
    const [, head = ''] = /^---\n([\s\S]*?)^---$/m.exec(read(path)) ?? [];
    return Array.from(head.matchAll(/^"?(@[^":]+)"?:/gm), ([, name = '']) => `${path}: ${name}`);
  });
  expect(named.filter((line) => !published.some((name) => line.endsWith(`: ${name}`)))).toEqual([]);
});
