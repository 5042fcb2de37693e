import { once } from '@social/platforms/guarded';
import { type FileType, isMedia, type MediaLook, mayBeMedia, sizeText, typeProblem } from '@social/rules';
import { AppError } from '../errors.ts';
import { FETCH_LIMITS } from './fetch/fetch-limits.ts';
import { createPace } from './fetch/pace.ts';
import { cleanFileName } from './file-name.ts';
import { MediaError } from './keep/media-source.ts';
import type { IncomingFile, MediaStore } from './keep/media-store.ts';
import { lookOnDisk, requireWhole } from './look/media-look.ts';
import { withType } from './look/typed-pieces.ts';

const TOTAL_MS = 6 * 3_600_000;
/** The slowest uplink that is worth a connection. */
const MIN_RATE = { bytes: 64 * 1024, spanMs: 30_000 };

/** A file that a client sends. */
export interface Upload {
  /** Throws when the file was cut off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Size that the sender announces, which may be wrong; null without one. */
  readonly announcedBytes: number | null;
  /** SHA-256 that the sender gives, in lower-case hex; null without one. */
  readonly sha256: string | null;
  /** Name that the sender gives; null without one. */
  readonly name: string | null;
}

/** What is done with an upload while it is received. */
export interface Reception {
  /** Is called with the size of each piece before it is written; may throw. */
  readonly onBytes: (count: number) => void;
  /** Adds to the look at the whole file what is found out later than its type. */
  readonly lookFurther: (received: ReceivedFile) => Promise<MediaLook>;
}

/** A received file, whole as far as its format tells. */
export interface ReceivedFile {
  readonly file: IncomingFile;
  readonly look: MediaLook;
}

/**
 * Streams a file to the disk. Its first bytes decide whether the server takes the file, and how much of it.
 * @throws AppError and leaves no file
 */
export async function receiveUpload(
  files: Pick<MediaStore, 'receive'>,
  upload: Upload,
  { onBytes, lookFurther }: Reception,
): Promise<ReceivedFile> {
  const file = await files.receive();
  try {
    await fill(file, upload, onBytes);
    if (upload.sha256 !== null && upload.sha256 !== file.sha256()) {
      throw new AppError(
        'invalid_request',
        'body: is not what Repr-Digest says; it was damaged on its way, send it again',
      );
    }
    const look = await lookOnDisk(file);
    if (!isMedia(look)) throw unsupported(look);
    await requireWhole(file, look, cleanFileName(upload.name ?? '') ?? 'The file');
    return { file, look: await lookFurther({ file, look }) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    if (error instanceof MediaError) throw new AppError(error.code, error.message, { cause: error });
    throw error;
  }
}

async function fill(file: IncomingFile, upload: Upload, onBytes: (count: number) => void): Promise<void> {
  for await (const { type, piece } of withType(paced(upload.pieces))) {
    onBytes(piece.byteLength);
    if (!mayBeMedia(type)) throw unsupported(type);
    const { maxBytes } = FETCH_LIMITS[type.kind];
    if (Math.max(upload.announcedBytes ?? 0, file.bytes + piece.byteLength) > maxBytes) {
      const message = `No platform takes ${type.kind}s of more than ${sizeText(maxBytes)}; make it smaller`;
      throw new AppError('payload_too_large', message);
    }
    await file.append(piece);
  }
  if (file.bytes === 0) throw new AppError('invalid_request', 'body: is empty; send the file itself');
}

function unsupported(type: FileType | null): AppError {
  return new AppError('unsupported_media_type', `The file ${typeProblem(type)}`);
}

/** Yields the pieces while they arrive fast enough. Leaves the source open, so that its sender gets an answer. */
async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  using pace = createPace(new AbortController().signal, TOTAL_MS);
  pace.expect({ totalMs: TOTAL_MS, minRate: MIN_RATE });
  const source = pieces[Symbol.asyncIterator]();
  let waiting: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  const tooSlow = () => new AppError('request_timeout', 'The file came too slowly; send it again');
  once(pace.signal, 'abort', () => waiting?.reject(tooSlow()));
  for (;;) {
    // The last piece may have taken long to write.
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
