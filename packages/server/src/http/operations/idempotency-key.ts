import type { Context } from 'koa';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';

/** Reads the Idempotency-Key of a call. @returns the key, or null for a call without one @throws AppError invalid_idempotency_key */
export function readIdempotencyKey(ctx: Context): string | null {
  const values = ctx.req.headersDistinct['idempotency-key'] ?? [];
  if (values.length === 0) return null;
  const [key = ''] = values;
  if (values.length > 1 || !/^[ -~]{1,255}$/.test(key)) {
    throw new AppError(
      'invalid_idempotency_key',
      'Idempotency-Key must be one header of 1 to 255 printable ASCII characters',
    );
  }
  return key;
}

/** Signature in the address of a stored file: each upload of the same file gets another one. */
const SIGNATURE = /(?<=\/media\/)[\w-]{30,}(?=\/[0-9a-f]{64}\.)/g;

/** Hash of the request that a key stands for: method, path, query without `ifPast` and `dryRun`, and body; a stored file counts by its content. */
export function fingerprintOf(ctx: Context, comparedBody: string): string {
  return sha256(
    [ctx.method, ctx.path, withoutChoices(ctx.querystring), comparedBody.replace(SIGNATURE, '')].join('\n'),
  );
}

/** Keeps every other parameter byte for byte, so that the fingerprints of stored keys stay the same. */
function withoutChoices(query: string): string {
  const isChoice = (given: URLSearchParams) => given.has('ifPast') || given.has('dryRun');
  return query
    .split('&')
    .filter((parameter) => !isChoice(new URLSearchParams(parameter)))
    .join('&');
}
