import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { pictureOfAccount } from '../../picture-of-account.ts';
import { readCreatorLimits } from './account/creator.ts';
import { createTiktokOAuth } from './account/oauth.ts';
import { createTiktokCounters } from './counters.ts';
import { tiktokOwnPosts } from './own-posts.ts';
import { createTiktokPublish } from './publish/publish.ts';
import { checkSettings, requireSuitable } from './publish/settings.ts';

/** Addresses of TikTok. @see https://developers.tiktok.com/doc/content-posting-api-get-started */
const TIKTOK_DEFAULTS = { apiUrl: 'https://open.tiktokapis.com', oauthUrl: 'https://www.tiktok.com' } as const;

/** Speaks TikTok's Content Posting API for the shortvideo platform. Programs can neither delete posts nor act on others. */
function createTiktokDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...TIKTOK_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl };
  const oauth = createTiktokOAuth(api, options);
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createTiktokPublish(api),
    ownPosts: tiktokOwnPosts(api),
    readLimits: (account, call) => readCreatorLimits(api, { account, call }),
    counters: createTiktokCounters(api),
    // No call of the API deletes a post. @see https://developers.tiktok.com/doc/overview
    actions: { deletePost: null },
  };
}

export const network: CentralDriver = {
  ...TIKTOK_DEFAULTS,
  idsAreOfApp: true,
  check: checkSettings,
  checkFiles: requireSuitable,
  create: createTiktokDriver,
};
