import type { OutgoingMedia } from '@social/platforms';
import type { MediaKind } from '@social/rules';
import type { ErrorCode, PlatformId, Schema } from '@social/types';
import { AppError } from '../../errors.ts';

/** Media that the server could not fetch or that the platform does not take. Nothing was sent. The message never shows content. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: ErrorCode;

  constructor(
    code: Extract<ErrorCode, 'media_unreachable' | 'media_refused' | 'media_quota_exceeded'>,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.code = code;
  }

  /** Milliseconds after which the same may succeed, where the cause tells. */
  get retryAfterMs(): number | undefined {
    return this.cause instanceof AppError ? this.cause.retryAfterMs : undefined;
  }
}

/** Says that an uploaded file is gone. */
export const NOT_STORED =
  'An uploaded file of the post is not stored for this workspace, or no longer; upload the file again and use its new address';

/** One file of a platform's post, as the caller gave it. */
export interface ContentMedia {
  readonly url: string;
  readonly alt: string;
  /** Kind by the address alone; null when the address does not tell. */
  readonly kind: MediaKind | null;
  readonly field: 'media' | 'mediaUrls';
  /** SHA-256 of the copy that was made before the post was due. */
  readonly copy?: string;
}

/** What was done to a file of a post before it was sent. */
export interface PreparedFile {
  /** Number of the file among those of the platform, from 1. */
  readonly number: number;
  readonly url: string;
  /** The stored file that is sent in place of the one at the address, in lower-case hexadecimal; null where that one is sent. */
  readonly sha256: string | null;
  /** Sentence for the platform's result; null where nothing is to be said. */
  readonly note: string | null;
}

/** The files of a platform's post. */
export interface MediaOrder {
  readonly platform: PlatformId;
  /** The connected network. */
  readonly network: string;
  /** Limits of the connected account's server, where it has its own. */
  readonly server?: Schema<'ServerMedia'> | null | undefined;
  /** Of the post: a story takes other files than the feed. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly media: readonly ContentMedia[];
  /** Set when files are changed so that they fit and tell nothing; otherwise they stay as they are, or are refused. */
  readonly fitMedia: boolean;
  /** What an interrupted attempt has done to files: the same bytes are sent again. */
  readonly earlier: readonly PreparedFile[];
}

/** The files of a platform's post, on the disk. */
export interface LoadedMedia {
  readonly media: OutgoingMedia[];
  /** What was done to files among them. What was changed is stored with the workspace's uploaded files. */
  readonly fitted: readonly PreparedFile[];
}

/** The files of one post. Each address is fetched once, so that every platform gets the same bytes; the files last until `close`. */
export interface MediaBatch {
  /** Loads the files of a platform's post, in their order. @throws MediaError */
  load(order: MediaOrder): Promise<LoadedMedia>;
  /** Stops downloads and removes the files; later calls fail. */
  close(): Promise<void>;
}

/** A platform's post, by what decides which files are fetched for it. */
export type MediaTaker = Pick<MediaOrder, 'platform'> & Partial<Pick<MediaOrder, 'network' | 'server'>>;

/** Supplies the files of posts. */
export interface MediaSource {
  /**
   * Fetches a file and stores it with the workspace's uploaded files.
   * @param takers platforms that get the file; it is fetched up to their largest limit
   * @returns its SHA-256
   * @throws MediaError; AppError media_quota_exceeded, unavailable
   */
  copy(
    workspaceId: string,
    url: string,
    by: { readonly takers: readonly MediaTaker[]; readonly signal: AbortSignal },
  ): Promise<string>;
  /**
   * Opens a batch.
   * @param workspaceId the workspace whose uploaded files the post may use
   * @param posts what each platform gets; a file is fetched up to the largest limit of its platforms
   */
  openBatch(
    workspaceId: string,
    posts: readonly Pick<MediaOrder, 'platform' | 'network' | 'server' | 'media'>[],
  ): MediaBatch;
}
