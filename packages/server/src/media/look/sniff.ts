import type { MediaKind } from '@social/rules';

/** Type of a file by its first bytes; its name and Content-Type are not believed. */
export interface SniffedType {
  readonly kind: MediaKind;
  readonly contentType: string;
}

/** @param head at least the first 32 bytes, or the whole file when it is shorter. Null: none of the types that are published. */
export function sniff(head: Buffer): SniffedType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return { kind: 'image', contentType: 'image/jpeg' };
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { kind: 'image', contentType: 'image/png' };
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return { kind: 'image', contentType: 'image/gif' };
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return { kind: 'image', contentType: 'image/webp' };
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'AVI ')
    return { kind: 'video', contentType: 'video/x-msvideo' };
  if (ascii(head, 4, 4) === 'ftyp') {
    const isQuickTime = ascii(head, 8, 4) === 'qt  ';
    return { kind: 'video', contentType: isQuickTime ? 'video/quicktime' : 'video/mp4' };
  }
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) {
    return { kind: 'video', contentType: head.includes('webm') ? 'video/webm' : 'video/x-matroska' };
  }
  if (ascii(head, 0, 3) === 'FLV') return { kind: 'video', contentType: 'video/x-flv' };
  if (startsWith(head, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]))
    return { kind: 'video', contentType: 'video/x-ms-wmv' };
  return null;
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function ascii(head: Buffer, start: number, length: number): string {
  return head.toString('latin1', start, start + length);
}
