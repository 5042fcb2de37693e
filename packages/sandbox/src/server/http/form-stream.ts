import busboy from 'busboy';
import type { Call } from '../../networks/network.ts';
import { Blob } from '../../world/blobs.ts';
import { decodeBody, isRecord } from './request-body.ts';

/** A file that came with a form. */
export interface FormFile {
  readonly blob: Blob;
  readonly fileName: string;
  /** As the client calls it. */
  readonly type: string;
}

/** The parameters of a call, whatever form they came in, and its files by their part's name. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, FormFile>>;
}

const maxPlainBytes = 8 * 1024 * 1024;

/**
 * Reads the body of a route that takes a stream: JSON, an urlencoded form, or a multipart form of any size. `undefined` for
 * what cannot be read. Throws where the client cuts the connection.
 */
export async function readForm({ body, headers }: Call): Promise<Form | undefined> {
  if (body.kind !== 'stream') return undefined;
  const contentType = headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(contentType)) return readMultipartStream(body.chunks, contentType);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.chunks) {
    bytes += chunk.length;
    if (bytes > maxPlainBytes) return undefined;
    chunks.push(chunk);
  }
  const plain = await decodeBody(Buffer.concat(chunks), contentType);
  if (plain.kind === 'none') return { fields: {}, files: {} };
  if (plain.kind === 'form') return { fields: plain.fields, files: {} };
  return plain.kind === 'json' && isRecord(plain.value) ? { fields: plain.value, files: {} } : undefined;
}

async function readMultipartStream(chunks: AsyncIterable<Buffer>, contentType: string): Promise<Form | undefined> {
  const fields: Record<string, string> = {};
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
    fields[name] = value;
  });
  parser.on('file', (name, stream, info) => {
    const blob = new Blob();
    files[name] = { blob, fileName: info.filename ?? name, type: info.mimeType };
    stream.on('data', (chunk: Buffer) => blob.append(chunk));
  });
  for await (const chunk of chunks) {
    if (parser.destroyed || parser.write(chunk)) continue;
    await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), wasWellFormed]);
  }
  parser.end();
  return (await wasWellFormed) ? { fields, files } : undefined;
}
