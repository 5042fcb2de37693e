import { startFileServer, useResource, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { FURTHER_KINDS, KINDS, keepWord, reachAll, SETTINGS, type World } from './kept-word.ts';

const { stack } = useStack();
const { stack: other } = useStack({ env: { SOCIAL_PHOTONET_NETWORK: 'instagram-facebook' } });
const files = useResource(startFileServer);

let publishers: World['publishers'];
beforeAll(async () => {
  publishers = await reachAll(stack, other);
});

describe.each(SETTINGS.map((settings) => ({ settings })))('with the settings $settings.meta', ({ settings }) => {
  test.each(Object.entries({ ...KINDS, ...FURTHER_KINDS }))('%s', async (name, make) => {
    const kept = await keepWord(name, { body: await make(), settings, files }, publishers);
    expect(kept.disagreements).toEqual([]);
  });
});
