import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { AppError } from '../../errors.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Reads the raw body. @returns the bytes, or null when it is missing or empty @throws AppError payload_too_large, malformed_http */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return null;
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Destroying the request would take its socket away, which the rest of the server still needs.
    const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of pieces) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('malformed_http', 'The request ended before its body did', { cause });
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

/** Returns true for a body with a Content-Encoding, which no operation accepts. */
export function isEncoded(ctx: Context): boolean {
  return !['', 'identity'].includes(ctx.get('Content-Encoding'));
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes; shorten it`);
}
