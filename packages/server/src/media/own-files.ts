import type { ReadableFile } from './keep/media-store.ts';
import type { Picture } from './look/picture.ts';
import type { SniffedType } from './look/sniff.ts';

/** An uploaded file of a workspace, open for reading. */
export interface OwnFile extends SniffedType {
  readonly file: ReadableFile;
  /** Address from which a network can fetch it. */
  readonly publicUrl: string | null;
}

/** The uploaded files of workspaces. */
export interface OwnFiles {
  /** Opens a file. @returns the file, or null when the workspace does not have it @throws MediaError */
  openForPost(workspaceId: string, sha256: string, signal: AbortSignal): Promise<OwnFile | null>;
  /** Stores a file that the server has made. @returns its SHA-256 @throws AppError media_quota_exceeded, unavailable */
  keep(workspaceId: string, bytes: Uint8Array): Promise<string>;
}

/** A file of a post, with what its structure tells. */
export interface FetchedFile extends OwnFile {
  /** Facts of a picture; null for a video, whose structure the server does not read. */
  readonly picture: Pick<Picture, 'width' | 'height' | 'frames' | 'isAnimated'> | null;
}
