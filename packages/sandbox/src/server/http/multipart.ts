import busboy from 'busboy';
import type { RequestBody } from './body.ts';

/**
 * Decodes a multipart form. A part of type application/octet-stream is a file even without a file name,
 * because official clients send their chunks so.
 */
export function readMultipart(data: Buffer, contentType: string): Promise<RequestBody> {
  return new Promise((resolve) => {
    const fields: Record<string, string> = {};
    const files: Record<string, Buffer> = {};
    const malformed = () => resolve({ kind: 'malformed' });
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers: { 'content-type': contentType } });
    } catch {
      malformed();
      return;
    }
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        files[name] = Buffer.concat(chunks);
      });
      stream.on('error', malformed);
    });
    parser.on('error', malformed);
    parser.on('close', () => resolve({ kind: 'multipart', fields, files }));
    parser.end(data);
  });
}
