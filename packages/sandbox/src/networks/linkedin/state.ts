import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';

/** A registered picture, with its bytes once they have arrived. */
export interface ImageUpload {
  readonly urn: string;
  readonly ownerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  data?: Buffer;
  type?: string;
}

/** A registered video, received in parts. */
export interface VideoUpload {
  readonly urn: string;
  readonly ownerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly bytes: number;
  /** ETag of each part; null until it has arrived. */
  readonly etags: (string | null)[];
  readonly parts: Map<number, Buffer>;
  /** The whole file, once the upload is finalized. */
  blob?: StoredBytes;
  type?: string;
  status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';
  failure?: string;
  pendingChecks: number;
}

/** A registered document, with its bytes once they have arrived. */
export interface DocumentUpload {
  readonly urn: string;
  readonly ownerId: string;
  /** Milliseconds since the epoch, as `readyAt`, when its processing ends. */
  readonly expiresAt: number;
  blob?: StoredBytes;
  readyAt?: number;
}

/** State of this network alone. */
export interface LinkedinState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Pictures by URN. */
  readonly images: Map<string, ImageUpload>;
  /** Videos by URN. */
  readonly videos: Map<string, VideoUpload>;
  /** Documents by URN. */
  readonly documents: Map<string, DocumentUpload>;
  /** Members who administer an organization, by its id. */
  readonly administrators: Map<string, readonly string[]>;
  /** Posts that may not be reshared. */
  readonly notResharable: Set<string>;
  /** Number of calls by member and UTC day, for the daily limit. */
  readonly calls: Map<string, number>;
}

export function createLinkedinState(world: World): LinkedinState {
  return {
    world,
    nextId: createIdSource(world.now, 0),
    images: new Map(),
    videos: new Map(),
    documents: new Map(),
    administrators: new Map(),
    notResharable: new Set(),
    calls: new Map(),
  };
}

/** Returns the URN of a member from the id that userinfo calls `sub`. */
export function personUrn(accountId: string): string {
  return `urn:li:person:${accountId}`;
}

/** Returns the URN of an organization. */
export function organizationUrn(accountId: string): string {
  return `urn:li:organization:${accountId}`;
}
