import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { pictureOfAccount } from '../../picture-of-account.ts';
import { createInstagramOAuth } from './account/oauth.ts';
import { createInstagramCounters } from './counters.ts';
import { createInstagramDeletion } from './delete-post.ts';
import { instagramDialects } from './errors.ts';
import { checkPost } from './limits.ts';
import { instagramOwnPosts } from './own-posts.ts';
import { createInstagramPublish } from './publish.ts';
import { requireFitting } from './settings/post-kind.ts';

/**
 * Addresses of Instagram for accounts that sign in at Instagram itself.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login
 */
const INSTAGRAM_DEFAULTS = {
  apiUrl: 'https://graph.instagram.com',
  oauthUrl: 'https://www.instagram.com',
  apiVersion: 'v25.0',
} as const;

/** Codes are exchanged at a separate host. */
const INSTAGRAM_TOKEN_URL = 'https://api.instagram.com';

/** Speaks Instagram's own Graph for the photo network, with an account that signed in at Instagram. */
function createInstagramDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...INSTAGRAM_DEFAULTS, ...options };
  const tokenUrl = oauthUrl === INSTAGRAM_DEFAULTS.oauthUrl ? INSTAGRAM_TOKEN_URL : oauthUrl;
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  const oauth = createInstagramOAuth(graph, { oauthUrl, tokenUrl, app: options });
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createInstagramPublish({ graph, webUrl: oauthUrl, uploadOrigin: null }),
    ownPosts: instagramOwnPosts({ graph, webUrl: oauthUrl }),
    counters: createInstagramCounters(graph, { isAtFacebook: false }),
    actions: { deletePost: createInstagramDeletion(graph, { isAtFacebook: false }) },
  };
}

export const network: CentralDriver = {
  ...INSTAGRAM_DEFAULTS,
  check: checkPost,
  checkFiles: requireFitting,
  create: createInstagramDriver,
};
