import type { Account } from '../../world/accounts.ts';
import { createIdSource, type IdSource } from '../../world/ids.ts';
import type { Media, Post } from '../../world/posts.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import { createInstagramState, type InstagramState } from '../instagram/state.ts';

/** The kind of a token: a person's, or one page's. */
export interface TokenFacts {
  readonly kind: 'user' | 'page';
  /** Lasts 60 days; page tokens made from it never expire. */
  readonly isLong: boolean;
}

/** A picture that was uploaded, but not posted yet. */
export interface UnpublishedPhoto {
  readonly pageId: string;
  readonly media: Media;
}

/** A resumable upload and the bytes that have arrived. */
export interface UploadSession {
  readonly id: string;
  readonly clientId: string;
  readonly fileLength: number;
  readonly blob: StoredBytes;
  /** The request whose bytes count: bytes of an older request that is still running are ignored. */
  writer: object | undefined;
  /** Set with the last byte. */
  handle?: string;
}

/** A video that a page uploads in phases. */
export interface VideoUpload {
  readonly id: string;
  readonly videoId: string;
  readonly pageId: string;
  readonly fileSize: number;
  readonly blob: StoredBytes;
}

/** A reel or story that a page uploads in one request. */
export interface WholeUpload {
  readonly videoId: string;
  readonly pageId: string;
  readonly edge: WholeEdge;
  /** Absent until all bytes have arrived. */
  blob: StoredBytes | undefined;
}

/** Connections of a page for videos of one kind. */
export type WholeEdge = 'video_reels' | 'video_stories';

/** A video; most facts are known only after its upload. */
export type Video = {
  readonly id: string;
  readonly pageId: string;
  readonly isPublished: boolean;
} & (
  | { readonly phase: 'uploading' | 'uploaded' }
  | {
      readonly phase: 'processing';
      readonly isPlayable: boolean;
      readonly title: string | undefined;
      readonly description: string;
      /** Number of status checks that still find it in processing. */
      pendingChecks: number;
    }
);

/** State of this network alone. */
export interface FacebookState {
  readonly world: World;
  readonly nextId: IdSource;
  /** Kinds of tokens, by token. */
  readonly tokens: Map<string, TokenFacts>;
  /** Page tokens that were issued, by user token and page. */
  readonly pageTokens: Map<string, string>;
  readonly photos: Map<string, UnpublishedPhoto>;
  readonly uploads: Map<string, UploadSession>;
  /** Videos that pages upload, by session. */
  readonly videoUploads: Map<string, VideoUpload>;
  /** Reels and stories that pages upload, by video. */
  readonly wholeUploads: Map<string, WholeUpload>;
  readonly videos: Map<string, Video>;
  /** State for Instagram accounts, which apps that signed in at Facebook reach through this Graph. */
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
    wholeUploads: new Map(),
    videos: new Map(),
    instagram: createInstagramState(world),
  };
}

/** Returns the id of the person who manages a page; accounts here are pages. */
export function personIdOf(page: Account): string {
  return `10${page.id.slice(2)}`;
}

const usualTasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];
const furtherTypes = ['page', 'page-analyst', 'page-new', 'page-portfolio'];

/**
 * Returns the pages that a person manages: the one they signed in with, and for the owner every page that was added later.
 * Pages of a business portfolio are shown only with the scope `business_management`.
 */
export function pagesOf(state: FacebookState, { account, scopes }: { account: Account; scopes: readonly string[] }) {
  const further = isOwner(account) ? furtherTypes : [];
  const hidden = scopes.includes('business_management') ? '' : 'page-portfolio';
  return state.world.accounts
    .of('facebook')
    .filter((page) => page.id === account.id || (further.includes(page.type) && page.type !== hidden));
}

/** Returns true for the person who has a role in the apps and manages the pages that are added. */
export function isOwner(account: Account): boolean {
  return account.username === 'sandbox_owner';
}

/** Returns the tasks that the person may perform as a page; newer pages have other names for them. */
export function tasksOf(page: Account): readonly string[] {
  if (page.type === 'page-analyst') return ['ANALYZE'];
  return page.type === 'page-new' ? usualTasks.map((task) => `PROFILE_PLUS_${task}`) : usualTasks;
}

export function mayPostAs(page: Account): boolean {
  return tasksOf(page).some((task) => task.endsWith('CREATE_CONTENT'));
}

/** The comments of a post that are left. */
export function commentsOf({ world }: FacebookState, { id }: Post): readonly Post[] {
  return world.posts.of('facebook').filter((post) => post.replyToId === id && post.deletedAt === undefined);
}
