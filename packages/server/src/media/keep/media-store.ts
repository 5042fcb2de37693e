import type { TemporaryFile } from './temporary-files.ts';

/** A file that can be read until `remove`, which closes a stored file and deletes any other. */
export type ReadableFile = Pick<TemporaryFile, 'bytes' | 'read' | 'sha256' | 'remove'>;

/** A file that the server receives, under a temporary name. */
export interface IncomingFile {
  readonly bytes: number;
  /** Appends to the file. @throws AppError unavailable when the disk is full */
  append(chunk: Uint8Array): Promise<void>;
  read(fromByte?: number, toByte?: number): AsyncIterable<Uint8Array>;
  sha256(): string;
  /** Resolves when the whole file is on the disk. */
  sync(): Promise<void>;
  /** Moves the file to its final name in the folder, and replaces an equal file there. Call `sync` first. */
  keep(workspaceId: string): Promise<void>;
  /** Removes a file that was not kept. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A stored file, by what its row says. */
export interface StoredFile {
  readonly workspaceId: string;
  readonly sha256: string;
  /** Name in the object storage; null for a file in the folder. */
  readonly object: string | null;
}

/** Type of a file, by which it is named and served. */
export interface FileType {
  readonly contentType: string;
  readonly extension: string;
}

/** Place of the uploaded files of workspaces. */
export interface MediaStore {
  /** Begins to receive a file. @throws AppError unavailable */
  receive(): Promise<IncomingFile>;
  /**
   * Brings a received file to safety, before the transaction that stores its row.
   * @returns name of its object; null when `keep` of the file moves it to its place, within that transaction
   * @throws AppError unavailable, and nothing is stored
   */
  put(file: IncomingFile, workspaceId: string, type: FileType): Promise<string | null>;
  /** Returns true when an upload of the same bytes need not be stored again. */
  holds(file: StoredFile): Promise<boolean>;
  /** Opens a file to read it where it is. @returns the file, or null when it does not exist @throws AppError unavailable */
  open(file: StoredFile): Promise<ReadableFile | null>;
  /** Opens a file on this machine's disk, so that no network waits for it. @returns null when it does not exist @throws MediaError */
  openForPost(file: StoredFile, signal: AbortSignal): Promise<ReadableFile | null>;
  /** Origin from which networks fetch the files that are put from now on; null when this server has to hand them out. */
  readonly publicBase: string | null;
  /** Address at which networks fetch the file from its storage; null when this server has to hand it out. */
  publicAddressOf(file: StoredFile): Promise<string | null>;
  /** Deletes a file. */
  remove(file: StoredFile): Promise<void>;
  /** Deletes the folder of a workspace with the files in it. Objects stay. */
  removeFolder(workspaceId: string): Promise<void>;
  /** Lists the stored files that are old enough for a look whether a row names them. */
  listOld(): AsyncIterable<StoredFile>;
  /** Removes what killed processes had begun to receive or to put. */
  removeAbandoned(): Promise<void>;
}

/** Reads a whole file into memory. */
export async function readWhole(file: Pick<ReadableFile, 'bytes' | 'read'>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  let filled = 0;
  for await (const piece of file.read()) {
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  return bytes;
}
