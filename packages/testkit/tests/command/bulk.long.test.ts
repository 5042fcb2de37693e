import { publishedTexts, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { applyPosts, fileOf } from './post-files.ts';

// The limit that servers have by default; stacks of tests have none.
const { stack } = useStack({ env: { SOCIAL_RATE_LIMIT: '300' } });
const { desk } = useDeskPerTest(stack, ['profnet']);

const filesOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`posts/${String(at).padStart(3, '0')}.md`, fileOf(`Post ${at}`)]),
  );

test('more files than the server takes requests in a minute are published, and found at once by the next run', {
  timeout: 240_000,
}, async () => {
  await desk.write(filesOf(320));
  const first = await applyPosts(desk, '--yes');
  expect(first.code).toBe(0);
  expect(first.entries.filter(({ status }) => status === 'published')).toHaveLength(320);
  expect(first.stderr).toMatch(/"Waiting: the server takes more requests in \d+ s"/);
  expect(await publishedTexts(stack, 'linkedin')).toHaveLength(320);

  const second = await applyPosts(desk, '--yes');
  expect(second.code).toBe(0);
  expect(new Set(second.entries.map(({ action, note }) => `${action}: ${note}`))).toEqual(
    new Set(['skip: already published']),
  );
  expect(await publishedTexts(stack, 'linkedin')).toHaveLength(320);
});
