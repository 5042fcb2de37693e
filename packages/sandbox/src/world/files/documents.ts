import type { ByteReader } from './byte-reader.ts';
import type { FoundFile } from './found-file.ts';

const kilobyte = 1024;
const openXml = 'application/vnd.openxmlformats-officedocument';
/** Folders of which the list at the end of an Office archive names files, each behind its mark and 42 bytes. */
const archives: readonly (readonly [string, string])[] = [
  ['ppt/', `${openXml}.presentationml.presentation`],
  ['word/', `${openXml}.wordprocessingml.document`],
];
/** Streams that the directory of an older Office file names. */
const streams: readonly (readonly [string, string])[] = [
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['WordDocument', 'application/msword'],
];

/** Recognizes PDF, PowerPoint and Word. @returns `undefined` for any other file. */
export function lookAtDocument(reader: ByteReader): FoundFile | undefined {
  const type = typeOf(reader, reader.latin(0, kilobyte));
  return type === undefined ? undefined : { type, shows: 'nothing' };
}

function typeOf(reader: ByteReader, head: string): string | undefined {
  if (head.includes('%PDF-')) return 'application/pdf';
  if (head.startsWith('PK\x03\x04')) {
    const list = reader.latin(Math.max(0, reader.length - 16 * kilobyte), 16 * kilobyte);
    const [, ...entries] = list.split('PK\x01\x02');
    return archives.find(([folder]) => entries.some((entry) => entry.startsWith(folder, 42)))?.[1];
  }
  if (!head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return undefined;
  const sector = 2 ** reader.u16(30, { isLittle: true });
  const names = reader.latin((reader.u32(48, { isLittle: true }) + 1) * sector, 4 * kilobyte).replaceAll('\0', '');
  return streams.find(([name]) => names.includes(name))?.[1];
}
