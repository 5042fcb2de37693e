import type { Context } from 'koa';
import { AppError, invalid } from '../../errors.ts';
import type { Upload } from '../../media/receive-upload.ts';
import { liftBodyLimit } from '../listener/body-limit.ts';
import { isEncoded } from './body.ts';

const FILE_TYPE =
  /^(?:(?:image|video)\/[\w.+-]+|application\/(?:octet-stream|pdf|msword|vnd\.(?:ms-|openxml)[\w.-]+))$/;
const DIGEST = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/;

/** The body of a request as a file, not yet read. @throws AppError unsupported_media_type, invalid_request */
export function readIncomingFile(ctx: Context): Omit<Upload, 'name'> {
  checkFileType(ctx);
  liftBodyLimit(ctx.req);
  const length = ctx.get('Content-Length');
  return {
    // Closing the source would close the connection before the answer.
    pieces: ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    announcedBytes: length === '' ? null : Number(length),
    sha256: readDigest(ctx.get('Repr-Digest')),
  };
}

function checkFileType(ctx: Context): void {
  const type = ctx.get('Content-Type').toLowerCase().split(';')[0]?.trim() ?? '';
  if (!FILE_TYPE.test(type)) {
    throw new AppError(
      'unsupported_media_type',
      'Send the file itself as the body, with Content-Type: image/…, video/…, application/pdf or application/octet-stream',
    );
  }
  if (isEncoded(ctx)) throw new AppError('unsupported_media_type', 'Send the file without Content-Encoding');
}

/** Reads the SHA-256 that the sender gives. @returns lower-case hex @see RFC 9530 section 3 */
function readDigest(header: string): string | null {
  if (header === '') return null;
  const base64 = DIGEST.exec(header)?.[1];
  if (base64 === undefined) throw invalid('Repr-Digest', 'must have the form sha-256=:BASE64:');
  return Buffer.from(base64, 'base64').toString('hex');
}
