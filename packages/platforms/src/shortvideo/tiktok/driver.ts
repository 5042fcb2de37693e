import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { TIKTOK_DEFAULTS } from './defaults.ts';
import { createTiktokOAuth } from './oauth.ts';
import { createTiktokPublish } from './publish.ts';

/** Speaks TikTok's Content Posting API for the shortvideo platform. Programs can neither delete posts nor act on others. */
export function createTiktokDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl } = { ...TIKTOK_DEFAULTS, ...options };
  return {
    platform: 'shortvideo',
    network: 'tiktok',
    oauth: createTiktokOAuth(options),
    publish: createTiktokPublish({ apiUrl, oauthUrl }),
    actions: {},
  };
}
