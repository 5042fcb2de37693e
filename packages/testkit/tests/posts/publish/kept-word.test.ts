import { startFileServer, useResource, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { KINDS, keepWord, reachAll, SETTINGS, type World } from './kept-word.ts';

const { stack } = useStack();
const { stack: other } = useStack({ env: { SOCIAL_PHOTONET_NETWORK: 'instagram-facebook' } });
const files = useResource(startFileServer);

let publishers: World['publishers'];
beforeAll(async () => {
  publishers = await reachAll(stack, other);
});

test.each(Object.entries(KINDS))('what a dry run says about %s, every network does', async (name, make) => {
  const settings = SETTINGS[Object.keys(KINDS).indexOf(name) % SETTINGS.length] ?? { meta: {} };
  const { published, ...kept } = await keepWord(name, { body: await make(), settings, files }, publishers);
  expect(kept).toEqual({ disagreements: [], unseen: 0 });
  expect(published).toBeGreaterThan(0);
});
