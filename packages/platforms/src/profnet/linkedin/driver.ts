import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import { linkForCard } from '../../link-card.ts';
import type { CentralDriver } from '../../network.ts';
import { pictureOfAccount } from '../../picture-of-account.ts';
import { isUploadStep } from '../../sealed-publish.ts';
import { createLinkedinActions } from './actions.ts';
import { createLinkedinOAuth } from './oauth.ts';
import { linkedinOwnPosts } from './own-posts.ts';
import { createLinkedinPublish } from './publish.ts';
import { checkSettings, limitsOf } from './settings.ts';
import { linkedinMentions } from './text/mentions.ts';

/**
 * Addresses of LinkedIn, and the newest API version this driver was written for. A version lives at least a year: a later
 * one is set with `SOCIAL_PROFNET_API_VERSION`.
 * @see https://learn.microsoft.com/linkedin/marketing/versioning
 */
const LINKEDIN_DEFAULTS = {
  apiUrl: 'https://api.linkedin.com',
  oauthUrl: 'https://www.linkedin.com',
  apiVersion: '202609',
} as const;

/** Speaks LinkedIn's versioned API for the professional network. Personal tokens cannot read posts back. */
function createLinkedinDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl, apiVersion } = { ...LINKEDIN_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl, apiVersion };
  const oauth = createLinkedinOAuth(api, options);
  return {
    oauth,
    readPicture: pictureOfAccount(oauth),
    publish: createLinkedinPublish(api),
    precedesPublish: isUploadStep,
    linkOf: linkForCard,
    mentions: linkedinMentions(api),
    readLimits: async (account) => limitsOf(account),
    ownPosts: linkedinOwnPosts(api),
    // Reading reactions, comments and analytics needs permissions that LinkedIn gives to its partners.
    // @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/social-metadata-api
    // @see https://learn.microsoft.com/linkedin/marketing/community-management/members/post-statistics
    counters: { none: 'LinkedIn does not let this app read reactions, comments or analytics; look at the post there' },
    actions: createLinkedinActions(api),
  };
}

export const network: CentralDriver = {
  ...LINKEDIN_DEFAULTS,
  idsAreOfApp: true,
  check: checkSettings,
  create: createLinkedinDriver,
};
