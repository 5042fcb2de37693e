import { Refusal } from '../../../http/route.ts';
import { noteUses } from '../blobs/uses.ts';
import { internalError, refuse } from '../errors.ts';
import type { BlueskyState, Commit } from '../state.ts';
import { addressOf, type RecordAddress } from './addresses.ts';
import { recordCreated, recordRemoved } from './effects.ts';
import { showSettings } from './gates.ts';
import { encodeRecord } from './ipld.ts';
import { type PreparedRecord, requireBlobs } from './prepare.ts';

/** A change of one record, and the record that it expects there, if it expects something. */
export type Write =
  | { readonly action: 'create'; readonly record: PreparedRecord; readonly swap?: string | null | undefined }
  | { readonly action: 'update'; readonly record: PreparedRecord; readonly swap?: string | null | undefined }
  | { readonly action: 'delete'; readonly address: RecordAddress; readonly swap?: string | undefined };

/** A set of changes that happen together or not at all. */
export interface Changes {
  readonly did: string;
  readonly writes: readonly Write[];
  /** The commit that the caller believes to be the newest. */
  readonly swapCommit?: string | undefined;
}

/**
 * Applies changes as one commit.
 *
 * An existing key fails the way it does on the reference server: with an internal error.
 */
export function commit(state: BlueskyState, { did, writes, swapCommit }: Changes): Commit {
  const newest = commitOf(state, did);
  if (swapCommit !== undefined && swapCommit !== newest.cid) {
    refuse(400, 'InvalidSwap', `Commit was at ${newest.cid}`);
  }
  const taken = new Set<string>();
  for (const write of writes) checkWrite(state, write, taken);
  for (const write of writes) if (write.action !== 'delete') requireBlobs(state, write.record);
  for (const write of writes) apply(state, write);
  return advance(state, did);
}

/** Returns the newest commit of a repository. */
export function commitOf(state: BlueskyState, did: string): Commit {
  return state.commits.get(did) ?? advance(state, did);
}

function uriOf(write: Write): string {
  return write.action === 'delete' ? addressOf(write.address) : write.record.uri;
}

function checkWrite(state: BlueskyState, write: Write, taken: Set<string>): void {
  const uri = uriOf(write);
  const current = state.records.get(uri);
  if (write.swap !== undefined && write.swap !== (current?.cid ?? null)) {
    refuse(400, 'InvalidSwap', `Record was at ${current?.cid ?? null}`);
  }
  const exists = current !== undefined || taken.has(uri);
  if (exists === (write.action === 'create')) throw new Refusal(internalError());
  if (write.action === 'create') taken.add(uri);
}

function apply(state: BlueskyState, write: Write): void {
  const uri = uriOf(write);
  const isReplaced = state.records.delete(uri);
  if (isReplaced) recordRemoved(state, uri);
  const blobs = write.action === 'delete' ? [] : write.record.blobs;
  if (write.action !== 'delete') {
    const { cid, value } = write.record;
    state.records.set(uri, { cid, value, indexedAt: state.world.now() });
    recordCreated(state, write.record);
  }
  const address = write.action === 'delete' ? write.address : write.record.address;
  if (isReplaced || blobs.length > 0) noteUses(state, address, blobs);
  showSettings(state, address);
}

/** Makes the next commit. It has an id of its own kind, but stands for no tree of records. */
function advance(state: BlueskyState, did: string): Commit {
  const rev = state.nextTid();
  const made = { cid: encodeRecord({ did, rev, version: 3 }).cid, rev };
  state.commits.set(did, made);
  return made;
}
