import { isRecord } from '../../../http/request-body.ts';
import { acceptPost } from '../../../world/world.ts';
import type { BlueskyState } from '../state.ts';
import { partsOf, postCollection } from './addresses.ts';
import { mayReply, threadgateCollection } from './gates.ts';
import { readPost } from './post.ts';
import type { PreparedRecord } from './prepare.ts';

const repostCollection = 'app.bsky.feed.repost';

/** Shows a new record to readers: posts, reposts and replies that an author hides. */
export function recordCreated(state: BlueskyState, { uri, address, value }: PreparedRecord): void {
  const { did, collection } = address;
  const shared = { network: 'bluesky', id: uri, accountId: did } as const;
  if (collection === postCollection) {
    const shown = readPost(state, address, value);
    acceptPost(state.world, { ...shared, ...shown, hidden: !mayReply(state, shown.conversationId, did) });
  }
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
function hideReplies(state: BlueskyState, hidden: unknown, did: string): void {
  const uris: readonly unknown[] = Array.isArray(hidden) ? hidden : [];
  for (const post of state.world.posts.of('bluesky')) {
    const { id, accountId, conversationId: root } = post;
    if (partsOf(root)?.did !== did || post.replyToId === undefined) continue;
    post.hidden = uris.includes(id) || !mayReply(state, root, accountId);
  }
}
