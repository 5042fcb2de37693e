import { isRecord } from '../../../http/request-body.ts';
import type { Json, JsonObject } from '../../../http/route.ts';
import type { PostSettings } from '../../../world/posts.ts';
import type { BlueskyState, StoredRecord } from '../state.ts';
import { addressOf, partsOf, postCollection, type RecordAddress } from './addresses.ts';

export const threadgateCollection = 'app.bsky.feed.threadgate';
const postgateCollection = 'app.bsky.feed.postgate';

/** Finds the record at the key of a post in a collection of gates. */
export function gateOf({ records }: BlueskyState, uri: string, collection: string): StoredRecord | undefined {
  const post = partsOf(uri);
  return post && records.get(addressOf({ ...post, collection }));
}

/** Returns the labels that an author gave the post or account of a record. */
export function selfLabelsOf({ labels }: JsonObject): readonly string[] {
  return objectsIn(isRecord(labels) ? labels['values'] : undefined).map(({ val }) => String(val));
}

/** Shows readers of the sandbox's pages what a post's own record and its gates say. */
export function showSettings(state: BlueskyState, address: RecordAddress): void {
  if (![postCollection, threadgateCollection, postgateCollection].includes(address.collection)) return;
  const uri = addressOf({ ...address, collection: postCollection });
  const [post, record] = [state.world.posts.find('bluesky', uri), state.records.get(uri)];
  if (!post || !record) return;
  const allow = allowedBy(gateOf(state, uri, threadgateCollection));
  const labels = selfLabelsOf(record.value);
  const settings: PostSettings = {
    ...(allow && { threadgate: allow.length > 0 ? allow : 'nobody' }),
    ...(isClosedToQuotes(state, uri) && { postgate: 'disableRule' }),
    ...(labels.length > 0 && { labels }),
  };
  if (Object.keys(settings).length > 0) post.settings = settings;
  else delete post.settings;
}

/** Returns true when the gate of a post forbids to quote it. */
export function isClosedToQuotes(state: BlueskyState, uri: string): boolean {
  return objectsIn(gateOf(state, uri, postgateCollection)?.value['embeddingRules']).length > 0;
}

/** Returns true when the gate of a conversation's first post lets an account answer there. Its author always may. */
export function mayReply(state: BlueskyState, root: string, did: string): boolean {
  const author = partsOf(root)?.did ?? '';
  const allow = allowedBy(gateOf(state, root, threadgateCollection));
  if (!allow || did === author) return true;
  const follows = (follower: string, followed: string) =>
    [...state.records].some(
      ([uri, { value }]) => uri.startsWith(`at://${follower}/app.bsky.graph.follow/`) && value['subject'] === followed,
    );
  const isMentioned = () =>
    objectsIn(state.records.get(root)?.value['facets']).some(({ features }) =>
      objectsIn(features).some((feature) => feature['did'] === did),
    );
  return (
    (allow.includes('mentionRule') && isMentioned()) ||
    (allow.includes('followerRule') && follows(did, author)) ||
    (allow.includes('followingRule') && follows(author, did))
  );
}

/** Names of the rules of a gate; undefined where everybody may answer. */
function allowedBy(gate: StoredRecord | undefined): readonly string[] | undefined {
  const allow = gate?.value['allow'];
  if (!Array.isArray(allow)) return undefined;
  return objectsIn(allow).map(({ $type }) => String($type).split('#').at(-1) ?? '');
}

function objectsIn(value: unknown): readonly JsonObject[] {
  const values: readonly Json[] = Array.isArray(value) ? value : [];
  return values.filter((each): each is JsonObject => isRecord(each));
}
