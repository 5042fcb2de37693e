import type { OutgoingMedia } from '@social/platforms';
import type { MediaKind } from '@social/rules';
import type { ErrorCode, PlatformId } from '@social/types';

/** Media that could not be fetched or is not what the platform takes; nothing was sent. The message names class, never content. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: ErrorCode;

  constructor(code: 'media_unreachable' | 'media_refused', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** One file of one platform's post, as it was asked for. */
export interface ContentMedia {
  readonly url: string;
  readonly alt: string;
  /** By the address alone; null when that does not tell. */
  readonly kind: MediaKind | null;
  readonly field: 'media' | 'mediaUrls';
}

/** The files of one post: each address is fetched once, so that every platform gets the same bytes, and kept until it is closed. */
export interface MediaBatch {
  /** The files a platform is to carry, in their order. @throws MediaError */
  load(content: { readonly platform: PlatformId; readonly media: readonly ContentMedia[] }): Promise<OutgoingMedia[]>;
  /** Ends what is still being fetched and removes the files; nothing can be loaded or opened any more. */
  close(): Promise<void>;
}

/** Where the files of posts come from. */
export interface MediaSource {
  /** @param workspaceId whose own files may be used */
  openBatch(workspaceId: string): MediaBatch;
}
