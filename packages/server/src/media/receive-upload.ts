import { AppError } from '../errors.ts';
import { FETCH_LIMITS } from './fetch/fetch-limits.ts';
import { createPace } from './fetch/pace.ts';
import { MediaError } from './keep/media-source.ts';
import type { Picture } from './look/picture.ts';
import { checkPicture } from './look/picture-check.ts';
import { type SniffedType, sniff } from './look/sniff.ts';
import type { IncomingFile, MediaFiles } from './media-files.ts';

const HEAD_BYTES = 64;
const TOTAL_MS = 6 * 3_600_000;
/** What a slow uplink still does; who is slower holds a connection for nothing. */
const MIN_RATE = { bytes: 64 * 1024, spanMs: 30_000 };

/** A file on its way to the server. */
export interface Upload {
  /** Ends with an error when the file was cut off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Size as it is announced, which need not be true; null when it is not. */
  readonly announcedBytes: number | null;
  /** SHA-256 that the sender says it has, lower-case hex; null when it does not say. */
  readonly sha256: string | null;
}

/** A file that has come and is whole, as far as its format tells. */
export interface ReceivedFile extends SniffedType {
  readonly file: IncomingFile;
  readonly picture: Picture | null;
}

/**
 * Streams a file to the disk; its first bytes decide whether it is taken, and how much of it.
 * @param onBytes is told of each piece before it is written, and may throw
 * @throws AppError with nothing left behind
 */
export async function receiveUpload(
  files: MediaFiles,
  upload: Upload,
  onBytes: (count: number) => void,
): Promise<ReceivedFile> {
  const file = await files.receive();
  try {
    const type = await fill(file, upload, onBytes);
    if (upload.sha256 !== null && upload.sha256 !== file.sha256()) {
      throw new AppError(
        'invalid_request',
        'body: is not what Repr-Digest says; it was damaged on its way, send it again',
      );
    }
    const picture = type.kind === 'image' ? await checkPicture(file, type.contentType, 'The file') : null;
    await file.sync();
    return { ...type, file, picture };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    if (error instanceof MediaError) throw new AppError(error.code, error.message, { cause: error });
    throw error;
  }
}

async function fill(file: IncomingFile, upload: Upload, onBytes: (count: number) => void): Promise<SniffedType> {
  let head = Buffer.alloc(0);
  let type: SniffedType | undefined;
  const keep = async (chunk: Uint8Array, { kind }: SniffedType): Promise<void> => {
    const { maxBytes } = FETCH_LIMITS[kind];
    if (Math.max(upload.announcedBytes ?? 0, file.bytes + chunk.byteLength) > maxBytes) {
      throw new AppError(
        'payload_too_large',
        `No platform takes ${kind}s of more than ${maxBytes} bytes; make it smaller`,
      );
    }
    await file.append(chunk);
  };
  for await (const chunk of paced(upload.pieces)) {
    onBytes(chunk.byteLength);
    if (type) {
      await keep(chunk, type);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    type = recognize(head);
    await keep(head, type);
  }
  if (type) return type;
  if (head.length === 0) throw new AppError('invalid_request', 'body: is empty; send the file itself');
  type = recognize(head);
  await keep(head, type);
  return type;
}

function recognize(head: Buffer): SniffedType {
  const type = sniff(head.subarray(0, HEAD_BYTES));
  if (type) return type;
  throw new AppError('unsupported_media_type', 'The file is neither a picture nor a video that networks take');
}

/** The pieces as they come, as long as they come fast enough. The source is not closed: its sender is to get an answer. */
async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  using pace = createPace(new AbortController().signal, TOTAL_MS);
  pace.expect({ totalMs: TOTAL_MS, minRate: MIN_RATE });
  const source = pieces[Symbol.asyncIterator]();
  let waiting: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  const tooSlow = () => new AppError('request_timeout', 'The file came too slowly; send it again');
  pace.signal.addEventListener('abort', () => waiting?.reject(tooSlow()));
  for (;;) {
    // It may have become so while the last piece was written.
    if (pace.signal.aborted) throw tooSlow();
    waiting = Promise.withResolvers();
    source.next().then(waiting.resolve, (cause: unknown) => {
      waiting?.reject(new AppError('malformed_http', 'The file was cut off; send it again', { cause }));
    });
    const next = await waiting.promise;
    if (next.done) return;
    pace.count(next.value.byteLength);
    yield next.value;
  }
}
