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

/** A file that the server has made or fetched. */
export interface MadeFile extends Pick<OwnFile, 'name'> {
  readonly sha256: string;
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The uploaded files of workspaces. */
export interface OwnFiles {
  /** Opens a file. @returns the file, or null when the workspace does not have it @throws MediaError */
  openForPost(workspaceId: string, sha256: string, signal: AbortSignal): Promise<OwnFile | null>;
  /** Stores a file, without holding it in memory. @throws AppError as an upload does; no file is stored then */
  keep(workspaceId: string, file: MadeFile): Promise<void>;
}
