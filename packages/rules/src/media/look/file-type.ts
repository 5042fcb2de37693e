import type { Bytes } from './bytes.ts';
import type { FileKind, FileType } from './file-look.ts';
import { isoTypeOf } from './iso/iso-type.ts';
import { isSvg } from './pictures/svg.ts';

/** Bytes from which every type of picture, video and sound can be told, as far as the beginning of a file tells it. */
export const HEAD_BYTES = 1_024;

/** Texts with which files begin, a character per byte, each after its place. */
const BEGINNINGS: readonly (readonly [type: string, ...texts: (readonly [at: number, text: string])[]])[] = [
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/tiff', [0, 'II*\0']],
  ['image/tiff', [0, 'MM\0*']],
  ['image/bmp', [0, 'BM'], [6, '\0\0\0\0']],
  ['image/jxl', [0, '\xff\x0a']],
  ['image/jxl', [0, '\0\0\0\x0cJXL \r\n\x87\n']],
  ['video/x-msvideo', [0, 'RIFF'], [8, 'AVI ']],
  ['audio/x-flv', [0, 'FLV\x01\x04']],
  ['video/x-flv', [0, 'FLV']],
  ['video/x-ms-wmv', [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']],
  ['video/mpeg', [0, '\0\0\x01\xba']],
  ['video/mpeg', [0, '\0\0\x01\xb3']],
  ['video/mp2t', [0, 'G'], [188, 'G'], [376, 'G']],
  ['video/mp2t', [4, 'G'], [196, 'G'], [388, 'G']],
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/aiff', [0, 'FORM'], [8, 'AIFF']],
  ['audio/aiff', [0, 'FORM'], [8, 'AIFC']],
  ['audio/amr', [0, '#!AMR']],
  ['audio/mpeg', [0, 'ID3']],
  ['application/zip', [0, 'PK\x03\x04']],
  ['application/x-cfb', [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
];
/** Bytes in which a document says that it is one, and those in which a container names its content. */
const WITHIN = { pdf: 1_024, ebml: 64, ogg: 512 };

/**
 * Tells the type of a file by its beginning, as far as that tells it: whether a container of videos holds sound alone is seen
 * further in it, and the type of an office document in its directory.
 * @param head the first `HEAD_BYTES`, or all of a shorter file
 * @returns null for a type that is not known
 */
export function fileTypeOf(head: Bytes): FileType | null {
  const begins = ([at, text]: readonly [number, string]) => head.text(at, text.length) === text;
  const found = BEGINNINGS.find(([, ...texts]) => texts.every(begins))?.[0];
  const contentType = found ?? isoTypeOf(head) ?? containerOf(head) ?? soundOf(head) ?? textOf(head);
  return contentType === null ? null : typeNamed(contentType);
}

function containerOf(head: Bytes): string | null {
  if (head.u32(0) === 0x1a45dfa3) {
    return head.text(0, WITHIN.ebml).includes('webm') ? 'video/webm' : 'video/x-matroska';
  }
  if (head.text(0, 4) !== 'OggS') return null;
  return head.text(0, WITHIN.ogg).includes('\x80theora') ? 'video/ogg' : 'audio/ogg';
}

/** Tells sound that begins with a frame: eleven set bits, a version, and a layer, which AAC does not have. */
function soundOf(head: Bytes): string | null {
  const second = head.u8(1);
  if (head.u8(0) !== 0xff || second < 0xe0 || (second & 0x18) === 0x08) return null;
  if ((second & 0x06) !== 0) return second === 0xff || second === 0xfe ? null : 'audio/mpeg';
  return second >= 0xf0 ? 'audio/aac' : null;
}

function textOf(head: Bytes): string | null {
  if (head.text(0, WITHIN.pdf).includes('%PDF-')) return 'application/pdf';
  return isSvg(head) ? 'image/svg+xml' : null;
}

/** Makes a type of the name of a media type. */
function typeNamed(contentType: string): FileType {
  const kind = contentType.split('/')[0];
  return { contentType, kind: kind === 'application' ? 'document' : (kind as FileKind) };
}
