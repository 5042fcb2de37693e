import type { Reply } from '../../http/route.ts';
import { type MediaLimits, megabyte } from '../media-limits.ts';
import { failure } from './errors.ts';

const maxBytes = 40 * megabyte;

/** Files that GoToSocial takes. @see https://docs.gotosocial.org/en/latest/configuration/media/ (read 2026-11-28) */
export const gotosocialFiles = {
  maxFiles: 6,
  pictures: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'], maxBytes },
  videos: {
    types: [
      ...['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska', 'video/mpeg'],
      ...['video/x-msvideo', 'video/x-ms-wmv', 'video/ogg'],
    ],
    maxBytes,
  },
  sounds: { types: ['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/ogg', 'audio/flac'], maxBytes },
  maxAltText: 5000,
} as const satisfies MediaLimits;

/** The server words a wrong token like a missing one. */
const unauthorized = (): Reply => failure(401, 'Unauthorized: token not supplied');

/** Refusals in the words of GoToSocial, read from a running server (2026-11-28). */
export const gotosocialRefusals = {
  invalidToken: unauthorized,
  expiredToken: unauthorized,
  revokedToken: unauthorized,
  disabledUser: (): Reply => failure(401, 'Unauthorized'),
  outsideScopes: (): Reply => failure(403, 'Forbidden: token has insufficient scope permission'),
  foreignStatus: (): Reply => failure(403, 'Forbidden'),
  parentNotFound: (): Reply => failure(404, 'Not Found: target status not found'),
  tooManyRequests: (): Reply => failure(429, 'rate limit reached'),
  unreadableFile: (): Reply => failure(422, 'Unprocessable Entity: error processing media'),
};

export const unknownLanguage = (): Reply => failure(400, 'Bad Request');
export const tooLong = (maxCharacters: number): Reply =>
  failure(400, `Bad Request: text with spoiler exceed max chars (${maxCharacters})`);
export const noUserAgent = (): Reply => failure(418, "I'm a teapot: no user-agent sent with request");
/** The database's own sentence, which the server passes on. */
export const unknownCode = (): Reply => failure(400, 'sql: no rows in result set');
export const noRedirectUri = (): Reply => ({
  status: 400,
  json: {
    error: 'invalid_request',
    error_description: 'Bad Request: redirect_uri was not set in the token request form',
  },
});
