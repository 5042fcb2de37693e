import type { IncomingMessage } from 'node:http';
import { readMultipart } from './multipart.ts';

/**
 * A request body, read to its end and decoded by its content type. Routes that take the body piece by piece get `stream`,
 * whose chunks end with an error when the client cuts the connection.
 */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: FormFields; readonly entries: Entries }
  | {
      readonly kind: 'multipart';
      readonly fields: FormFields;
      readonly entries: Entries;
      readonly files: Files;
    }
  | { readonly kind: 'bytes'; readonly data: Buffer }
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<Buffer> }
  | { readonly kind: 'malformed' };

/** The fields of a form. */
export type FormFields = Readonly<Record<string, string>>;

/** The names and values of a form in their order; a name may repeat, of which `fields` has the last value. */
export type Entries = readonly (readonly [string, string])[];

/** The files of a multipart body by the name of their part. */
export type Files = Readonly<Record<string, Buffer>>;

/** A body that is larger than the 128 MiB that the sandbox keeps in memory. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('the body is larger than 128 MiB');
  }
}

const maxBodyBytes = 128 * 1024 * 1024;

/**
 * Reads a request to its end.
 *
 * @throws {BodyTooLargeError} Above 128 MiB.
 */
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
export async function decodeBody(
  data: Buffer,
  contentType: string,
  parse: (text: string) => unknown = JSON.parse,
): Promise<RequestBody> {
  if (data.length === 0) return { kind: 'none' };
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return decodeJson(data, parse);
  if (type === 'application/x-www-form-urlencoded') {
    const entries = [...new URLSearchParams(data.toString('utf8'))];
    return { kind: 'form', fields: Object.fromEntries(entries), entries };
  }
  if (type !== 'multipart/form-data') return { kind: 'bytes', data };
  const form = await readMultipart([data], contentType);
  if (!form) return { kind: 'malformed' };
  const files = Object.entries(form.files).map(([name, { blob }]) => [name, blob.read()] as const);
  return { kind: 'multipart', fields: form.fields, entries: form.entries, files: Object.fromEntries(files) };
}

function decodeJson(data: Buffer, parse: (text: string) => unknown): RequestBody {
  try {
    return { kind: 'json', value: parse(data.toString('utf8')) };
  } catch {
    return { kind: 'malformed' };
  }
}

/** Parses JSON. An integer that a double cannot hold, such as an id sent as a number, becomes a text of its digits. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, /\d{16}/.test(text) ? keepDigits : undefined);
}

function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

/** Reads string fields from a form, or from a JSON object where clients send one instead. */
export function formFields(body: RequestBody): FormFields {
  if (body.kind === 'form' || body.kind === 'multipart') return body.fields;
  return Object.fromEntries(
    Object.entries(jsonFields(body) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns the JSON object of a body, or `undefined` for any other body. */
export function jsonFields(body: RequestBody): Readonly<Record<string, unknown>> | undefined {
  return body.kind === 'json' && isRecord(body.value) ? body.value : undefined;
}

/** Returns true for an object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
