import { type Peer, procedure, query } from './both-servers.ts';
import type { Answer } from './exchange.ts';

export const POSTS = 'app.bsky.feed.post';
/** The id of a record that no account has. */
export const UNKNOWN_CID = 'bafyreicsol76rwie2lqlut2hkhvcv3foovcflyw73xuzncdq5tinyqqb4e';
export const CREATED_AT = '2026-11-24T10:00:00.000Z';

const DIGITS = '234567abcdefghijklmnopqrstuvwxyz';
let keys = 0;

/** Returns a record key that no record has. */
export function freshKey(): string {
  keys += 1;
  const [high = '', low = ''] = [Math.floor(keys / DIGITS.length), keys % DIGITS.length].map((each) => DIGITS[each]);
  return `3mabcdefgh${high}${low}2`;
}

/** Writes and reads the posts of an account. `more` replaces fields of the request. */
export function postsOf(peer: Peer) {
  const { did: repo, access } = peer.ada;
  const write = (method: string, body: object): Promise<Answer> =>
    procedure(peer, `com.atproto.repo.${method}`, { repo, collection: POSTS, ...body }, access);
  return {
    write,
    create: (record: object, more: object = {}) =>
      write('createRecord', { record: { createdAt: CREATED_AT, ...record }, ...more }),
    put: (rkey: string, record: object, more: object = {}) =>
      write('putRecord', { rkey, record: { createdAt: CREATED_AT, ...record }, ...more }),
    remove: (rkey: string, more: object = {}) => write('deleteRecord', { rkey, ...more }),
    apply: (...writes: readonly object[]) => procedure(peer, 'com.atproto.repo.applyWrites', { repo, writes }, access),
    read: (rkey: string, more: Record<string, string> = {}) =>
      query(peer, 'com.atproto.repo.getRecord', { repo, collection: POSTS, rkey, ...more }),
    list: (more: Record<string, string> = {}) =>
      query(peer, 'com.atproto.repo.listRecords', { repo, collection: POSTS, ...more }),
  };
}

/** One of several writes that happen together. */
export function createWrite(text: string, rkey?: string): object {
  const value = { $type: POSTS, text, createdAt: CREATED_AT };
  return { $type: 'com.atproto.repo.applyWrites#create', collection: POSTS, rkey, value };
}
