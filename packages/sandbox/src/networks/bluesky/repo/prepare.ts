import { isRecord } from '../../../http/request-body.ts';
import { type JsonObject, Refusal } from '../../../http/route.ts';
import { internalError, refuse, refuseRequest } from '../errors.ts';
import { isRecordKey } from '../lexicon/formats.ts';
import { InvalidValueError, type Path } from '../lexicon/issue.ts';
import { collections } from '../lexicon/records.ts';
import { type BlobRef, isBlobRef } from '../lexicon/schema.ts';
import type { BlueskyState } from '../state.ts';
import { addressOf, type RecordAddress } from './addresses.ts';
import { encodeRecord } from './ipld.ts';

/** Time for which a file is kept that no record uses. */
const unusedMs = 6 * 60 * 60 * 1000;

/** A record that has passed the checks of the server. */
export interface PreparedRecord {
  readonly address: RecordAddress;
  readonly uri: string;
  readonly cid: string;
  readonly value: JsonObject;
  readonly blobs: readonly BlobRef[];
  /** Absent when the caller asked for no check. */
  readonly validationStatus?: 'valid' | 'unknown';
}

/** A record as a caller sends it. */
export interface DraftRecord {
  readonly did: string;
  readonly collection: string;
  /** Made by the server when absent. */
  readonly key: string | undefined;
  readonly record: object;
  /** `false` skips the check; `true` refuses collections that the server does not know. */
  readonly validate: boolean | undefined;
  /** The place of the record in the request, for messages. */
  readonly path: Path;
}

/** Checks and encodes a record as the server does: collections that it does not know take anything. */
export function prepareRecord(state: BlueskyState, draft: DraftRecord): PreparedRecord {
  const { did, collection } = draft;
  const given = draft.record as JsonObject;
  const type = given['$type'];
  if (type !== undefined && type !== collection) {
    refuseRequest(`Invalid $type: expected ${collection}, got ${String(type)}`);
  }
  if (draft.key !== undefined && !isRecordKey(draft.key)) refuseRequest(`Invalid record key: ${draft.key}`);
  const record = type === undefined ? { ...given, $type: collection } : given;
  const key = draft.key ?? state.nextTid();
  const validationStatus = validate({ ...draft, record, key });
  const address = { did, collection, key };
  return {
    ...{ address, uri: addressOf(address), ...encode(record), blobs: blobsIn(record) },
    ...(validationStatus && { validationStatus }),
  };
}

function validate({
  collection,
  record,
  key,
  validate: isWanted,
  path,
}: DraftRecord & { readonly key: string }): 'valid' | 'unknown' | undefined {
  if (isWanted === false) return undefined;
  const rules = Object.hasOwn(collections, collection) ? collections[collection] : undefined;
  if (!rules) return isWanted === true ? refuseRequest(`Unknown lexicon type: ${collection}`) : 'unknown';
  explaining(`Invalid record key for ${collection}`, () => rules.key.check(key, []));
  explaining(`Invalid ${collection} record`, () => rules.record.check(record, path));
  return 'valid';
}

function explaining(subject: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (error instanceof InvalidValueError) refuseRequest(`${subject}: ${error.message}`);
    throw error;
  }
}

function encode(record: JsonObject) {
  try {
    return encodeRecord(record);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(internalError());
    throw error;
  }
}

/** Finds every file that a record refers to. */
function blobsIn(value: unknown): readonly BlobRef[] {
  if (isBlobRef(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(blobsIn);
  return isRecord(value) ? Object.values(value).flatMap(blobsIn) : [];
}

/** Refuses a record whose files are not on the server. */
export function requireBlobs(state: BlueskyState, { address, blobs }: PreparedRecord): void {
  for (const { ref } of blobs) {
    const stored = state.blobs.get(`${address.did}/${ref.$link}`);
    const isLost = stored?.usedBy.length === 0 && stored.uploadedAt + unusedMs <= state.world.now();
    if (!stored || isLost) {
      refuse(400, 'BlobNotFound', `Could not find blob: ${ref.$link}`);
    }
  }
}
