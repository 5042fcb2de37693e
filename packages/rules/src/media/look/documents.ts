import { type ByteReader, MAX_PART } from './byte-reader.ts';
import type { Bytes } from './bytes.ts';
import type { FileType } from './file-look.ts';
import { typeNamed } from './file-type.ts';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
/** Parts that make a ZIP archive a document. */
const ZIPPED: readonly (readonly [string, string])[] = [
  ['ppt/presentation.xml', `${OPEN_XML}.presentationml.presentation`],
  ['word/document.xml', `${OPEN_XML}.wordprocessingml.document`],
  ['xl/workbook.xml', `${OPEN_XML}.spreadsheetml.sheet`],
  ['mimetypeapplication/vnd.oasis.opendocument.presentation', 'application/vnd.oasis.opendocument.presentation'],
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['mimetypeapplication/epub+zip', 'application/epub+zip'],
];
/** Streams that make a compound file a document. */
const COMPOUND: readonly (readonly [string, string])[] = [
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
];
const ZIP = [0x50, 0x4b, 3, 4];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Bytes of a directory that holds the names of a document's streams. */
const DIRECTORY_BYTES = 4_096;

/** Tells the type of an office document by the names of its parts. @returns null for any other file */
export async function lookForDocument(reader: ByteReader, head: Bytes): Promise<FileType | null> {
  if (head.startsWith(ZIP)) return named(ZIPPED, await namesInZip(reader, head));
  if (head.startsWith(COMPOUND_FILE)) return named(COMPOUND, await namesInCompoundFile(reader, head));
  return null;
}

function named(types: typeof ZIPPED, names: string): FileType | null {
  const found = types.find(([name]) => names.includes(name));
  return found ? typeNamed(found[1]) : null;
}

/** Reads the beginning of an archive, and its directory at the end. @see APPNOTE.TXT, section 4.3 */
async function namesInZip(reader: ByteReader, head: Bytes): Promise<string> {
  const names = head.text();
  if (reader.bytes === null) return names;
  const tail = await reader.upTo(Math.max(0, reader.bytes - MAX_PART), MAX_PART);
  return names + tail.text();
}

/** Reads names in two bytes per character. @see MS-CFB sections 2.2 and 2.6 */
async function namesInCompoundFile(reader: ByteReader, head: Bytes): Promise<string> {
  const sectorBytes = 2 ** Math.min(head.u16(30, true), 12);
  const directory = await reader.upTo((head.u32(48, true) + 1) * sectorBytes, DIRECTORY_BYTES);
  return directory.text().replaceAll('\0', '');
}
