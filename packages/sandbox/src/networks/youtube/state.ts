import type { Media } from '../../world/posts.ts';
import type { StoredBytes } from '../../world/stored-bytes.ts';
import type { World } from '../../world/world.ts';
import type { MediaProblem } from '../check-media.ts';
import type { VideoMetadata } from './videos/video-body.ts';

/** A video that has arrived completely. */
export interface Video extends VideoMetadata {
  readonly id: string;
  readonly channelId: string;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  readonly media: Media;
  /** What is wrong with the file; absent for a video that can be shown. */
  readonly problem: MediaProblem | undefined;
  /** Number of reads that still find it in processing. */
  pendingChecks: number;
}

/** A resumable upload, begun or finished. */
export interface UploadSession {
  readonly channelId: string;
  readonly metadata: VideoMetadata;
  /** Announced size; null when the client did not announce it. */
  readonly totalBytes: number | null;
  readonly contentType: string;
  readonly expiresAt: number;
  readonly blob: StoredBytes;
  /** The request that may append bytes: the later of two that overlap. */
  writer: object | null;
  /** Set with the last byte; later requests get the same answer. */
  video?: Video;
}

/** State of this network alone. */
export interface YoutubeState {
  readonly world: World;
  /** Uploads by `upload_id`. */
  readonly sessions: Map<string, UploadSession>;
  readonly videos: Map<string, Video>;
  /** `<account>/<app>` of every consent, because the first one includes a refresh token. */
  readonly consents: Set<string>;
  /** Units used, by `<app> <bucket> <day>`. */
  readonly quota: Map<string, number>;
}

export function createYoutubeState(world: World): YoutubeState {
  return { world, sessions: new Map(), videos: new Map(), consents: new Set(), quota: new Map() };
}
