import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { isUploadStep } from '../../sealed-publish.ts';
import { createXActions } from './actions.ts';
import { createXCounters } from './counters.ts';
import { readXLimits } from './limits.ts';
import { createXOAuth } from './oauth.ts';
import { xOwnPosts } from './own-posts.ts';
import { createXPublish } from './publish.ts';
import { createXReads } from './reads.ts';

/** Addresses of X. @see https://docs.x.com/x-api/introduction */
const X_DEFAULTS = { apiUrl: 'https://api.x.com', oauthUrl: 'https://x.com' } as const;

/** Speaks X's API v2 for the microblog platform. */
function createXDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...X_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl };
  const { readTimeline, findUser, listRecentPosts } = createXReads(api);
  return {
    oauth: createXOAuth(api, options),
    publish: createXPublish(api),
    precedesPublish: isUploadStep,
    listRecentPosts,
    ownPosts: xOwnPosts(api),
    readLimits: (account, call) => readXLimits(api, { account, call }),
    limitsAreCharged: true,
    counters: createXCounters(api),
    actions: { ...createXActions(api), readTimeline, findUser },
  };
}

export const network: CentralDriver = {
  ...X_DEFAULTS,
  create: createXDriver,
};
