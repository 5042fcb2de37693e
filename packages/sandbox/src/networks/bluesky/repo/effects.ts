import { isRecord } from '../../../http/request-body.ts';
import { acceptPost } from '../../../world/world.ts';
import type { BlueskyState } from '../state.ts';
import { partsOf, postCollection } from './addresses.ts';
import { readPost } from './post.ts';
import type { PreparedRecord } from './prepare.ts';

const repostCollection = 'app.bsky.feed.repost';
const threadgateCollection = 'app.bsky.feed.threadgate';

/** Shows a new record to readers: posts, reposts and replies that an author hides. */
export function recordCreated(state: BlueskyState, { uri, address, value }: PreparedRecord): void {
  const { did, collection } = address;
  const shared = { network: 'bluesky', id: uri, accountId: did } as const;
  if (collection === postCollection) acceptPost(state.world, { ...shared, ...readPost(state, address, value) });
  if (collection === repostCollection) {
    const subject = isRecord(value['subject']) ? String(value['subject']['uri']) : '';
    acceptPost(state.world, { ...shared, text: '', media: [], resharedId: subject });
  }
  if (collection === threadgateCollection) hideReplies(state, value['hiddenReplies'], did);
}

/** Marks the post of a deleted or overwritten record as deleted. */
export function recordRemoved({ world }: BlueskyState, uri: string): void {
  const post = world.posts.find('bluesky', uri);
  if (post) post.deletedAt ??= world.now();
}

/** Hides replies to the author's own posts. */
function hideReplies({ world }: BlueskyState, hidden: unknown, did: string): void {
  const uris: readonly unknown[] = Array.isArray(hidden) ? hidden : [];
  for (const post of world.posts.of('bluesky')) {
    if (partsOf(post.conversationId)?.did === did && post.replyToId !== undefined) post.hidden = uris.includes(post.id);
  }
}
