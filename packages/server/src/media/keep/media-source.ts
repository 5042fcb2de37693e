import type { OutgoingMedia } from '@social/platforms';
import type { MediaKind } from '@social/rules';
import type { ErrorCode, PlatformId } from '@social/types';

/** Media that the server could not fetch or that the platform does not take. Nothing was sent. The message never shows content. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: ErrorCode;

  constructor(code: 'media_unreachable' | 'media_refused', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** One file of a platform's post, as the caller gave it. */
export interface ContentMedia {
  readonly url: string;
  readonly alt: string;
  /** Kind by the address alone; null when the address does not tell. */
  readonly kind: MediaKind | null;
  readonly field: 'media' | 'mediaUrls';
}

/** The files of one post. Each address is fetched once, so that every platform gets the same bytes; the files last until `close`. */
export interface MediaBatch {
  /** Loads the files of a platform's post, in their order. @throws MediaError */
  load(content: { readonly platform: PlatformId; readonly media: readonly ContentMedia[] }): Promise<OutgoingMedia[]>;
  /** Stops downloads and removes the files; later calls fail. */
  close(): Promise<void>;
}

/** Supplies the files of posts. */
export interface MediaSource {
  /** Opens a batch. @param workspaceId the workspace whose uploaded files the post may use */
  openBatch(workspaceId: string): MediaBatch;
}
