import type { MediaKind } from '@social/rules';

/** Bytes from which every type can be told. */
const HEAD_BYTES = 64;

/** Type of a file by its first bytes; its name and Content-Type are not trusted. */
export interface SniffedType {
  readonly kind: MediaKind;
  readonly contentType: string;
}

/** A piece of a file with the type of the file; null when no platform publishes the type. */
export interface TypedPiece {
  readonly type: SniffedType | null;
  readonly piece: Uint8Array;
}

/** Yields the pieces of a file with its type; joins the first ones until they tell it. Yields nothing for an empty file. */
export async function* withType(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TypedPiece> {
  let head = Buffer.alloc(0);
  let type: SniffedType | null | undefined;
  for await (const piece of pieces) {
    if (type !== undefined) {
      yield { type, piece };
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEAD_BYTES) continue;
    type = sniff(head.subarray(0, HEAD_BYTES));
    yield { type, piece: head };
  }
  if (type === undefined && head.length > 0) yield { type: sniff(head), piece: head };
}

/** Tells the type of a file. @param head at least the first 32 bytes, or all of a shorter file @returns the type, or null for a type that no platform publishes */
export function sniff(head: Buffer): SniffedType | null {
  const contentType = contentTypeOf(head);
  if (contentType === null) return null;
  return { kind: contentType.startsWith('image/') ? 'image' : 'video', contentType };
}

function contentTypeOf(head: Buffer): string | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return 'image/gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'image/webp';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'AVI ') return 'video/x-msvideo';
  if (ascii(head, 4, 4) === 'ftyp') return ascii(head, 8, 4) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return head.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (ascii(head, 0, 3) === 'FLV') return 'video/x-flv';
  if (startsWith(head, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])) return 'video/x-ms-wmv';
  return null;
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function ascii(head: Buffer, start: number, length: number): string {
  return head.toString('latin1', start, start + length);
}
