import { isDeepStrictEqual } from 'node:util';
import type { OutgoingPost, PlatformDriver, Published, PublishSession } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { unknownOutcome } from '../../meanings.ts';
import { requireMedia } from '../../media-bytes.ts';
import { orElse, PlatformError } from '../../platform-error.ts';
import { type BlueskyApi, type BlueskyRequest, callBluesky, prepareChange } from '../api.ts';
import { takenPlace } from '../errors.ts';
import { POSTS, postAddress, postUrl } from './addresses.ts';
import { type FrozenRecord, readFrozen, saveFrozen, saveUnwritten } from './checkpoint.ts';
import { gatesOf } from './gates.ts';
import { readRecord } from './read-record.ts';
import { writeRecord } from './record.ts';
import { recordKeyOf } from './record-key.ts';
import { readSettings, requireShortText } from './settings.ts';
import { createAll } from './writes.ts';

/** Time in which a record that is not there may be written again. Later, its author may have deleted it. */
export const REPEATABLE_MS = 10 * 60_000;
const MAX_KEYS = 3;
const REFUSED_KEY = /\brecord key\b/i;

/**
 * Publishes a post as a record with a key of its own: writing the same record at the same key twice gives one post, and
 * writing another one there is refused. Its
 * gates are written in the same commit: nobody can answer or quote it before.
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-put-record
 */
export function createBlueskyPublish(api: BlueskyApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    const frozen = readFrozen(call.checkpoint);
    return frozen ? resume(api, frozen, session) : publishAnew(api, post, session);
  };
}

async function publishAnew(api: BlueskyApi, post: OutgoingPost, session: PublishSession): Promise<Published> {
  requireShortText(post);
  readSettings(post);
  requireMedia({ platform: 'bluesky', network: 'bluesky' }, post.media);
  const { account, call } = session;
  if (post.media.length > 0 && !call.checkpoint) await saveUnwritten(call);
  const { record, note } = await writeRecord(api, post, session);
  for (let attempt = 0; ; attempt += 1) {
    const key = recordKeyOf(call.publishId, attempt);
    const gates = gatesOf(post, { address: postAddress(account.accountId, key), createdAt: record.createdAt });
    const frozen = { key, record, gates, note, sentAt: Date.now() };
    await saveFrozen(call, frozen);
    try {
      return await write(api, frozen, session);
    } catch (error) {
      if (error instanceof PlatformError && error.kind !== 'outcome-unknown') await saveUnwritten(call);
      // Servers refuse the few keys that happen to hold an offensive word.
      const isKeyRefused =
        error instanceof PlatformError && error.kind === 'rejected' && REFUSED_KEY.test(error.message);
      if (!isKeyRefused || attempt + 1 === MAX_KEYS) throw error;
    }
  }
}

/** Continues with a record that may have been written. */
async function resume(api: BlueskyApi, frozen: FrozenRecord, session: PublishSession): Promise<Published> {
  const found = await ask(readRecord(api, frozen.key, session));
  if (found && isDeepStrictEqual(found.value, frozen.record)) return published(api, frozen, session);
  if (!found && Date.now() > frozen.sentAt + REPEATABLE_MS) throw deletedOrUnsent();
  await ask(prepareChange(api, session));
  try {
    return await write(api, frozen, session);
  } catch (error) {
    // Anything but a refusal of this record says nothing about the first request, so that the record stays as it is.
    if (!(error instanceof PlatformError && error.kind === 'rejected')) throw error;
    // Servers keep files without a record for hours, and delete those of a deleted one.
    if (error.upstreamCode === 'BlobNotFound') throw deletedOrUnsent();
    await saveUnwritten(session.call);
    throw error;
  }
}

/** Asks something before a record is written again. A refused question is no proof that the record was not written. */
async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'rejected')) throw error;
    const reason = `it was interrupted while the post was being created, and cannot be looked up (${error.message})`;
    const { status, upstreamCode } = error;
    throw new PlatformError('bluesky', {
      ...unknownOutcome(`${reason}: the post may be there; check the account before sending it again`),
      ...{ cause: error, ...(status !== null && { status }), ...(upstreamCode !== null && { upstreamCode }) },
    });
  }
}

/** Writes a record and its gates. Where the answer proves nothing, the record itself decides. */
async function write(api: BlueskyApi, frozen: FrozenRecord, session: PublishSession): Promise<Published> {
  const { key, record, gates } = frozen;
  const address = postAddress(session.account.accountId, key);
  try {
    const { body, broken } = await callBluesky(api, requestOf(frozen, session), session);
    const results: unknown = body?.['results'];
    const written = gates.length > 0 ? Array.isArray(results) && asRecord(results[0]) : body;
    if (!written || written['uri'] !== address) throw broken();
    return published(api, frozen, session);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isTaken = error.upstreamCode === 'InvalidSwap';
    if (!isTaken && error.kind !== 'outcome-unknown') throw error;
    const found = await readRecord(api, key, session).catch(orElse(null));
    if (found && isDeepStrictEqual(found.value, record)) return published(api, frozen, session);
    // Servers answer several writes, of which one has a taken key, as if they had failed themselves.
    throw isTaken || (found && gates.length > 0) ? taken(error, address) : error;
  }
}

function requestOf({ key, record, gates }: FrozenRecord, { account }: PublishSession): BlueskyRequest {
  const { accountId: repo } = account;
  if (gates.length > 0) return createAll(repo, key, [record, ...gates]);
  const json = { repo, collection: POSTS, rkey: key, record, swapRecord: null };
  return { method: 'com.atproto.repo.putRecord', json, effect: 'change' };
}

function published(api: BlueskyApi, { key, note }: FrozenRecord, { account }: PublishSession): Published {
  const { accountId } = account;
  const place = { platformPostId: postAddress(accountId, key), url: postUrl(api, accountId, key) };
  return { ...place, ...(note !== null && { note }) };
}

/** The error for a place that has another record: the earlier post. */
function taken({ status, upstreamCode }: PlatformError, duplicateOf: string): PlatformError {
  const upstream = { ...(status !== null && { status }), ...(upstreamCode !== null && { upstreamCode }) };
  return new PlatformError('bluesky', { ...takenPlace, ...upstream, duplicateOf });
}

function deletedOrUnsent(): PlatformError {
  const reason = 'it was interrupted while the post was being created, and the post is not there now';
  const message = `${reason}: either it never was, or it has been deleted; check the account before sending it again`;
  return new PlatformError('bluesky', unknownOutcome(message));
}
