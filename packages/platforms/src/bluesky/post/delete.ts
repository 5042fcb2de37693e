import type { ActionCapability } from '../../driver.ts';
import { type BlueskyApi, callBluesky } from '../api.ts';
import { keyOfOwnPost, POSTS } from './addresses.ts';
import { GATES } from './gates.ts';
import { readRecord } from './read-record.ts';
import { deleteAll } from './writes.ts';

/** Deletes a post, and its gates with it, which mean nothing alone. */
export function createDeletePost(api: BlueskyApi): NonNullable<ActionCapability['deletePost']> {
  return async (postId, account, call) => {
    const rkey = keyOfOwnPost(postId, account);
    const session = { account, call };
    const { accountId: repo } = account;
    const find = async (collection: string): Promise<string[]> =>
      (await readRecord(api, rkey, session, collection)) ? [collection] : [];
    const gates = (await Promise.all(GATES.map(find))).flat();
    if (gates.length > 0) {
      // Servers refuse to delete what is not there, beside what is.
      const post = await find(POSTS);
      const { body, broken } = await callBluesky(api, deleteAll(repo, rkey, [...post, ...gates]), session);
      if (!body) throw broken();
      return post.length > 0 ? 'deleted' : 'gone';
    }
    const json = { repo, collection: POSTS, rkey };
    const request = { method: 'com.atproto.repo.deleteRecord', json, effect: 'change' } as const;
    const { body, broken } = await callBluesky(api, request, session);
    if (!body) throw broken();
    // The answer to the deletion of a record that is gone names no commit. @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record
    return body['commit'] === undefined ? 'gone' : 'deleted';
  };
}
