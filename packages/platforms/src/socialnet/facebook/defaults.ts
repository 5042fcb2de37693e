/**
 * Where Facebook is, and the version of the Graph this driver was written for; a later one is set with
 * `SOCIAL_SOCIALNET_API_VERSION`.
 * @see https://developers.facebook.com/docs/graph-api/guides/versioning
 */
export const FACEBOOK_DEFAULTS = {
  apiUrl: 'https://graph.facebook.com',
  oauthUrl: 'https://www.facebook.com',
  apiVersion: 'v25.0',
} as const;

/** Videos are published at a host of their own. */
export const FACEBOOK_VIDEO_URL = 'https://graph-video.facebook.com';
