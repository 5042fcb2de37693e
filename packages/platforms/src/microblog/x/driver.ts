import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { createXActions } from './actions.ts';
import { X_DEFAULTS } from './defaults.ts';
import { createXOAuth } from './oauth.ts';
import { createXPublish } from './publish.ts';
import { createXReads } from './reads.ts';

/** Speaks X's API v2 for the microblog platform. */
export function createXDriver(options: DriverOptions): PlatformDriver {
  const bases = { apiUrl: options.apiUrl ?? X_DEFAULTS.apiUrl, oauthUrl: options.oauthUrl ?? X_DEFAULTS.oauthUrl };
  const { readTimeline, findUser, listRecentPosts } = createXReads(bases);
  return {
    platform: 'microblog',
    network: 'x',
    oauth: createXOAuth(options),
    publish: createXPublish(bases),
    listRecentPosts,
    actions: { ...createXActions(bases.apiUrl), readTimeline, findUser },
  };
}
