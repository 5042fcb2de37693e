import { type FormFile, readMultipart } from './multipart.ts';
import { decodeBody, jsonFields, parseExactly } from './request-body.ts';
import type { Call } from './route.ts';

/** The parameters of a call, whatever form they came in, and its files by the name of their part. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, FormFile>>;
}

const maxPlainBytes = 8 * 1024 * 1024;

/**
 * Reads the body of a route that takes a stream: JSON, an urlencoded form, or a multipart form of any size.
 *
 * @returns `undefined` for a body that cannot be read.
 * @throws When the client cuts the connection.
 */
export async function readForm({ body, headers }: Call): Promise<Form | undefined> {
  if (body.kind !== 'stream') return undefined;
  const contentType = headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(contentType)) return readMultipart(body.chunks, contentType);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.chunks) {
    bytes += chunk.length;
    if (bytes > maxPlainBytes) return undefined;
    chunks.push(chunk);
  }
  const plain = await decodeBody(Buffer.concat(chunks), contentType, parseExactly);
  if (plain.kind === 'none') return { fields: {}, files: {} };
  const fields = plain.kind === 'form' ? plain.fields : jsonFields(plain);
  return fields && { fields, files: {} };
}
