import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { writeChunks } from './chunked-text.ts';
import { type EventStream, writeEventStream } from './event-stream.ts';
import { type FileReply, writeFile } from './file-reply.ts';

/** The answer of a handler before it is written. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  /** A text that is written while it is read. Where that fails after the first piece, the connection is cut, and the error is logged. */
  readonly chunks?: AsyncIterable<string>;
  readonly type?: string;
  readonly location?: string;
  readonly file?: FileReply;
  readonly events?: EventStream;
  /** Set for an answer without a body. */
  readonly isEmpty?: true;
  readonly cookies?: readonly string[];
  readonly hadNoEffect?: true;
}

/** Larger bodies are written in pieces of this size. */
const PIECE_BYTES = 64 * 1024;

/**
 * Writes an answer in the form that the handler has chosen: a file, a stream, a redirect, a text at once or in pieces, or JSON.
 * @returns bytes that are in memory until the client has read them
 */
export async function writeReply(ctx: Context, reply: Reply): Promise<number> {
  ctx.status = reply.status;
  if (reply.cookies) ctx.set('Set-Cookie', [...reply.cookies]);
  if (reply.file) {
    writeFile(ctx, reply.file);
  } else if (reply.events) {
    writeEventStream(ctx, reply.events);
  } else if (reply.location !== undefined || reply.isEmpty) {
    if (reply.location !== undefined) ctx.set('Location', reply.location);
    ctx.body = '';
    ctx.remove('Content-Type');
  } else if (reply.chunks) {
    await writeChunks(ctx, reply.chunks);
    ctx.type = reply.type ?? 'text/plain';
  } else if (reply.text !== undefined) {
    return writeText(ctx, reply.text, reply.type ?? 'text/plain');
  } else {
    return writeText(ctx, JSON.stringify(reply.body), 'application/json');
  }
  return 0;
}

function writeText(ctx: Context, text: string, type: string): number {
  ctx.type = type;
  const bytes = Buffer.byteLength(text);
  if (bytes > PIECE_BYTES) return writeBytes(ctx, Buffer.from(text));
  // Node writes a text together with the headers, in one call of the system without a list of pieces.
  ctx.body = text;
  return bytes;
}

/** Writes a body, a large one in pieces, so that it shows whether the client reads. @returns its bytes */
export function writeBytes(ctx: Context, body: Buffer): number {
  ctx.body = body.length <= PIECE_BYTES ? body : Readable.from(piecesOf(body), { objectMode: false });
  ctx.length = body.length;
  return body.length;
}

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
}
