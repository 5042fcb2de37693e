/**
 * Where Instagram is for those who sign in at Instagram itself.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login
 */
export const INSTAGRAM_DEFAULTS = {
  apiUrl: 'https://graph.instagram.com',
  oauthUrl: 'https://www.instagram.com',
  apiVersion: 'v25.0',
} as const;

/** Codes are exchanged at a host of their own. */
export const INSTAGRAM_TOKEN_URL = 'https://api.instagram.com';

/** Where Instagram is for those who sign in at Facebook, with an account that is linked with a page. */
export const INSTAGRAM_FACEBOOK_DEFAULTS = {
  apiUrl: 'https://graph.facebook.com',
  oauthUrl: 'https://www.facebook.com',
  apiVersion: 'v25.0',
} as const;

/** Takes the bytes of videos, for those who signed in at Facebook. */
export const INSTAGRAM_UPLOAD_ORIGIN = 'https://rupload.facebook.com';

/** Where people see posts. */
export const INSTAGRAM_WEB_URL = 'https://www.instagram.com';
