import type { Json } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import { formatId } from './ids.ts';
import type { MastodonSettings } from './settings.ts';
import { softwareOf } from './software.ts';

/** An uploaded file. */
export interface Attachment {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'image' | 'gifv' | 'video' | 'audio';
  /** MIME type found in the bytes. */
  readonly type: string;
  readonly blob: StoredBytes;
  /** Pixels, as far as they are known. */
  readonly width?: number;
  readonly height?: number;
  /** Milliseconds since the epoch. */
  readonly readyAt: number;
  description: string | null;
  /** Center of the picture, from -1 to 1. */
  focus?: { readonly x: number; readonly y: number };
  /** The status that shows it. */
  statusId?: string;
}

/** Accounts that may quote a status. */
export const quotePolicies = ['public', 'followers', 'nobody'] as const;

export type QuotePolicy = (typeof quotePolicies)[number];

/** The parts of a status that other networks' posts do not have. */
export interface StatusDetails {
  /** The text alone; the post's own begins with the content warning. */
  readonly text: string;
  readonly spoilerText: string;
  readonly visibility: string;
  readonly sensitive: boolean;
  readonly language: string;
  readonly quotePolicy: QuotePolicy;
  readonly mediaIds: readonly string[];
  /** Ids of the accounts that it mentions. */
  readonly mentions: readonly string[];
  readonly clientId: string;
}

/** The first call with an `Idempotency-Key`. */
export interface KeyedCall {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly statusId?: string;
  readonly answer?: { readonly status: number; readonly json: Json };
}

/** Calls of one subject in the window of a limit that it used last. */
export interface Window {
  /** Windows since 1970. */
  readonly number: number;
  used: number;
}

/** A client application as it was registered. */
export interface RegisteredApp {
  readonly website: string | null;
  readonly scopes: readonly string[];
}

/** State of this network alone. */
export interface MastodonState {
  readonly world: World;
  readonly settings: MastodonSettings;
  readonly nextId: IdSource;
  /** By client id; apps that the sandbox knows in another way may ask for every scope. */
  readonly apps: Map<string, RegisteredApp>;
  /** The access token of each user, app and set of scopes. */
  readonly tokens: Map<string, string>;
  /** By id of the status. */
  readonly details: Map<string, StatusDetails>;
  readonly media: Map<string, Attachment>;
  /** `<account>/<status>` */
  readonly favourites: Set<string>;
  readonly bookmarks: Set<string>;
  /** By `<follower>/<followed>`; `requested` until a locked account agrees. */
  readonly follows: Map<string, 'following' | 'requested'>;
  /** By `<account> <key>`. */
  readonly keys: Map<string, KeyedCall>;
  /** By `<limit> <subject>`. */
  readonly windows: Map<string, Window>;
}

export function createMastodonState(world: World, settings: MastodonSettings): MastodonState {
  const nextNumber = createIdSource(world.now, 0);
  return {
    world,
    settings,
    nextId: () => formatId(nextNumber(), softwareOf({ settings }).ids),
    apps: new Map(),
    tokens: new Map(),
    details: new Map(),
    media: new Map(),
    favourites: new Set(),
    bookmarks: new Set(),
    follows: new Map(),
    keys: new Map(),
    windows: new Map(),
  };
}

/** Returns true when one account follows another, and the other has agreed where it has to. */
export function follows(state: MastodonState, follower: Account, followed: Account): boolean {
  return state.follows.get(`${follower.id}/${followed.id}`) === 'following';
}

/** Returns true when an account confirms its followers. */
export function isLocked({ settings }: MastodonState, account: Account): boolean {
  return account.type === 'private' || settings.lockedAccounts;
}
