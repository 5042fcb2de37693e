import { decodeXML } from 'entities';
import type { S3Client } from './s3-client.ts';
import { StorageError } from './s3-client.ts';

/** Size of a part, and of what is in memory at a time. S3 takes 10 000 parts, the last one of any size. */
const PART_BYTES = 8 * 1024 ** 2;

/** Puts an object under a name: in one call, or in parts when it is large. Leaves nothing when it throws, as far as the storage answers. */
export async function putObject(
  s3: S3Client,
  name: string,
  file: { readonly bytes: number; read(): AsyncIterable<Uint8Array> },
  contentType: string,
): Promise<void> {
  const headers = { 'content-type': contentType };
  if (file.bytes > PART_BYTES) return putParts(s3, name, file.read(), headers);
  for await (const body of inParts(file.read())) await s3.call({ method: 'PUT', name, headers, body });
}

async function putParts(
  s3: S3Client,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
): Promise<void> {
  const { text } = await s3.call({ method: 'POST', name, query: { uploads: '' }, headers });
  const found = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
  if (found === undefined) throw new StorageError('an upload began without an id', { status: 200, code: '' });
  const uploadId = decodeXML(found);
  try {
    const parts: string[] = [];
    for await (const body of inParts(pieces)) {
      const query = { partNumber: String(parts.length + 1), uploadId };
      const part = await s3.call({ method: 'PUT', name, query, body });
      parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${part.headers.get('etag')}</ETag></Part>`);
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    await s3.call({ method: 'POST', name, query: { uploadId }, body });
  } catch (error) {
    // What cannot be ended now is ended by the sweep.
    await s3.call({ method: 'DELETE', name, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** Collects pieces into parts of `PART_BYTES`. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
