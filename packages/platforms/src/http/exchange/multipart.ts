import { randomBytes } from 'node:crypto';
import type { StreamedBody } from './streamed-body.ts';

/** A field of a form, or a file whose bytes are read while they are sent. */
export type FormPart = { readonly name: string; readonly value: string } | FormFile;

/** A file of a form. */
export interface FormFile extends StreamedBody {
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
}

const encoder = new TextEncoder();

/** A form whose files are never in memory as a whole. @see RFC 7578 */
export function multipartBody(parts: readonly FormPart[]): {
  readonly contentType: string;
  readonly body: StreamedBody;
} {
  const boundary = `form-${randomBytes(18).toString('hex')}`;
  const heads = parts.map((part) => encoder.encode(headOf(part, boundary)));
  const lineEnd = encoder.encode('\r\n');
  const end = encoder.encode(`--${boundary}--\r\n`);
  const contents = parts.map((part) => ('value' in part ? encoder.encode(part.value) : part));
  let bytes = end.byteLength;
  for (const [index, content] of contents.entries()) {
    const length = 'byteLength' in content ? content.byteLength : content.bytes;
    bytes += (heads[index]?.byteLength ?? 0) + length + lineEnd.byteLength;
  }
  async function* open(): AsyncGenerator<Uint8Array> {
    for (const [index, content] of contents.entries()) {
      yield heads[index] ?? lineEnd;
      if ('byteLength' in content) yield content;
      else yield* content.open();
      yield lineEnd;
    }
    yield end;
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: { bytes, open } };
}

function headOf(part: FormPart, boundary: string): string {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
  if ('value' in part) return `${disposition}\r\n\r\n`;
  return `${disposition}; filename="${quoted(part.fileName)}"\r\nContent-Type: ${part.contentType}\r\n\r\n`;
}

/** The spelling of browsers, without characters that could end the quotes or the line. */
function quoted(value: string): string {
  return value.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
