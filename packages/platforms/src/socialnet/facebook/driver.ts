import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import { deleteNode } from '../../meta-graph/delete-node.ts';
import type { CentralDriver } from '../../network.ts';
import { createFacebookCounters } from './counters.ts';
import { facebookDialects } from './errors.ts';
import { createFacebookOAuth, createReadPicture } from './oauth.ts';
import { facebookOwnPosts } from './own-posts.ts';
import { MISSING, requirePostId } from './post-id.ts';
import { createFacebookPublish } from './publish.ts';
import { checkSettings, requireFitting } from './settings.ts';

/**
 * Addresses of Facebook, and the version of the Graph this driver was written for; a later one is set with
 * `SOCIAL_SOCIALNET_API_VERSION`.
 * @see https://developers.facebook.com/docs/graph-api/guides/versioning
 */
const FACEBOOK_DEFAULTS = {
  apiUrl: 'https://graph.facebook.com',
  oauthUrl: 'https://www.facebook.com',
  apiVersion: 'v25.0',
} as const;

/** Videos are published at a separate host. */
const FACEBOOK_VIDEO_URL = 'https://graph-video.facebook.com';

/** Speaks Facebook's Graph for pages on the social network. */
function createFacebookDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...FACEBOOK_DEFAULTS, ...options };
  const graph = { apiUrl, apiVersion, dialects: facebookDialects };
  const videoUrl = apiUrl === FACEBOOK_DEFAULTS.apiUrl ? FACEBOOK_VIDEO_URL : apiUrl;
  return {
    oauth: createFacebookOAuth(graph, { oauthUrl, app: options }),
    readPicture: createReadPicture(graph),
    publish: createFacebookPublish({ graph, videoUrl, oauthUrl }),
    ownPosts: facebookOwnPosts({ graph, oauthUrl }),
    counters: createFacebookCounters(graph),
    actions: {
      // @see https://developers.facebook.com/docs/pages-api/posts#delete-a-post
      deletePost: async (postId, account, call) =>
        deleteNode(graph, { id: requirePostId(postId), missing: MISSING }, { account, call }),
    },
  };
}

export const network: CentralDriver = {
  ...FACEBOOK_DEFAULTS,
  check: checkSettings,
  checkFiles: requireFitting,
  create: createFacebookDriver,
};
