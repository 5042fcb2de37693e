import { generateKeyPairSync, type JsonWebKey, randomBytes, randomInt } from 'node:crypto';
import type { Blob } from '../../world/blobs.ts';
import type { World } from '../../world/world.ts';
import type { JsonObject } from '../network.ts';
import { createTidSource } from './repo/tid.ts';

/** A record of an account's repository. */
export interface StoredRecord {
  readonly cid: string;
  readonly value: JsonObject;
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
}

/** The newest commit of a repository. */
export interface Commit {
  readonly cid: string;
  readonly rev: string;
}

/** An uploaded file. */
export interface StoredBlob {
  readonly type: string;
  readonly blob: Blob;
  /** Milliseconds since the epoch. */
  readonly uploadedAt: number;
  /** Addresses of the records that show it. */
  readonly usedBy: readonly string[];
}

/** A password for one program. */
export interface AppPassword {
  readonly name: string;
  readonly password: string;
  readonly privileged: boolean;
  readonly createdAt: string;
}

/** A refresh token of a session that began with a password. */
export interface RefreshToken {
  readonly did: string;
  /** Name of the app password; absent for the account's own. */
  readonly appPassword?: string;
  /** Milliseconds since the epoch; earlier once the token was used. */
  expiresAt: number;
  /** The id that its successor gets, however often it is used. */
  nextId?: string;
}

/** State of this network alone. */
export interface BlueskyState {
  readonly world: World;
  /** Makes the key of a new record or revision. */
  readonly nextTid: () => string;
  /** Signs the tokens of sessions. */
  sessionSecret: string;
  /** The key that every account has in its DID document; it signs service tokens. */
  readonly accountKey: JsonWebKey;
  /** By DID. */
  readonly appPasswords: Map<string, AppPassword[]>;
  /** By id. */
  readonly refreshTokens: Map<string, RefreshToken>;
  /** By address, such as `at://<did>/<collection>/<key>`. */
  readonly records: Map<string, StoredRecord>;
  /** By DID. */
  readonly commits: Map<string, Commit>;
  /** By `<did>/<cid>`. */
  readonly blobs: Map<string, StoredBlob>;
}

export function createBlueskyState(world: World): BlueskyState {
  return {
    world,
    nextTid: createTidSource(world.now, randomInt(1024)),
    sessionSecret: randomBytes(32).toString('base64url'),
    accountKey: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export({ format: 'jwk' }),
    appPasswords: new Map(),
    refreshTokens: new Map(),
    records: new Map(),
    commits: new Map(),
    blobs: new Map(),
  };
}
