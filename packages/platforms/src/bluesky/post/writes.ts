import type { JsonObject } from '../../http/lossless-json.ts';
import type { BlueskyRequest } from '../api.ts';

const METHOD = 'com.atproto.repo.applyWrites';

/** The request that makes several records of an account at one key, in one commit. @see https://docs.bsky.app/docs/api/com-atproto-repo-apply-writes */
export function createAll(repo: string, rkey: string, records: readonly JsonObject[]): BlueskyRequest {
  return apply(
    repo,
    records.map((value) => ({ $type: `${METHOD}#create`, collection: value['$type'], rkey, value })),
  );
}

/** The request that deletes the records of an account at one key, in one commit. */
export function deleteAll(repo: string, rkey: string, collections: readonly string[]): BlueskyRequest {
  return apply(
    repo,
    collections.map((collection) => ({ $type: `${METHOD}#delete`, collection, rkey })),
  );
}

function apply(repo: string, writes: readonly JsonObject[]): BlueskyRequest {
  return { method: METHOD, json: { repo, writes }, effect: 'change' };
}
