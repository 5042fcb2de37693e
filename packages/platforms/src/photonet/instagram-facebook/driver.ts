import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { createPageOAuth, createReadPicture } from '../instagram/account/page-oauth.ts';
import { createInstagramCounters } from '../instagram/counters.ts';
import { createInstagramDeletion } from '../instagram/delete-post.ts';
import { instagramDialects } from '../instagram/errors.ts';
import { checkPost } from '../instagram/limits.ts';
import { instagramOwnPosts } from '../instagram/own-posts.ts';
import { createInstagramPublish } from '../instagram/publish.ts';
import { requireFitting } from '../instagram/settings/post-kind.ts';

/** Addresses for people who sign in at Facebook, with an account that is linked with a page. */
const DEFAULTS = {
  apiUrl: 'https://graph.facebook.com',
  oauthUrl: 'https://www.facebook.com',
  apiVersion: 'v25.0',
} as const;

/** Takes the bytes of videos, for accounts that signed in at Facebook. */
const INSTAGRAM_UPLOAD_ORIGIN = 'https://rupload.facebook.com';

/** The pages of posts. */
const WEB_URL = 'https://www.instagram.com';

/** Speaks Facebook's Graph for the photo network, with an account that is linked with a page. Sends videos as bytes. */
function createInstagramFacebookDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...DEFAULTS, ...options };
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  return {
    oauth: createPageOAuth(graph, { oauthUrl, app: options }),
    readPicture: createReadPicture(graph),
    publish: createInstagramPublish({ graph, webUrl: WEB_URL, uploadOrigin: INSTAGRAM_UPLOAD_ORIGIN }),
    ownPosts: instagramOwnPosts({ graph, webUrl: WEB_URL }),
    counters: createInstagramCounters(graph, { isAtFacebook: true }),
    actions: { deletePost: createInstagramDeletion(graph, { isAtFacebook: true }) },
  };
}

export const network: CentralDriver = {
  ...DEFAULTS,
  check: checkPost,
  checkFiles: requireFitting,
  create: createInstagramFacebookDriver,
};
