import busboy from 'busboy';
import { StoredBytes } from '../world/stored-bytes.ts';

/** A file of a form. */
export interface FormFile {
  readonly blob: StoredBytes;
  readonly fileName: string;
  /** The content type that the client gives it. */
  readonly type: string;
}

/** The fields of a form, and its files by the name of their part. */
export interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  /** The fields in their order; a name may repeat. */
  readonly entries: readonly (readonly [string, string])[];
  readonly files: Readonly<Record<string, FormFile>>;
}

/**
 * Decodes a multipart form of any size. A part of type application/octet-stream is a file even without a file name, because
 * official clients send their chunks so.
 *
 * @returns `undefined` for a malformed form.
 */
export async function readMultipart(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  contentType: string,
): Promise<MultipartForm | undefined> {
  const entries: [string, string][] = [];
  const files: Record<string, FormFile> = {};
  let parser: busboy.Busboy;
  try {
    parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8' });
  } catch {
    return undefined;
  }
  const wasWellFormed = new Promise<boolean>((resolve) => {
    parser.once('close', () => resolve(true));
    parser.on('error', () => resolve(false));
    parser.on('file', (_name, stream) => stream.on('error', () => resolve(false)));
  });
  parser.on('field', (name, value) => {
    entries.push([name, value]);
  });
  parser.on('file', (name, stream, info) => {
    const blob = new StoredBytes();
    files[name] = { blob, fileName: info.filename ?? name, type: info.mimeType };
    stream.on('data', (chunk: Buffer) => blob.append(chunk));
  });
  for await (const chunk of chunks) {
    if (parser.destroyed || parser.write(chunk)) continue;
    await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), wasWellFormed]);
  }
  parser.end();
  return (await wasWellFormed) ? { fields: Object.fromEntries(entries), entries, files } : undefined;
}
