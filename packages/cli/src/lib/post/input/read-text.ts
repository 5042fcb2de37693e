import { open } from 'node:fs/promises';
import { cleanText } from '@social/post-input';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';

/** The server takes bodies up to this size. */
const MAX_BYTES = 262_144;
/** Largest changelog; only a section of it is sent. */
const MAX_CHANGELOG_BYTES = 4 * 1024 * 1024;

/**
 * Reads the text of a post from its one source: the argument, `--file`, `-` or a piped stdin. Drops a byte order mark and
 * line breaks at the end, and turns CRLF into LF.
 * @throws {CliError} for two sources or no source, an unreadable or too large source, and bytes that are not UTF-8
 * @throws {ReportedError} for an empty text
 */
export async function readText(io: Io, argument: string | undefined, file: string | undefined): Promise<string> {
  if (argument !== undefined && file !== undefined) {
    throw usageError('Give the text once: as an argument or with --file, not both');
  }
  if (argument !== undefined && argument !== '-') return cleanText(argument, 'The text');
  if (file !== undefined && file !== '-') return cleanText(decode(await readBytes(file), file), file);
  const isAsked = argument === '-' || file === '-';
  if (!isAsked && io.stdin.isTTY) {
    throw usageError('There is no text', 'Give it as an argument, with --file PATH, or pipe it in.');
  }
  return cleanText(decode(await readStream(io.stdin), 'stdin'), 'stdin');
}

/**
 * Reads the parts of a thread from a file, separated by lines of `---`. Leaves out empty parts.
 * @throws {CliError} as `readText`
 */
export async function readParts(io: Io, path: string): Promise<{ text: string; thread: string[] }> {
  const all = await readText(io, undefined, path);
  const parts = all.split(/^---[ \t]*$/m).map((part) => part.replace(/^(?:[ \t]*\n)+/, '').trimEnd());
  const [text, ...thread] = parts.filter((part) => part !== '');
  if (text === undefined) throw usageError(`${path} is empty`);
  return { text, thread };
}

/** Reads a whole changelog; `-` means stdin. @throws {CliError} as `readText` */
export async function readChangelog(io: Io, path: string): Promise<string> {
  const name = path === '-' ? 'stdin' : path;
  const bytes = path === '-' ? readStream(io.stdin, MAX_CHANGELOG_BYTES) : readBytes(path, MAX_CHANGELOG_BYTES);
  return cleanText(decode(await bytes, name), name);
}

async function readBytes(path: string, maxBytes = MAX_BYTES): Promise<Buffer> {
  try {
    await using file = await open(path);
    const info = await file.stat();
    if (info.isDirectory()) throw usageError(`${path} is a directory, not a text file`);
    if (info.size > maxBytes) throw tooLarge(path, maxBytes);
    return await readStream(file.createReadStream(), maxBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usageError(`Cannot read ${path}: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

async function readStream(stream: NodeJS.ReadableStream, maxBytes = MAX_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge('the text', maxBytes);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function tooLarge(name: string, maxBytes: number) {
  return usageError(`${name} is larger than ${maxBytes / 1024} KB, which is too long for a post`);
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`${name} is not UTF-8 text`);
  }
}
