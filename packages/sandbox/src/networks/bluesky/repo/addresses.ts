/** The parts of a record's address. */
export interface RecordAddress {
  readonly did: string;
  readonly collection: string;
  readonly key: string;
}

/** The collection of posts. */
export const postCollection = 'app.bsky.feed.post';

/** Writes the address of a record. */
export function addressOf({ did, collection, key }: RecordAddress): string {
  return `at://${did}/${collection}/${key}`;
}

/** Takes an address apart. @returns `undefined` for anything but the address of a record. */
export function partsOf(address: string): RecordAddress | undefined {
  const [, did, collection, key] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
  return did === undefined || collection === undefined || key === undefined ? undefined : { did, collection, key };
}
