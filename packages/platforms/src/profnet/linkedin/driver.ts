import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { createLinkedinActions } from './actions.ts';
import { LINKEDIN_DEFAULTS } from './defaults.ts';
import { createLinkedinOAuth } from './oauth.ts';
import { createLinkedinPublish } from './publish.ts';

/** Speaks LinkedIn's versioned API for the professional network. Personal tokens cannot read posts back. */
export function createLinkedinDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...LINKEDIN_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl, apiVersion };
  return {
    platform: 'profnet',
    network: 'linkedin',
    oauth: createLinkedinOAuth(options),
    publish: createLinkedinPublish(api),
    actions: createLinkedinActions(api),
  };
}
