import type { Account } from '../../accounts.ts';
import type { Blob } from '../../blobs.ts';
import { createIdSource, type IdSource } from '../../ids.ts';
import type { Media } from '../../posts.ts';
import type { World } from '../../world.ts';
import { createInstagramState, type InstagramState } from '../instagram/state.ts';

/** What a token stands for: a person, or one page. */
export interface TokenFacts {
  readonly kind: 'user' | 'page';
  /** Lives 60 days; page tokens that come from it never end. */
  readonly isLong: boolean;
}

/** A picture that is on the network and in no post yet. */
export interface UnpublishedPhoto {
  readonly pageId: string;
  readonly media: Media;
}

/** A resumable upload: what has arrived so far. */
export interface UploadSession {
  readonly id: string;
  readonly clientId: string;
  readonly fileLength: number;
  readonly blob: Blob;
  /** The request whose bytes count: an older one that still drips in must not disturb. */
  writer: object | undefined;
  /** Given with the last byte. */
  handle?: string;
}

/** A published video, and the looks that its processing still takes. */
export interface Video {
  readonly id: string;
  readonly pageId: string;
  readonly isPlayable: boolean;
  pendingChecks: number;
}

/** What only this network remembers. */
export interface FacebookState {
  readonly world: World;
  readonly nextId: IdSource;
  /** By token. */
  readonly tokens: Map<string, TokenFacts>;
  /** Page tokens already given, by user token and page. */
  readonly pageTokens: Map<string, string>;
  readonly photos: Map<string, UnpublishedPhoto>;
  readonly uploads: Map<string, UploadSession>;
  readonly videos: Map<string, Video>;
  /** Instagram accounts are reached through this Graph, too, by those who signed in here. */
  readonly instagram: InstagramState;
}

export function createFacebookState(world: World): FacebookState {
  return {
    world,
    nextId: createIdSource(world.now, Date.UTC(2020, 0)),
    tokens: new Map(),
    pageTokens: new Map(),
    photos: new Map(),
    uploads: new Map(),
    videos: new Map(),
    instagram: createInstagramState(world),
  };
}

/** An account here is a page; the person who looks after it has an id of their own. */
export function personIdOf(page: Account): string {
  return `10${page.id.slice(2)}`;
}

/** Pages a person looks after: the one they signed in with, and for the owner every page that was added later. */
export function pagesOf(state: FacebookState, account: Account): readonly Account[] {
  const further = account.username === 'sandbox_owner' ? ['page', 'page-analyst'] : [];
  return state.world.accounts.of('facebook').filter((page) => page.id === account.id || further.includes(page.type));
}

/** What the person may do as a page. */
export function tasksOf(page: Account): readonly string[] {
  return page.type === 'page-analyst' ? ['ANALYZE'] : ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];
}
