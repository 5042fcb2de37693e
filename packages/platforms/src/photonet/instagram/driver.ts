import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { pictureOfAccount } from '../../picture-of-account.ts';
import { createInstagramOAuth } from './account/oauth.ts';
import { createPageOAuth, createReadPicture } from './account/page-oauth.ts';
import { createInstagramCounters } from './counters.ts';
import { instagramDialects } from './errors.ts';
import { instagramOwnPosts } from './own-posts.ts';
import { createInstagramPublish } from './publish.ts';

/**
 * Addresses of Instagram for accounts that sign in at Instagram itself.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login
 */
export const INSTAGRAM_DEFAULTS = {
  apiUrl: 'https://graph.instagram.com',
  oauthUrl: 'https://www.instagram.com',
  apiVersion: 'v25.0',
} as const;

/** Codes are exchanged at a separate host. */
const INSTAGRAM_TOKEN_URL = 'https://api.instagram.com';

/** Addresses for people who sign in at Facebook, with an account that is linked with a page. */
export const INSTAGRAM_FACEBOOK_DEFAULTS = {
  apiUrl: 'https://graph.facebook.com',
  oauthUrl: 'https://www.facebook.com',
  apiVersion: 'v25.0',
} as const;

/** Takes the bytes of videos, for accounts that signed in at Facebook. */
const INSTAGRAM_UPLOAD_ORIGIN = 'https://rupload.facebook.com';

/**
 * Accounts that signed in at Instagram cannot delete by a program. Those that signed in at Facebook need a further permission, which
 * the sign-in does not ask for.
 * @see https://developers.facebook.com/docs/instagram-platform/reference/instagram-media
 */
const NO_DELETION = null;

/** Speaks Instagram's own Graph for the photo network, with an account that signed in at Instagram. */
export function createInstagramDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...INSTAGRAM_DEFAULTS, ...options };
  const tokenUrl = oauthUrl === INSTAGRAM_DEFAULTS.oauthUrl ? INSTAGRAM_TOKEN_URL : oauthUrl;
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  const oauth = createInstagramOAuth(graph, { oauthUrl, tokenUrl, app: options });
  return {
    platform: 'photonet',
    network: 'instagram',
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createInstagramPublish({ graph, webUrl: oauthUrl, uploadOrigin: null }),
    ownPosts: instagramOwnPosts({ graph, webUrl: oauthUrl }),
    counters: createInstagramCounters(graph, { isAtFacebook: false }),
    actions: { deletePost: NO_DELETION },
  };
}

/** Speaks Facebook's Graph for the photo network, with an account that is linked with a page. Sends videos as bytes. */
export function createInstagramFacebookDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...INSTAGRAM_FACEBOOK_DEFAULTS, ...options };
  const webUrl = INSTAGRAM_DEFAULTS.oauthUrl;
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  return {
    platform: 'photonet',
    network: 'instagram-facebook',
    oauth: createPageOAuth(graph, { oauthUrl, app: options }),
    readPicture: createReadPicture(graph),
    publish: createInstagramPublish({ graph, webUrl, uploadOrigin: INSTAGRAM_UPLOAD_ORIGIN }),
    ownPosts: instagramOwnPosts({ graph, webUrl }),
    counters: createInstagramCounters(graph, { isAtFacebook: true }),
    actions: { deletePost: NO_DELETION },
  };
}
