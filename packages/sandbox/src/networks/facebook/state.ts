import type { Account } from '../../world/accounts.ts';
import type { Blob } from '../../world/blobs.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { Media } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
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

/** A video that a page uploads in phases. */
export interface VideoUpload {
  readonly id: string;
  readonly videoId: string;
  readonly pageId: string;
  readonly fileSize: number;
  readonly blob: Blob;
}

/** A video: of one that is still being uploaded nothing else is known. */
export type Video = {
  readonly id: string;
  readonly pageId: string;
  readonly isPublished: boolean;
} & (
  | { readonly phase: 'uploading' }
  | {
      readonly phase: 'processing';
      readonly isPlayable: boolean;
      readonly title: string | undefined;
      readonly description: string;
      /** Looks that its processing still takes. */
      pendingChecks: number;
    }
);

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
  /** Of pages, by session. */
  readonly videoUploads: Map<string, VideoUpload>;
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
    videoUploads: new Map(),
    videos: new Map(),
    instagram: createInstagramState(world),
  };
}

/** An account here is a page; the person who looks after it has an id of their own. */
export function personIdOf(page: Account): string {
  return `10${page.id.slice(2)}`;
}

const usualTasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];
const furtherTypes = ['page', 'page-analyst', 'page-new', 'page-portfolio'];

/**
 * Pages a person looks after: the one they signed in with, and for the owner every page that was added later. Those that
 * a business portfolio owns are shown only to those who were granted `business_management`.
 */
export function pagesOf(state: FacebookState, { account, scopes }: { account: Account; scopes: readonly string[] }) {
  const further = isOwner(account) ? furtherTypes : [];
  const hidden = scopes.includes('business_management') ? '' : 'page-portfolio';
  return state.world.accounts
    .of('facebook')
    .filter((page) => page.id === account.id || (further.includes(page.type) && page.type !== hidden));
}

/** True for the person who has a role in the apps, and looks after all pages that are added. */
export function isOwner(account: Account): boolean {
  return account.username === 'sandbox_owner';
}

/** What the person may do as a page. Pages of the newer kind name their tasks in another way. */
export function tasksOf(page: Account): readonly string[] {
  if (page.type === 'page-analyst') return ['ANALYZE'];
  return page.type === 'page-new' ? usualTasks.map((task) => `PROFILE_PLUS_${task}`) : usualTasks;
}

export function mayPostAs(page: Account): boolean {
  return tasksOf(page).some((task) => task.endsWith('CREATE_CONTENT'));
}
