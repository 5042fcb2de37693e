import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import {
  INSTAGRAM_DEFAULTS,
  INSTAGRAM_FACEBOOK_DEFAULTS,
  INSTAGRAM_UPLOAD_ORIGIN,
  INSTAGRAM_WEB_URL,
} from './defaults.ts';
import { instagramDialects } from './errors.ts';
import { createInstagramOAuth } from './oauth.ts';
import { createPageOAuth } from './page-oauth.ts';
import { createInstagramPublish } from './publish.ts';

/** Speaks Instagram's own Graph for the photo network, with an account that signed in at Instagram. */
export function createInstagramDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...INSTAGRAM_DEFAULTS, ...options };
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  return {
    platform: 'photonet',
    network: 'instagram',
    oauth: createInstagramOAuth(graph, { oauthUrl, app: options }),
    publish: createInstagramPublish({ graph, webUrl: oauthUrl, uploadOrigin: null }),
    actions: {},
  };
}

/** Speaks Facebook's Graph for the photo network, with an account that is linked with a page. Videos go as bytes. */
export function createInstagramFacebookDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...INSTAGRAM_FACEBOOK_DEFAULTS, ...options };
  const graph = { apiUrl, apiVersion, dialects: instagramDialects };
  return {
    platform: 'photonet',
    network: 'instagram-facebook',
    oauth: createPageOAuth(graph, { oauthUrl, app: options }),
    publish: createInstagramPublish({ graph, webUrl: INSTAGRAM_WEB_URL, uploadOrigin: INSTAGRAM_UPLOAD_ORIGIN }),
    actions: {},
  };
}
