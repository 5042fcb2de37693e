import type { BlobRef } from '../lexicon/schema.ts';
import { addressOf, type RecordAddress } from '../repo/addresses.ts';
import type { BlueskyState } from '../state.ts';

/** Notes which files a record uses now. A file that its last record stops using is deleted. */
export function noteUses({ blobs }: BlueskyState, address: RecordAddress, refs: readonly BlobRef[]): void {
  const uri = addressOf(address);
  const wanted = new Set(refs.map(({ ref }) => `${address.did}/${ref.$link}`));
  for (const [key, stored] of blobs) {
    if (stored.usedBy.includes(uri) === wanted.has(key)) continue;
    const others = stored.usedBy.filter((each) => each !== uri);
    if (wanted.has(key)) blobs.set(key, { ...stored, usedBy: [...others, uri] });
    else if (others.length === 0) blobs.delete(key);
    else blobs.set(key, { ...stored, usedBy: others });
  }
}
