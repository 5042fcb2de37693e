import type { MediaLook } from '@social/rules';
import type { ReadableFile } from './keep/media-store.ts';

/** A file of a post, open for reading. */
export interface OwnFile {
  readonly file: ReadableFile;
  readonly look: MediaLook;
  /** Name by which messages and networks name it. */
  readonly name: string;
  /** Address from which a network can fetch it. */
  readonly publicUrl: string | null;
}

/** The uploaded files of workspaces. */
export interface OwnFiles {
  /** Opens a file. @returns the file, or null when the workspace does not have it @throws MediaError */
  openForPost(workspaceId: string, sha256: string, signal: AbortSignal): Promise<OwnFile | null>;
  /** Stores a file that the server has made. @returns its SHA-256 @throws AppError media_quota_exceeded, unavailable */
  keep(workspaceId: string, file: { readonly bytes: Uint8Array; readonly name: string }): Promise<string>;
  /** Stores a file that was fetched, without holding it in memory. @returns its SHA-256 @throws AppError media_quota_exceeded, unavailable */
  keepFetched(workspaceId: string, fetched: Pick<OwnFile, 'file' | 'name'>): Promise<string>;
}
