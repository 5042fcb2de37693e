import type { OutgoingMedia } from '@social/platforms';
import type { ErrorCode } from '@social/types';
import type { PlatformContent } from '../services/publish-request.ts';

/** Media that could not be fetched or is not what the platform takes; nothing was sent. The message names class, never content. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: ErrorCode;

  constructor(code: 'media_unreachable' | 'media_refused', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The files of one post: each address is fetched once, so that every platform gets the same bytes. */
export interface MediaBatch {
  /** The files a platform is to carry, in their order. @throws MediaError */
  load(content: PlatformContent): Promise<OutgoingMedia[]>;
}

/** Where the files of posts come from. */
export interface MediaSource {
  openBatch(): MediaBatch;
}
