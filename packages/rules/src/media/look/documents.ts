import { type ByteReader, MAX_PART } from './byte-reader.ts';
import type { Bytes } from './bytes.ts';
import type { FoundFacts } from './file-look.ts';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const POWERPOINT = 'application/vnd.ms-powerpoint';
const WORD = 'application/msword';

/** Folders of the archive that an Office document is. */
const FOLDERS: readonly (readonly [string, string])[] = [
  ['ppt/', `${OPEN_XML}.presentationml.presentation`],
  ['word/', `${OPEN_XML}.wordprocessingml.document`],
];
/** Class ids of compound files, a character per byte. Excel's is here since a table may hold the streams of other documents. */
const CLASSES: readonly (readonly [string, string | null])[] = [
  ['\x10\x8d\x81\x64\x9b\x4f\xcf\x11\x86\xea\x00\xaa\x00\xb9\x29\xe8', POWERPOINT],
  ['\x06\x09\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', WORD],
  ['\x20\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', null],
];
/** Streams that make a compound file without a class a document. */
const STREAMS: readonly (readonly [string, string])[] = [
  ['PowerPoint Document', POWERPOINT],
  ['WordDocument', WORD],
];
const DIRECTORY_BYTES = 4_096;
const CLASS = { at: 80, bytes: 16 };
const ARCHIVE_END = { mark: 'PK\x05\x06', bytes: 22 };
const ARCHIVE_ENTRY = { mark: 'PK\x01\x02', bytes: 46 };
/** More than any name that is looked for. */
const NAME_BYTES = 64;

/** @see ISO 32000-2, section 7.5.5: a reader looks for the last line at the end, where some programs add more bytes */
export async function lookAtPdf(reader: ByteReader): Promise<FoundFacts> {
  if (reader.bytes === null) return {};
  return { isWhole: (await endOf(reader, reader.bytes)).text().includes('%%EOF') };
}

/** Tells a document by the names in the directory of its archive. @returns null for any other archive @see APPNOTE.TXT, section 4.3 */
export async function lookAtZip(reader: ByteReader): Promise<FoundFacts | null> {
  let isOffice = false;
  let contentType: string | undefined;
  for await (const name of namesInZip(reader)) {
    isOffice ||= name === '[Content_Types].xml';
    contentType ??= FOLDERS.find(([folder]) => name.startsWith(folder))?.[1];
    if (isOffice && contentType !== undefined) return { contentType };
  }
  return null;
}

async function* namesInZip(reader: ByteReader): AsyncGenerator<string> {
  const tail = await endOf(reader, reader.bytes ?? 0);
  const end = tail.text().lastIndexOf(ARCHIVE_END.mark);
  if (end < 0) return;
  let left = tail.u16(end + 10, true);
  for (let at = tail.u32(end + 16, true); left > 0; left -= 1) {
    const entry = await reader.upTo(at, ARCHIVE_ENTRY.bytes + NAME_BYTES);
    if (entry.text(0, 4) !== ARCHIVE_ENTRY.mark) return;
    const nameBytes = entry.u16(28, true);
    yield entry.text(ARCHIVE_ENTRY.bytes, nameBytes);
    at += ARCHIVE_ENTRY.bytes + nameBytes + entry.u16(30, true) + entry.u16(32, true);
  }
}

/** Tells a document by its class, or else its streams. @returns null for any other compound file @see MS-CFB, sections 2.2 and 2.6 */
export async function lookAtCompoundFile(reader: ByteReader): Promise<FoundFacts | null> {
  const head = await reader.upTo(0, 512);
  const sectorBytes = 2 ** Math.min(head.u16(30, true), 12);
  const directory = await reader.upTo((head.u32(48, true) + 1) * sectorBytes, DIRECTORY_BYTES);
  const known = CLASSES.find(([id]) => directory.text(CLASS.at, CLASS.bytes) === id);
  // Names have two bytes for each character.
  const names = directory.text().replaceAll('\0', '');
  const contentType = known ? known[1] : STREAMS.find(([name]) => names.includes(name))?.[1];
  return contentType ? { contentType } : null;
}

function endOf(reader: ByteReader, bytes: number): Promise<Bytes> {
  const at = Math.max(0, bytes - MAX_PART);
  return reader.upTo(at, bytes - at);
}
