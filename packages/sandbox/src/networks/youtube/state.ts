import type { Blob } from '../../world/blobs.ts';
import type { Media } from '../../world/posts.ts';
import type { World } from '../../world/world.ts';
import type { VideoMetadata } from './video-body.ts';

/** A video that exists: its last byte has arrived. */
export interface Video extends VideoMetadata {
  readonly id: string;
  readonly channelId: string;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  readonly media: Media;
  /** Whether its bytes are a video at all. */
  readonly isPlayable: boolean;
  /** Reads that still find it in processing. */
  pendingChecks: number;
}

/** A resumable upload on its way, or done. */
export interface UploadSession {
  readonly channelId: string;
  readonly metadata: VideoMetadata;
  /** As announced; null where the client did not say. */
  readonly totalBytes: number | null;
  readonly contentType: string;
  readonly expiresAt: number;
  readonly blob: Blob;
  /** The request that may append: of two that overlap, the later one. */
  writer: object | null;
  /** Set with the last byte; its answer is repeated from then on. */
  video?: Video;
}

/** What only this network remembers. */
export interface YoutubeState {
  readonly world: World;
  /** By `upload_id`. */
  readonly sessions: Map<string, UploadSession>;
  readonly videos: Map<string, Video>;
  /** `<account>/<app>` of every consent, because the first one gives a refresh token by itself. */
  readonly consents: Set<string>;
  /** `<app> <bucket> <day>` → units used. */
  readonly quota: Map<string, number>;
}

export function createYoutubeState(world: World): YoutubeState {
  return { world, sessions: new Map(), videos: new Map(), consents: new Set(), quota: new Map() };
}
