import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { readDocument } from './document.ts';
import { follow } from './follow.ts';
import { openEmptyWorld, openGuideWorld, ROOT } from './world.ts';

/** Documents that begin with nothing, and start what they need. */
const FROM_NOTHING = [
  'README.md',
  'docs/get-started.md',
  'docs/self-hosting.md',
  'docs/self-hosting/compose.md',
  'docs/self-hosting/docker.md',
  'docs/self-hosting/several-servers.md',
  'docs/self-hosting/systemd.md',
  'docs/guides/sandbox-in-your-tests.md',
];
/** Documents that a user follows first. */
export const FIRST: readonly string[] = ['README.md', 'docs/get-started.md'];
export const OTHERS: readonly string[] = [
  ...FROM_NOTHING,
  'packages/cli/README.md',
  ...['docs/concepts/*.md', 'docs/guides/*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted()),
].filter((path, at, all) => !FIRST.includes(path) && all.indexOf(path) === at);

/** Tests that documents do what they say. */
export function testSteps(paths: readonly string[]): void {
  const documents = paths.map((path) => ({ path, document: readDocument(join(ROOT, path)) }));
  const followed = documents.filter(({ document }) => document.steps.length > 0);

  test.concurrent.each(followed)('$path does what it says', async ({ path, document }) => {
    await using world = FROM_NOTHING.includes(path) ? await openEmptyWorld() : await openGuideWorld();
    await follow(document, world);
  });
}
