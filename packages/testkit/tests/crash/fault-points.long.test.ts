import { describe, expect, test, vi } from 'vitest';
import { useDyingServers } from './dying-servers.ts';

const servers = useDyingServers();

/** Ends of a publish beside those of the short form. */
const ENDS = [
  { point: 'after-key-claim', platform: 'microblog', state: 'published', accepted: [1] },
  { point: 'after-intent', platform: 'microblog', state: 'unknown', accepted: [0] },
  { point: 'before-send', platform: 'profnet', state: 'unknown', accepted: [0] },
  { point: 'before-send', platform: 'mastodon', state: 'unknown', accepted: [0] },
  { point: 'after-response', platform: 'mastodon', state: 'published', accepted: [1] },
  { point: 'before-send', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'before-checkpoint', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'after-response', platform: 'bluesky', state: 'published', accepted: [1] },
  { point: 'after-settle', platform: 'profnet', state: 'published', accepted: [1] },
  { point: 'before-answer', platform: 'microblog', state: 'published', accepted: [1] },
];

describe('a server that is killed', () => {
  test.each(ENDS)('$point ends a publish to $platform as $state', async ({ point, platform, state, accepted }) => {
    await servers.dieInTurn([{ point, ends: { [platform]: { state, accepted } } }]);
  });

  test('after it has sent leaves a post that reading finds or does not find, and that is not sent again', async () => {
    await servers.restart('after-call:1');
    const made = servers.publication(['microblog']);
    await servers.dieOf(made);
    await servers.restart();
    const { body } = await servers.ask(made);
    await vi.waitFor(async () => {
      const { length } = await servers.acceptedOf(made, 'microblog');
      expect(await servers.read(body.id, 'microblog')).toMatchObject({ state: length === 1 ? 'published' : 'unknown' });
    }, 15_000);
    await servers.prove();
  });

  test('after the answer to a post for the next free slot was made gives the same key the same slot', () =>
    servers.dieInSlot('before-answer'));

  test.each([
    { point: 'before-send', platform: 'microblog' },
    { point: 'after-call', platform: 'mastodon' },
    { point: 'after-response', platform: 'profnet' },
    { point: 'after-settle', platform: 'microblog' },
  ])('$point while a post is taken back from $platform deletes it, and charges once', (removal) =>
    servers.dieInRemoval(removal),
  );

  test('in the middle of a like does not do it again for the same key, and says that the outcome is unknown', () =>
    servers.dieInAction({
      ...{ kind: 'like', path: 'like', body: { mpost_id: '1990000000000000002' } },
      seen: '/likes',
    }));
});
