import type { ActionCapability } from '../../driver.ts';
import { ignore, orElse } from '../../platform-error.ts';
import { type BlueskyApi, callBluesky } from '../api.ts';
import { keyOfOwnPost, POSTS } from './addresses.ts';
import { GATES } from './gates.ts';
import { readRecord } from './read-record.ts';
import { deleteAll } from './writes.ts';

/** Deletes a post, and its gates with it where the connection may: they mean nothing alone. */
export function createDeletePost(api: BlueskyApi): NonNullable<ActionCapability['deletePost']> {
  return async (postId, account, call) => {
    const rkey = keyOfOwnPost(postId, account);
    const session = { account, call };
    const { accountId: repo } = account;
    const find = async (collection: string): Promise<string[]> =>
      (await readRecord(api, rkey, session, collection)) ? [collection] : [];
    // Servers refuse to delete what is not there, beside what is.
    const found = (await Promise.all([POSTS, ...GATES].map(find)).catch(orElse([]))).flat();
    if (found.some((collection) => collection !== POSTS)) {
      // A connection may have been made before it asked for the permission for gates.
      const isRefused = ignore(({ kind }) => kind === 'rejected');
      const answer = await callBluesky(api, deleteAll(repo, rkey, found), session).catch(isRefused);
      if (answer && !answer.body) throw answer.broken();
      if (answer) return found.includes(POSTS) ? 'deleted' : 'gone';
    }
    const json = { repo, collection: POSTS, rkey };
    const request = { method: 'com.atproto.repo.deleteRecord', json, effect: 'change' } as const;
    const { body, broken } = await callBluesky(api, request, session);
    if (!body) throw broken();
    // The answer to the deletion of a record that is gone names no commit. @see https://docs.bsky.app/docs/api/com-atproto-repo-delete-record
    return body['commit'] === undefined ? 'gone' : 'deleted';
  };
}
