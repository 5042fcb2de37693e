import { samplePng, startFileServer, uniqueText } from '@social/testkit';
import { expect, test } from 'vitest';
import { useResource } from '../../src/stack/use-stack.ts';
import { createCrashWorld } from './crash-world.ts';

const world = useResource(() => createCrashWorld({ workspaces: 1 }));
const files = useResource(startFileServer);

test('a server that dies between a copied file and its post copies the file again, and stores it once', async () => {
  const dying = await world.start({ SOCIAL_FAULT: 'after-copy' });
  const url = files.serve('/photo.png', { body: samplePng(7) });
  const made = await dying.workspaces[0]?.publish({
    ...{ text: uniqueText('Later'), platforms: ['profnet'], media: [{ url }], copyMedia: true },
    scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(await dying.hasEnded(60_000)).toBe(true);
  await dying.kill();
  expect(await world.query(`select sha256 from media`)).toHaveLength(1);

  const server = await world.start();
  await server.workspaces[0]?.untilPost(made?.body.id, { media: [{ url, copy: 'copied' }] });
  expect(files.requests).toEqual(['/photo.png', '/photo.png']);
  expect(await world.query(`select sha256 from media`)).toHaveLength(1);
});
