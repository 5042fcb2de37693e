import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { FACEBOOK_DEFAULTS, FACEBOOK_VIDEO_URL } from './defaults.ts';
import { facebookDialects } from './errors.ts';
import { createFacebookOAuth } from './oauth.ts';
import { createFacebookPublish } from './publish.ts';

/** Speaks Facebook's Graph for pages on the social network. */
export function createFacebookDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...FACEBOOK_DEFAULTS, ...options };
  const graph = { apiUrl, apiVersion, dialects: facebookDialects };
  const videoUrl = apiUrl === FACEBOOK_DEFAULTS.apiUrl ? FACEBOOK_VIDEO_URL : apiUrl;
  return {
    platform: 'socialnet',
    network: 'facebook',
    oauth: createFacebookOAuth(graph, { oauthUrl, app: options }),
    publish: createFacebookPublish({ graph, videoUrl, oauthUrl }),
    actions: {},
  };
}
