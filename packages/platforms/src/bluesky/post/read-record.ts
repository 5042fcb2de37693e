import type { Session } from '../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { ignore } from '../../platform-error.ts';
import { askBluesky, type BlueskyApi } from '../api.ts';
import { POSTS } from './addresses.ts';

/** A record as the account's own server has it. */
export interface StoredRecord {
  readonly cid: string;
  readonly value: JsonObject;
}

/**
 * Reads a post of the account, or the record at its key in another collection, at its own
 * server, which knows a write at once.
 * @returns null when the server does not have the record now
 * @throws PlatformError
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-get-record
 */
export async function readRecord(
  api: BlueskyApi,
  key: string,
  { account, call }: Session,
  collection: string = POSTS,
): Promise<StoredRecord | null> {
  const query = { repo: account.accountId, collection, rkey: key };
  const request = { method: 'com.atproto.repo.getRecord', query, effect: 'none' } as const;
  const answer = await askBluesky(api, request, call).catch(
    ignore(({ upstreamCode }) => upstreamCode === 'RecordNotFound'),
  );
  if (!answer) return null;
  const [cid, value] = [asString(answer.body?.['cid']), asRecord(answer.body?.['value'])];
  if (cid === null || !value) throw answer.broken();
  return { cid, value };
}
