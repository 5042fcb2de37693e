import type { IncomingMessage } from 'node:http';
import type { RequestBody } from './body.ts';
import { readMultipart } from './multipart.ts';

/** Thrown when a body is larger than the sandbox is willing to keep in memory. */
export class BodyTooLargeError extends Error {}

const maxBodyBytes = 128 * 1024 * 1024;

/** Reads a request to its end. Throws {@link BodyTooLargeError} above 128 MiB. */
export async function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return decodeBody(Buffer.concat(chunks), request.headers['content-type'] ?? '');
}

/** Decodes a body by its content type. */
export async function decodeBody(data: Buffer, contentType: string): Promise<RequestBody> {
  if (data.length === 0) return { kind: 'none' };
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return decodeJson(data);
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'form', fields: Object.fromEntries(new URLSearchParams(data.toString('utf8'))) };
  }
  if (type === 'multipart/form-data') return readMultipart(data, contentType);
  return { kind: 'bytes', data };
}

function decodeJson(data: Buffer): RequestBody {
  try {
    return { kind: 'json', value: JSON.parse(data.toString('utf8')) };
  } catch {
    return { kind: 'malformed' };
  }
}

/** Reads string fields from a form, or from a JSON object where clients send one instead. */
export function formFields(body: RequestBody): Readonly<Record<string, string>> {
  if (body.kind === 'form' || body.kind === 'multipart') return body.fields;
  if (body.kind !== 'json' || !isRecord(body.value)) return {};
  return Object.fromEntries(
    Object.entries(body.value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Tells a JSON object from every other value. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
