import { generateKeyPairSync, type JsonWebKey, randomBytes, randomInt } from 'node:crypto';
import type { JsonObject } from '../../http/route.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import { createTidSource } from './repo/tid.ts';
import type { BlueskySettings } from './settings.ts';

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
  readonly blob: StoredBytes;
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

/** A request for access that waits for a person. */
export interface PushedRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The challenge of the proof key, by S256. */
  readonly challenge: string;
  readonly state?: string;
  /** DID of the account that the program asked for. */
  readonly hintedId?: string;
  /** The key with which the program identified; absent for a public one. */
  readonly clientKey?: string;
  /** Thumbprint of the key of its proof; absent without one. */
  readonly proofKey?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A code that waits for its exchange. */
export interface IssuedCode extends PushedRequest {
  readonly did: string;
}

/** A session that a person approved. */
export interface OAuthSession {
  readonly id: string;
  readonly did: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly clientKey?: string;
  readonly proofKey: string;
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
  readonly expiresAt: number;
}

/** A video that the video service has received. */
export interface VideoJob {
  readonly id: string;
  readonly did: string;
  readonly blob: StoredBytes;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly readyAt: number;
  /** The reason for which it fails. */
  readonly failure?: string;
}

/** Points of one subject in the window of a limit. */
export interface Window {
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
  used: number;
}

/** State of this network alone. */
export interface BlueskyState {
  readonly world: World;
  readonly settings: BlueskySettings;
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
  /** By the address that stands for the request. */
  readonly pushed: Map<string, PushedRequest>;
  readonly codes: Map<string, IssuedCode>;
  /** Challenges of proof keys that led to a session. */
  readonly challenges: Set<string>;
  /** By id. */
  readonly oauthSessions: Map<string, OAuthSession>;
  /** Id of the session by every code and token that it ever had. */
  readonly oauthTokens: Map<string, string>;
  /** Times at which proofs and assertions came, by their ids. */
  readonly proofs: Map<string, number>;
  /** By address, such as `at://<did>/<collection>/<key>`. */
  readonly records: Map<string, StoredRecord>;
  /** By DID. */
  readonly commits: Map<string, Commit>;
  /** By `<did>/<cid>`. */
  readonly blobs: Map<string, StoredBlob>;
  /** By id. */
  readonly videoJobs: Map<string, VideoJob>;
  /** By `<limit> <subject>`. */
  readonly windows: Map<string, Window>;
}

export function createBlueskyState(world: World, settings: BlueskySettings): BlueskyState {
  return {
    world,
    settings,
    nextTid: createTidSource(world.now, randomInt(1024)),
    sessionSecret: randomBytes(32).toString('base64url'),
    accountKey: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export({ format: 'jwk' }),
    appPasswords: new Map(),
    refreshTokens: new Map(),
    pushed: new Map(),
    codes: new Map(),
    challenges: new Set(),
    oauthSessions: new Map(),
    oauthTokens: new Map(),
    proofs: new Map(),
    records: new Map(),
    commits: new Map(),
    blobs: new Map(),
    videoJobs: new Map(),
    windows: new Map(),
  };
}
