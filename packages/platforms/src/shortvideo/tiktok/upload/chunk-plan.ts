const MEBIBYTE = 1024 * 1024;
/** Size of the smallest chunk that the network takes: at most 819 in the largest file, of 1000 that are allowed. */
const CHUNK_BYTES = 5 * MEBIBYTE;
const LARGEST_WHOLE_BYTES = 2 * CHUNK_BYTES;

/** Division of a file: equal chunks, the last of which also has the remainder, so that all are below 10 MiB. */
export interface ChunkPlan {
  readonly totalBytes: number;
  readonly chunkBytes: number;
  readonly chunkCount: number;
}

/** @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export function planChunks(totalBytes: number): ChunkPlan {
  if (totalBytes < LARGEST_WHOLE_BYTES) return { totalBytes, chunkBytes: totalBytes, chunkCount: 1 };
  return { totalBytes, chunkBytes: CHUNK_BYTES, chunkCount: Math.floor(totalBytes / CHUNK_BYTES) };
}

/** Length of the chunk, or of the rest of the chunk, that begins at a byte. */
export function chunkLengthAt({ totalBytes, chunkBytes, chunkCount }: ChunkPlan, start: number): number {
  const index = Math.min(Math.floor(start / chunkBytes), chunkCount - 1);
  const end = index === chunkCount - 1 ? totalBytes : (index + 1) * chunkBytes;
  return end - start;
}

/**
 * Reads the number of bytes that the network has from its `Content-Range: bytes 0-{uploaded}/{total}`; null without one. The
 * documentation does not say whether `uploaded` is a count or the index of the last byte: the reading that ends a chunk wins.
 */
export function readConfirmed({ totalBytes, chunkBytes }: ChunkPlan, header: string | null): number | null {
  const value = /^bytes 0-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header ?? '')?.[1];
  if (value === undefined) return null;
  const next = Number(value) + 1;
  const confirmed = next === totalBytes || next % chunkBytes === 0 ? next : Number(value);
  return confirmed <= totalBytes ? confirmed : null;
}
