import type { Context } from 'koa';
import { AppError, invalid } from '../../errors.ts';
import type { Upload } from '../../media/receive-upload.ts';
import { liftBodyLimit } from '../body-limit.ts';

/** How long a connection stays open for a body that is not wanted any more. */
export const LINGER_MS = 2_000;
const DIGEST = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/;

/** The body of a request as a file that has not come yet. @throws AppError unsupported_media_type, invalid_request */
export function readIncomingFile(ctx: Context): Upload {
  checkFileType(ctx);
  liftBodyLimit(ctx.req);
  const length = ctx.get('Content-Length');
  return {
    // Closing the source would close the connection, and with it the way of the answer.
    pieces: ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    announcedBytes: length === '' ? null : Number(length),
    sha256: readDigest(ctx.get('Repr-Digest')),
  };
}

/**
 * Who is refused while still sending reads the answer only if the connection stays open for a moment; what comes in it
 * is thrown away.
 */
export function lingerAfterAnswer(ctx: Context): void {
  const { req, res } = ctx;
  ctx.state['lingers'] = true;
  res.once('finish', () => {
    if (req.complete) return;
    req.on('error', () => undefined).resume();
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, LINGER_MS).unref();
  });
}

function checkFileType(ctx: Context): void {
  const type = ctx.get('Content-Type').toLowerCase().split(';')[0]?.trim() ?? '';
  if (!/^(image|video)\/[\w.+-]+$/.test(type) && type !== 'application/octet-stream') {
    throw new AppError(
      'unsupported_media_type',
      'Send the file itself as the body, with Content-Type: image/… or video/… or application/octet-stream',
    );
  }
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding !== 'identity') {
    throw new AppError('unsupported_media_type', 'Send the file without Content-Encoding');
  }
}

/** @see RFC 9530 section 3 */
function readDigest(header: string): string | null {
  if (header === '') return null;
  const base64 = DIGEST.exec(header)?.[1];
  if (base64 === undefined) throw invalid('Repr-Digest', 'must have the form sha-256=:BASE64:');
  return Buffer.from(base64, 'base64').toString('hex');
}
