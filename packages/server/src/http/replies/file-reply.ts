import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { once } from '@social/platforms/guarded';
import type { Context } from 'koa';
import { AppError } from '../../errors.ts';
import type { ReadableFile } from '../../media/keep/media-store.ts';

/** A stored file as an answer. */
export interface FileReply {
  /** `writeFile` closes the file. */
  readonly file: ReadableFile;
  readonly contentType: string;
  /** Name under which a browser would save it. */
  readonly name: string;
  /** First byte, and the byte after the last. */
  readonly from: number;
  readonly to: number;
  /** Value of Cache-Control; a browser keeps nothing when left out. */
  readonly cacheControl?: string;
  /** Set where a Range header is read. */
  readonly hasRanges?: true;
}

/** A small file from memory, which the caller's browser keeps and asks for again after a day. Its address changes with it. */
export function smallFile(
  { bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string },
  name: string,
): FileReply {
  const file: ReadableFile = {
    bytes: bytes.byteLength,
    sha256: () => hash('sha256', bytes),
    async *read(fromByte = 0) {
      yield bytes.subarray(fromByte);
    },
    remove: async () => undefined,
  };
  return { file, contentType, name, from: 0, to: bytes.byteLength, cacheControl: 'private, max-age=86400' };
}

/** Reads a Range header. @returns the asked part, or null for the whole file @throws AppError range_not_satisfiable @see RFC 9110 section 14 */
export function readRange(header: string | undefined, bytes: number): { from: number; to: number } | null {
  // A server may ignore several ranges at once, and other units.
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  if (from < to) return { from, to };
  throw new AppError('range_not_satisfiable', `The file has ${bytes} bytes; ask for a part of them`, {
    details: { bytes },
  });
}

/** Writes a file as a download, so that no browser shows it or runs anything in it. */
export function writeFile(
  ctx: Context,
  { file, contentType, name, from, to, cacheControl, hasRanges }: FileReply,
): void {
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  if (hasRanges) ctx.set('Accept-Ranges', 'bytes');
  const tag = `"${file.sha256()}"`;
  ctx.set('ETag', tag);
  if (cacheControl !== undefined) {
    ctx.set('Cache-Control', cacheControl);
    if (ctx.get('If-None-Match').includes(tag)) {
      ctx.status = 304;
      void file.remove();
      return;
    }
  }
  if (ctx.status === 206) ctx.set('Content-Range', `bytes ${from}-${to - 1}/${file.bytes}`);
  const body = Readable.from(file.read(from, to), { objectMode: false });
  const close = () => void file.remove();
  once(body, 'close', close);
  once(ctx.res, 'close', close);
  ctx.body = body;
  ctx.type = contentType;
  ctx.length = to - from;
}
