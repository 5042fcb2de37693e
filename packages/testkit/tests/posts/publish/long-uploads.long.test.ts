import { useResource } from '@social/testkit';
import { expect, test } from 'vitest';
import { createBackupWorld } from '../../operations/backup/backup-world.ts';
import { limitOf, publishThroughCuts } from './long-uploads.ts';

const MEGABYTES = Number(process.env['SOCIAL_TEST_VIDEO_MEGABYTES'] ?? 200);

const world = useResource(createBackupWorld);

test(`a video of ${MEGABYTES} MB whose upload is cut at 10, 50 and 99 % arrives, and is never held in memory`, {
  timeout: limitOf(MEGABYTES),
}, async () => {
  const grownMegabytes = await publishThroughCuts(world, MEGABYTES);
  process.stdout.write(`${JSON.stringify({ megabytes: MEGABYTES, grownMegabytes })}\n`);
  // Held in memory, the video would add its own size.
  expect(grownMegabytes).toBeLessThan(220);
});
