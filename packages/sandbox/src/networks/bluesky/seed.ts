import { seedNetwork } from '../seed-network.ts';
import { handleOf } from './accounts.ts';
import { commitOf } from './repo/commit.ts';
import { encodeRecord } from './repo/ipld.ts';
import { blueskySeed } from './seed-values.ts';
import type { BlueskyState } from './state.ts';

/** Adds the three accounts with their posts and profiles. The friend and the owner follow each other. */
export function seedBluesky(state: BlueskyState): void {
  const { world } = state;
  seedNetwork(world, 'bluesky', blueskySeed, {
    texts: {
      owner: 'One protocol, many apps.',
      friend: 'The sky is a good colour for a network.',
      friendSecond: 'Notes on portable accounts, with pictures to follow.',
      reply: 'And one of them is yours.',
      private: 'There are no private posts here.',
    },
  });
  for (const account of world.accounts.of('bluesky')) {
    addRecord(state, `at://${account.id}/app.bsky.actor.profile/self`, {
      $type: 'app.bsky.actor.profile',
      displayName: account.name,
      description: `Known as ${handleOf(account)}`,
    });
    commitOf(state, account.id);
  }
  for (const post of world.posts.of('bluesky')) {
    const parent = post.replyToId === undefined ? undefined : refTo(state, post.replyToId);
    const createdAt = new Date(post.createdAt).toISOString();
    const reply = parent && { reply: { root: parent, parent } };
    addRecord(state, post.id, { $type: 'app.bsky.feed.post', text: post.text, createdAt, langs: ['en'], ...reply });
  }
  const { sandbox_owner: owner, sandbox_friend: friend } = blueskySeed.accounts;
  for (const [follower, subject] of [[owner, friend] as const, [friend, owner] as const]) {
    const createdAt = new Date(world.now()).toISOString();
    const record = { $type: 'app.bsky.graph.follow', subject, createdAt };
    addRecord(state, `at://${follower}/app.bsky.graph.follow/3lzsandboxw22`, record);
  }
}

function addRecord({ records, world }: BlueskyState, uri: string, record: Parameters<typeof encodeRecord>[0]): void {
  records.set(uri, { ...encodeRecord(record), indexedAt: world.now() });
}

function refTo({ records }: BlueskyState, uri: string) {
  return { uri, cid: records.get(uri)?.cid ?? '' };
}
