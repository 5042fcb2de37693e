import type { Call, Reply, Route } from '../../../http/route.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { mediaLimits } from '../media-limits.ts';
import type { Publish, TiktokState, Upload } from '../state.ts';
import { completeVideo } from './publishes.ts';

const videoTypes = new Set<string>(mediaLimits.videos.types);
const copiedBytes = 1024 * 1024;

interface Range {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

/**
 * Receiving a video in chunks, one after the other, at the address from the init call. The answer is a status and a range,
 * without a body.
 *
 * @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export function chunkRoute(state: TiktokState): Route {
  return {
    method: 'PUT',
    path: '/video',
    takesStream: true,
    operation: (call) => {
      const range = readRange(call);
      const isLast = range !== null && range.last === range.total - 1;
      return isLast && publishOf(state, call)?.post ? 'publish' : 'upload';
    },
    handle: (call) => receive(state, call),
  };
}

function publishOf(state: TiktokState, { query }: Call): Publish | undefined {
  return state.uploads.get(`upload_id=${query.get('upload_id')}&upload_token=${query.get('upload_token')}`);
}

async function receive(state: TiktokState, call: Call): Promise<Reply> {
  const publish = publishOf(state, call);
  const upload = publish?.upload;
  if (!upload || publish.isComplete) return { status: 404 };
  if (upload.expiresAt <= state.world.now()) return { status: 403 };
  const range = readRange(call);
  const isVideo = videoTypes.has(call.headers['content-type'] ?? '');
  if (!range || !isVideo || range.total !== upload.videoBytes) return { status: 400 };
  if (range.first !== upload.blob.bytes) return progress(416, upload);
  const bytes = range.last - range.first + 1;
  if (bytes !== expectedBytes(upload) || call.headers['content-length'] !== String(bytes)) return { status: 400 };
  const chunk = await readChunk(call);
  // The chunk was cut off, or the same chunk arrived first on another connection.
  if (chunk?.bytes !== bytes || range.first !== upload.blob.bytes) return { status: 400 };
  for (let at = 0; at < bytes; at += copiedBytes) upload.blob.append(chunk.read(at, at + copiedBytes));
  if (upload.blob.bytes < upload.videoBytes) return progress(206, upload);
  completeVideo(state, publish, upload.blob);
  return progress(201, upload);
}

/** Reads a chunk, or returns null when it was cut off. */
async function readChunk({ body }: Call): Promise<StoredBytes | null> {
  if (body.kind !== 'stream') return null;
  const chunk = new StoredBytes();
  try {
    for await (const part of body.chunks) chunk.append(part);
    return chunk;
  } catch {
    return null;
  }
}

/** Returns the size of the next chunk: the announced one, and for the last chunk all remaining bytes. */
function expectedBytes({ blob, chunkBytes, chunkCount, videoBytes }: Upload): number {
  const isLast = blob.bytes === (chunkCount - 1) * chunkBytes;
  return isLast ? videoBytes - blob.bytes : chunkBytes;
}

function progress(status: number, { blob, videoBytes }: Upload): Reply {
  return { status, headers: { 'content-range': `bytes 0-${blob.bytes}/${videoBytes}` } };
}

function readRange({ headers }: Call): Range | null {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (first === undefined) return null;
  const range = { first: Number(first), last: Number(last), total: Number(total) };
  return range.first <= range.last && range.last < range.total ? range : null;
}
