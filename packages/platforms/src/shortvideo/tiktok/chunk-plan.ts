const MEBIBYTE = 1024 * 1024;
/** The smallest chunk of which several may follow each other: at most 819 in the largest file, where 1000 are allowed. */
const CHUNK_BYTES = 5 * MEBIBYTE;
const LARGEST_WHOLE_BYTES = 2 * CHUNK_BYTES;

/** How a file is cut: equal chunks, the last of which also has what is left over, so that none exceeds 10 MiB. */
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
 * Bytes that are safe at the network, from its `Content-Range: bytes 0-{uploaded}/{total}`; null where it says nothing. It is not
 * documented whether that is a count or the index of the last byte: whatever ends a chunk is meant.
 */
export function readConfirmed({ totalBytes, chunkBytes }: ChunkPlan, header: string | null): number | null {
  const value = /^bytes 0-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header ?? '')?.[1];
  if (value === undefined) return null;
  const next = Number(value) + 1;
  const confirmed = next === totalBytes || next % chunkBytes === 0 ? next : Number(value);
  return confirmed <= totalBytes ? confirmed : null;
}
